// Group state: see state.h.
#include "frontend/state.h"

#include "frontend/analyse.h"

#include <string.h>

typedef struct part { // of a body, by offsets
    size_t begin, end;
} part;

static part first_part(const function *f, const declaration *d) { return (part){d->body_begin + 1, f->item_begin}; }

static part middle_part(const function *f) { return (part){f->item_begin, f->item_end}; }

static part last_part(const function *f, const declaration *d) { return (part){f->item_end, d->body_end - 1}; }

static bool lies_in(part x, size_t offset) { return offset >= x.begin && offset < x.end; }

// ---- where the directives stand ------------------------------------------------------------------------------------------

static void wrong_place(plan *p, const directive *d, const char *message)
{
    diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-wrong-place", d->at, "%s", message);
}

// Index of the first token behind the directive that the compiler sees.
static size_t behind_directive(const plan_file *f, const directive *d)
{
    const size_t i = plan_next_live(f, token_at_or_after(&f->tokens, d->at.end), d->at.begin);
    return d->from_operator && is_token(f, i, ";") ? plan_next_live(f, i + 1, d->at.begin) : i;
}

// Token of the `;` that ends the declaration, or `end`.
static size_t end_of_declaration(const plan_file *f, size_t i, size_t end)
{
    for (; i < end && !is_token(f, i, ";"); i++)
        if (is_token(f, i, "(") || is_token(f, i, "[") || is_token(f, i, "{"))
            i = plan_closing_bracket(f, i, end);
    return i;
}

static bool declares(const function *f, size_t begin, size_t end)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if ((x->kind == FACT_LOCAL || x->kind == FACT_SHARED || x->kind == FACT_STATIC_LOCAL) && !x->elsewhere && x->begin >= begin && x->begin < end)
            return true;
    }
    return false;
}

// What the directive stands before, from token `i` on: a declaration or a block of statements. Its end; 0: it is neither.
static size_t end_of_state(plan *p, const function *f, const plan_file *file, const directive *d, size_t i, size_t body_end)
{
    const size_t begin = file->tokens.items[i].begin, last_token = token_at_or_after(&file->tokens, body_end - 1);
    if (is_token(file, i, "{"))
        return file->tokens.items[plan_closing_bracket(file, i, last_token)].end;
    const size_t last = end_of_declaration(file, i, last_token);
    if (last >= last_token || !declares(f, begin, file->tokens.items[last].end)) {
        wrong_place(p, d, "'#pragma pt state' must stand before the declaration of a variable, or before a block in braces that is done once a group");
        return 0;
    }
    return file->tokens.items[last].end;
}

static void read_finish(plan *p, function *f, const plan_file *file, const directive *d, const declaration *body)
{
    const size_t open = behind_directive(file, d), last_token = token_at_or_after(&file->tokens, body->body_end - 1);
    const size_t close = is_token(file, open, "{") ? plan_closing_bracket(file, open, last_token) : open;
    size_t before = token_at_or_after(&file->tokens, d->at.begin);
    while (before > 0 && (file->tokens.items[before - 1].in_directive || plan_is_skipped(file, file->tokens.items[before - 1].begin)))
        before--;
    const bool begins = before > 0 && (is_token(file, before - 1, ";") || is_token(file, before - 1, "{") || is_token(file, before - 1, "}"));
    if (f->finish_end) {
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-repeated-directive", d->at, "kernel '%s' already has a '#pragma pt finish'; put both in one block", f->name);
        return;
    }
    if (!begins || !is_token(file, open, "{") || plan_next_live(file, close + 1, d->at.begin) != last_token) {
        wrong_place(p, d, "'#pragma pt finish' must stand before a block in braces, as the kernel's last statement");
        return;
    }
    f->item_end = d->at.begin;
    f->finish_end = file->tokens.items[close].end;
}

// #if ... #pragma pt state ... #endif: the first part ends behind that.
static void end_conditionals(function *f, const plan_file *file)
{
    const declaration *d = plan_definition(f);
    if (plan_conditionals_match(file, d->body_begin + 1, f->item_begin))
        return;
    const size_t first = token_at_or_after(&file->tokens, f->item_begin), live = plan_next_live(file, first, d->body_begin);
    for (size_t i = first; i < live; i++)
        if (file->tokens.items[i].in_directive && plan_conditionals_match(file, d->body_begin + 1, file->tokens.items[i].end)) {
            while (file->tokens.items[i + 1].in_directive && !file->tokens.items[i + 1].starts_line)
                i++;
            f->item_begin = file->tokens.items[i].end;
            return;
        }
}

static void read_parts(plan *p, function *f)
{
    const declaration *d = plan_definition(f);
    const plan_file *file = &p->files.items[d->file];
    f->item_begin = d->body_begin + 1;
    f->item_end = d->body_end - 1;
    size_t next = plan_next_live(file, token_at_or_after(&file->tokens, d->body_begin) + 1, d->body_begin);
    for (size_t i = plan_directive_at_or_after(file, d->body_begin); i < file->directives.count && file->directives.items[i].at.begin < d->body_end; i++) {
        const directive *x = &file->directives.items[i];
        if (x->kind == DIRECTIVE_FINISH)
            read_finish(p, f, file, x, d);
        if (x->kind != DIRECTIVE_STATE)
            continue;
        if (file->tokens.items[next].begin < x->at.begin || f->finish_end) {
            wrong_place(p, x, "'#pragma pt state' must stand at the top of the kernel, in front of all that is done for each block");
            continue;
        }
        const size_t end = end_of_state(p, f, file, x, behind_directive(file, x), d->body_end);
        if (!end)
            continue;
        f->item_begin = end;
        next = plan_next_live(file, token_at_or_after(&file->tokens, end), d->body_begin);
    }
    end_conditionals(f, file);
}

static bool names_parameter(const declaration *d, size_t i, const char *name) { return *name && strcmp(d->parameters.items[i].name, name) == 0; }

static void find_renewed(plan *p, function *f)
{
    const declaration *d = plan_definition(f);
    for (size_t i = 0; i < d->parameters.count; i++)
        for (size_t k = 0; k < f->facts.count; k++) {
            const fact *x = &f->facts.items[k];
            if ((x->kind != FACT_CHANGE && x->kind != FACT_OPEN_CHANGE) || !(x->elsewhere || lies_in(middle_part(f), x->begin)) || !names_parameter(d, i, x->name))
                continue;
            *ARENA_PUSH(p->arena, &f->renewed) = (int)i;
            break;
        }
}

void state_attach(plan *p)
{
    for (size_t file = 0; file < p->files.count; file++)
        for (size_t i = 0; i < p->files.items[file].directives.count; i++) {
            const directive *d = &p->files.items[file].directives.items[i];
            if (d->kind != DIRECTIVE_STATE && d->kind != DIRECTIVE_FINISH)
                continue;
            function *f = plan_function_around(p, (int)file, d->at.begin);
            if (f && f->annotated)
                f->has_state = true;
            else
                diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-wrong-place", d->at,
                                f && f->is_kernel ? "'#pragma pt %s' needs '#pragma pt kernel' before the kernel it stands in"
                                                  : "'#pragma pt %s' must stand in a kernel with '#pragma pt kernel'",
                                directive_name(d->kind));
        }
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].has_state) {
            read_parts(p, &p->functions.items[i]);
            find_renewed(p, &p->functions.items[i]);
        }
}

static bool is_shared(const function *f, const plan_file *file, const token *t)
{
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].kind == FACT_SHARED && token_is(file->text, t, f->facts.items[i].name))
            return true;
    return false;
}

static bool middle_shares(const plan *p, const function *f)
{
    const plan_file *file = &p->files.items[plan_definition(f)->file];
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (!x->elsewhere && !lies_in(middle_part(f), x->begin))
            continue;
        const function *callee = x->callee >= 0 ? &p->functions.items[x->callee] : NULL;
        if (x->kind == FACT_SHARED || x->kind == FACT_CALL_INDIRECT || x->kind == FACT_CALL_VIRTUAL || x->kind == FACT_ASM || (x->kind == FACT_CALL_DEPENDENT && !callee) ||
            (callee && (callee->uses_shared || callee->has_block_barrier)))
            return true;
    }
    for (size_t i = token_at_or_after(&file->tokens, f->item_begin); file->tokens.items[i].begin < f->item_end; i++)
        if (file->tokens.items[i].kind == TOKEN_IDENTIFIER && is_shared(f, file, &file->tokens.items[i]))
            return true;
    return false;
}

void state_find(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        if (!f->has_state)
            continue;
        f->middle_shares = middle_shares(p, f);
        for (size_t k = 0; k < f->facts.count && f->finish_end; k++) {
            fact *x = &f->facts.items[k];
            x->at_end = !x->elsewhere && lies_in(last_part(f, plan_definition(f)), x->begin);
        }
    }
}

// ---- checks --------------------------------------------------------------------------------------------------------------

typedef struct check { // of one kernel
    plan *p;
    const function *f;
    const declaration *d;
    const plan_file *file;
} check;

static void refuse(const check *c, size_t begin, size_t end, const char *message)
{
    diagnostics_add(c->p->diagnostics, SEVERITY_ERROR, "pt-state", plan_span(c->p, c->d->file, begin, end), "%s", message);
}

static void refuse_kernel(const check *c, const char *message) { refuse(c, c->d->name_begin, c->d->name_end, arena_format(c->p->arena, message, c->f->name)); }

// Neither in the first nor in the last part.
static bool is_outside(const check *c, const fact *x)
{
    return !x->elsewhere && (lies_in(first_part(c->f, c->d), x->begin) || lies_in(last_part(c->f, c->d), x->begin));
}

static bool reads_index(const function *f) { return f->reads_block_index || f->ambient; }

static bool may_read_index(const plan *p, const fact *x)
{
    if (x->callee >= 0)
        return reads_index(&p->functions.items[x->callee]);
    if (x->kind == FACT_CALL_INDIRECT || x->kind == FACT_CALL_VIRTUAL || x->kind == FACT_CALL_DEPENDENT)
        for (size_t i = 0; i < p->functions.count; i++) {
            const function *f = &p->functions.items[i];
            if (!f->in_system && !f->is_kernel && reads_index(f) && (x->kind != FACT_CALL_DEPENDENT || !x->name || !*x->name || strcmp(f->name, x->name) == 0))
                return true;
        }
    return false;
}

// What a call outside of the middle part comes to waits for the threads of a block, some of which have left.
static bool waits_for_left(const check *c, const fact *x)
{
    return c->f->leaves_before_barrier && x->callee >= 0 && c->p->functions.items[x->callee].cloned && c->p->functions.items[x->callee].has_block_barrier;
}

static void check_block(const check *c)
{
    for (size_t i = 0; i < c->f->facts.count; i++) {
        const fact *x = &c->f->facts.items[i];
        if (!is_outside(c, x))
            continue;
        if (x->kind == FACT_BLOCK_INDEX)
            refuse(c, x->begin, x->end, arena_format(c->p->arena, "'%s' belongs to a block, and this is done once for all blocks of a group; "
                                                                  "move it into what is done for each block, or hand it over as a parameter", x->name));
        else if (may_read_index(c->p, x))
            refuse(c, x->begin, x->end, "what is called here may read the block index, and this is done once for all blocks of a group");
        else if (waits_for_left(c, x))
            refuse(c, x->begin, x->end, "what is called here waits for all threads, and this kernel's threads may leave a block in front of a barrier; "
                                        "put that barrier's work under a condition instead of returning");
    }
}

static void check_returns(const check *c)
{
    for (size_t i = 0; i < c->f->facts.count; i++) {
        const fact *x = &c->f->facts.items[i];
        const bool is_first = lies_in(first_part(c->f, c->d), x->begin);
        if (x->context & IN_LAMBDA || x->elsewhere)
            continue;
        if (x->kind == FACT_RETURN && is_first)
            refuse(c, x->begin, x->end, "a thread that returns here would take part in no block; use a condition");
        else if (x->kind == FACT_RETURN && c->f->finish_end && !lies_in(last_part(c->f, c->d), x->begin))
            refuse(c, x->begin, x->end, "compiled without ptcc, a thread that returns here would not come to '#pragma pt finish'; put what follows under a condition");
        else if (x->kind == FACT_GOTO && x->guard_begin &&
                 (lies_in(middle_part(c->f), x->begin) != lies_in(middle_part(c->f), x->guard_begin) || is_first != lies_in(first_part(c->f, c->d), x->guard_begin)))
            refuse(c, x->begin, x->end, "this jump leads from what is done for each block to what is done once a group, or back");
    }
}

static bool is_state(const check *c, const token *t)
{
    for (size_t i = 0; i < c->f->facts.count; i++) {
        const fact *x = &c->f->facts.items[i];
        if ((x->kind == FACT_LOCAL || x->kind == FACT_SHARED) && !x->elsewhere && lies_in(first_part(c->f, c->d), x->begin) && token_is(c->file->text, t, x->name))
            return true;
    }
    for (size_t i = 0; i < c->d->parameters.count; i++)
        if (token_is(c->file->text, t, c->d->parameters.items[i].name))
            return true;
    return false;
}

// `using NAME =`, `typedef ... NAME;`
static bool is_alias(const check *c, size_t i)
{
    if (is_token(c->file, i - 1, "using") && is_token(c->file, i + 1, "="))
        return true;
    for (size_t k = i; is_token(c->file, i + 1, ";") && k > 0 && !is_token(c->file, k - 1, ";") && !is_token(c->file, k - 1, "{") && !is_token(c->file, k - 1, "}"); k--)
        if (is_token(c->file, k - 1, "typedef"))
            return true;
    return false;
}

// A name that what is done for each block declares, and nothing else of the kernel does.
static bool is_of_block(const check *c, const token *t)
{
    bool found = false;
    for (size_t i = 0; i < c->f->facts.count; i++) {
        const fact *x = &c->f->facts.items[i];
        const bool names = (x->kind == FACT_LOCAL || x->kind == FACT_SHARED || x->kind == FACT_LOCAL_TYPE) && !x->elsewhere && x->name && token_is(c->file->text, t, x->name);
        if (names && lies_in(last_part(c->f, c->d), x->begin))
            return false;
        found |= names && lies_in(middle_part(c->f), x->begin);
    }
    for (size_t i = token_at_or_after(&c->file->tokens, c->f->item_begin); !found && c->file->tokens.items[i].begin < c->f->item_end; i++) {
        const token *x = &c->file->tokens.items[i];
        found = x->kind == TOKEN_IDENTIFIER && x->end - x->begin == t->end - t->begin &&
                memcmp(c->file->text->bytes + x->begin, c->file->text->bytes + t->begin, t->end - t->begin) == 0 && is_alias(c, i);
    }
    return found && !is_state(c, t);
}

static bool is_renewed(const check *c, const token *t)
{
    for (size_t i = 0; i < c->f->renewed.count; i++)
        if (token_is(c->file->text, t, c->d->parameters.items[c->f->renewed.items[i]].name))
            return true;
    return false;
}

static void check_names_in_finish(const check *c)
{
    const part last = last_part(c->f, c->d);
    for (size_t i = token_at_or_after(&c->file->tokens, last.begin); c->f->finish_end && c->file->tokens.items[i].begin < last.end; i++) {
        const token *t = &c->file->tokens.items[i];
        if (t->kind != TOKEN_IDENTIFIER || t->in_directive || is_token(c->file, i - 1, ".") || is_token(c->file, i - 1, "->") || is_token(c->file, i - 1, "::"))
            continue;
        const int length = (int)(t->end - t->begin);
        const char *name = c->file->text->bytes + t->begin;
        if (is_of_block(c, t))
            refuse(c, t->begin, t->end, arena_format(c->p->arena, "'%.*s' belongs to a block, and this is done once for all blocks of a group; declare it here, or at the "
                                                                  "kernel's top with '#pragma pt state'", length, name));
        else if (is_renewed(c, t))
            refuse(c, t->begin, t->end, arena_format(c->p->arena, "a block changes its '%.*s', and this is done once for all blocks of a group; keep what you need in a variable "
                                                                  "with '#pragma pt state'", length, name));
    }
}

static void check_text(const check *c)
{
    const part parts[] = {first_part(c->f, c->d), middle_part(c->f), last_part(c->f, c->d)};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!plan_conditionals_match(c->file, parts[i].begin, parts[i].end)) {
            refuse_kernel(c, "an #if and its #endif stand in different parts of kernel '%s': what is done once a group must be so whatever the condition says");
            return;
        }
}

static void check_kernel(const check *c)
{
    const function *f = c->f;
    if (f->has_grid_barrier)
        refuse_kernel(c, "kernel '%s' has barriers of the grid, between which all blocks of a group are done; state and finish need a kernel without");
    if (f->forwards)
        refuse_kernel(c, "a static local of kernel '%s', which has a state, would become two objects; declare it as a __device__ variable");
    for (size_t i = 0; i < f->renewed.count; i++) {
        const parameter *x = &c->d->parameters.items[f->renewed.items[i]];
        if (x->copies_run || x->is_pack)
            refuse(c, x->begin, x->end, arena_format(c->p->arena, "a block changes '%s', which cannot be copied for each block; copy it into a variable", x->name));
    }
    check_text(c);
    check_block(c);
    check_returns(c);
    check_names_in_finish(c);
}

void state_check(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        const declaration *d = f->has_state ? plan_definition(f) : NULL;
        const check c = {.p = p, .f = f, .d = d, .file = d ? &p->files.items[d->file] : NULL};
        if (d)
            check_kernel(&c);
    }
}
