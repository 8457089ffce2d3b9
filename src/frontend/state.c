// Group state: see state.h.
#include "frontend/state.h"

#include "frontend/analyse.h"
#include "frontend/unchanged.h"

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

static bool is_one_of(const plan_file *f, size_t i, const char *const *words, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (is_token(f, i, words[k]))
            return true;
    return false;
}
#define IS_ONE_OF(f, i, words) is_one_of(f, i, words, sizeof(words) / sizeof *(words))

// A macro's body that holds a `;` ends the statement before its own one does.
static bool ends_in_macro(const plan *p, const plan_file *at, size_t first, size_t last)
{
    for (size_t file = 0; file < p->files.count; file++) {
        const plan_file *f = &p->files.items[file];
        for (size_t i = 2; i < f->tokens.count; i++) {
            if (!f->tokens.items[i].in_directive || !is_token(f, i - 1, "define"))
                continue;
            bool named = false, ends = false;
            for (size_t k = first; k < last && !named; k++)
                named = at->tokens.items[k].end - at->tokens.items[k].begin == f->tokens.items[i].end - f->tokens.items[i].begin &&
                        memcmp(at->text->bytes + at->tokens.items[k].begin, f->text->bytes + f->tokens.items[i].begin, f->tokens.items[i].end - f->tokens.items[i].begin) == 0;
            for (size_t k = i + 1; named && f->tokens.items[k].in_directive && !f->tokens.items[k].starts_line; k++)
                ends |= is_token(f, k, ";");
            if (ends)
                return true;
        }
    }
    return false;
}

// What the directive stands before, from token `i` on: a declaration or a block of statements. Its end; 0: it is neither.
static size_t end_of_state(plan *p, const function *f, const plan_file *file, const directive *d, size_t i, size_t body_end)
{
    static const char *const statements[] = {"if", "for", "while", "do", "switch", "return", "break", "continue", "goto", "case", "default", "else", "try", "throw", "asm"};
    const size_t begin = file->tokens.items[i].begin, last_token = token_at_or_after(&file->tokens, body_end - 1);
    if (is_token(file, i, "{"))
        return file->tokens.items[plan_closing_bracket(file, i, last_token)].end;
    const size_t last = end_of_declaration(file, i, last_token);
    if (last >= last_token || IS_ONE_OF(file, i, statements) || is_token(file, i + 1, ":") || !declares(f, begin, file->tokens.items[last].end)) {
        wrong_place(p, d, "'#pragma pt state' must stand before the declaration of a variable, or before a block in braces that is done once a group");
        return 0;
    }
    if (ends_in_macro(p, file, i, last)) {
        wrong_place(p, d, "'#pragma pt state' stands before a macro with a ';' of its own: where the declaration ends is not sure; write the ';' behind the macro");
        return 0;
    }
    return file->tokens.items[last].end;
}

// Declarations that do nothing when they are come to: they may stand in front of a state, and are known in all parts then.
static bool is_neutral(const plan_file *f, size_t i)
{
    static const char *const words[] = {"using", "typedef", "namespace", "static_assert", "enum", "constexpr"};
    return IS_ONE_OF(f, i, words) || ((is_token(f, i, "const") || is_token(f, i, "static")) && is_token(f, i + 1, "constexpr"));
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
    size_t behind = plan_next_live(file, close + 1, d->at.begin);
    while (is_token(file, behind, ";"))
        behind = plan_next_live(file, behind + 1, d->at.begin);
    if (!begins || !is_token(file, open, "{") || behind != last_token) {
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

// Index behind the neutral declarations from token `i` on; f->item_begin is behind the last one.
static size_t behind_neutral(function *f, const plan_file *file, size_t i, const declaration *d)
{
    const size_t last_token = token_at_or_after(&file->tokens, d->body_end - 1);
    while (is_neutral(file, i)) {
        const size_t last = end_of_declaration(file, i, last_token);
        if (last >= last_token)
            break;
        f->item_begin = file->tokens.items[last].end;
        i = plan_next_live(file, last + 1, d->body_begin);
    }
    return i;
}

static void read_parts(plan *p, function *f)
{
    const declaration *d = plan_definition(f);
    const plan_file *file = &p->files.items[d->file];
    f->item_begin = d->body_begin + 1;
    f->item_end = d->body_end - 1;
    size_t next = behind_neutral(f, file, plan_next_live(file, token_at_or_after(&file->tokens, d->body_begin) + 1, d->body_begin), d);
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
        next = behind_neutral(f, file, plan_next_live(file, token_at_or_after(&file->tokens, end), d->body_begin), d);
    }
    end_conditionals(f, file);
}

// A lambda's capture may change it, of which libclang does not tell: [&m = n].
static bool is_captured_anew(const plan *p, const function *f, const char *name)
{
    const declaration *d = plan_definition(f);
    const plan_file *file = &p->files.items[d->file];
    for (size_t i = token_at_or_after(&file->tokens, d->body_begin); file->tokens.items[i].begin < d->body_end; i++)
        if (file->tokens.items[i].kind == TOKEN_IDENTIFIER && token_is(file->text, &file->tokens.items[i], name))
            return unchanged_names_another(p, f, &file->tokens.items[i]);
    return false;
}

static bool may_change(const function *f, part in, const char *name, fact_kind kind)
{
    for (size_t k = 0; k < f->facts.count; k++) {
        const fact *x = &f->facts.items[k];
        if (x->kind == kind && (x->elsewhere || lies_in(in, x->begin)) && strcmp(x->name, name) == 0)
            return true;
    }
    return false;
}

static void find_renewed(plan *p, function *f)
{
    const declaration *d = plan_definition(f);
    for (size_t i = 0; i < d->parameters.count; i++) {
        const char *const name = d->parameters.items[i].name;
        if (*name && (may_change(f, middle_part(f), name, FACT_CHANGE) || may_change(f, middle_part(f), name, FACT_OPEN_CHANGE) || is_captured_anew(p, f, name)))
            *ARENA_PUSH(p->arena, &f->renewed) = (int)i;
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

// op(a, b), v[i]: nothing else.
static bool is_only_called(const plan_file *file, part in, const char *name)
{
    for (size_t i = token_at_or_after(&file->tokens, in.begin); file->tokens.items[i].begin < in.end; i++)
        if (is_token(file, i, name) && !is_token(file, i + 1, "(") && !is_token(file, i + 1, "["))
            return false;
    return true;
}

// In a template, `op(a, b)` may change op, but hardly does: whether it can is asked when its type is known.
static void note_open_in_finish(plan *p, function *f, int index)
{
    const declaration *d = plan_definition(f);
    const parameter *x = &d->parameters.items[index];
    if (x->size_bytes || is_captured_anew(p, f, x->name) || !is_only_called(&p->files.items[d->file], middle_part(f), x->name))
        return;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *named = &f->facts.items[i];
        if (named->kind == FACT_NAME && named->at_end && named->read_at >= x->begin && named->read_at < x->end) {
            *ARENA_PUSH(p->arena, &f->open_in_finish) = index;
            return;
        }
    }
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
        for (size_t k = 0; k < f->renewed.count && f->finish_end; k++)
            note_open_in_finish(p, f, f->renewed.items[k]);
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

static int parameter_at(const declaration *d, size_t declared_at)
{
    for (size_t i = 0; i < d->parameters.count; i++)
        if (declared_at >= d->parameters.items[i].begin && declared_at < d->parameters.items[i].end)
            return (int)i;
    return -1;
}

static bool is_among(const int *list, size_t count, int index)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == index)
            return true;
    return false;
}

static void check_names_in_finish(const check *c)
{
    for (size_t i = 0; i < c->f->facts.count; i++) {
        const fact *x = &c->f->facts.items[i];
        if (x->kind != FACT_NAME || !x->at_end)
            continue;
        const int parameter = parameter_at(c->d, x->read_at);
        const char *message = NULL;
        if (lies_in(middle_part(c->f), x->read_at))
            message = "'%s' belongs to a block, and this is done once for all blocks of a group; declare it here, or at the kernel's top with '#pragma pt state'";
        else if (parameter >= 0 && is_among(c->f->renewed.items, c->f->renewed.count, parameter) &&
                 !is_among(c->f->open_in_finish.items, c->f->open_in_finish.count, parameter))
            message = "a block changes its '%s', and this is done once for all blocks of a group; keep what you need in a variable with '#pragma pt state'";
        if (message)
            refuse(c, x->begin, x->end, arena_format(c->p->arena, message, x->name));
    }
    // Of what these make known, libclang tells nothing where it is used.
    for (size_t k = token_at_or_after(&c->file->tokens, c->f->item_begin); c->f->finish_end && c->file->tokens.items[k].begin < c->f->item_end; k++)
        if (is_token(c->file, k, "using") && !is_token(c->file, k + 2, "=") && !c->file->tokens.items[k].in_directive)
            refuse(c, c->file->tokens.items[k].begin, c->file->tokens.items[k].end,
                   "what this makes known would not be known behind '#pragma pt finish'; write it at the kernel's top, in front of all that is done for each block");
}

// In `T sum = init;` nothing could keep another name of what is read: no `&`, no call.
static bool may_keep_name(const check *c, size_t at)
{
    size_t i = token_at_or_after(&c->file->tokens, at);
    while (i > 0 && !is_token(c->file, i - 1, ";") && !is_token(c->file, i - 1, "{") && !is_token(c->file, i - 1, "}") && !c->file->tokens.items[i - 1].in_directive)
        i--;
    for (; c->file->tokens.items[i].begin < c->f->item_begin && !is_token(c->file, i, ";"); i++)
        if (is_token(c->file, i, "&") || is_token(c->file, i, "(") || is_token(c->file, i, "{") || is_token(c->file, i, "}"))
            return true;
    return false;
}

// A parameter that the first part knows by another name would not be new for each block.
static void check_parameters(const check *c)
{
    for (size_t i = 0; i < c->f->facts.count; i++) {
        const fact *x = &c->f->facts.items[i];
        for (size_t k = 0; x->kind == FACT_CHANGE && is_outside(c, x) && !x->at_end && k < c->d->parameters.count; k++)
            if (*c->d->parameters.items[k].name && strcmp(c->d->parameters.items[k].name, x->name) == 0 && !c->d->parameters.items[k].is_const && may_keep_name(c, x->begin))
                refuse(c, x->begin, x->end, arena_format(c->p->arena, "parameter '%s' may be changed here once a group, or later by another name, and each block has its own; copy it into "
                                                                      "a variable", x->name));
    }
}

static int depth_in_body(const check *c, size_t offset)
{
    int depth = 0;
    for (size_t i = token_at_or_after(&c->file->tokens, c->d->body_begin); c->file->tokens.items[i].begin < offset; i++)
        depth += is_token(c->file, i, "{") - is_token(c->file, i, "}");
    return depth;
}

// What ends with the body would end in front of `finish`; what waits in the first part's lambdas waits for threads that have left.
static void check_objects(const check *c)
{
    for (size_t i = 0; i < c->f->facts.count; i++) {
        const fact *x = &c->f->facts.items[i];
        const function *callee = x->callee >= 0 ? &c->p->functions.items[x->callee] : NULL;
        const bool leaves = c->f->leaves_before_barrier || c->f->leaves_before_warp_sync || c->f->parts_lanes;
        if (callee && callee->form == FORM_DESTRUCTOR && !callee->needs_no_body && c->f->finish_end && lies_in(middle_part(c->f), x->begin) &&
            depth_in_body(c, x->begin) == 1)
            refuse(c, x->begin, x->end, "this object ends behind '#pragma pt finish' without ptcc, and with each block here; put braces around what is done for each block");
        if (leaves && x->context & IN_LAMBDA && lies_in(first_part(c->f, c->d), x->begin) && (x->kind == FACT_ASM || (callee && (callee->has_block_barrier || callee->has_warp_sync))))
            refuse(c, x->begin, x->end, "this lambda waits for all threads, and this kernel's threads may leave a block in front of a barrier or an operation of the warp; write it "
                                        "where it is called");
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
        if (x->is_pack)
            refuse(c, x->begin, x->end, arena_format(c->p->arena, "a block changes '%s', which cannot be copied for each block; copy it into a variable", x->name));
    }
    for (size_t i = 0; i < c->file->inclusions.count; i++)
        if (c->file->inclusions.items[i].at > c->d->body_begin && c->file->inclusions.items[i].at < c->d->body_end)
            refuse(c, c->file->inclusions.items[i].at, c->file->inclusions.items[i].at + 1, "an #include in the body of a kernel with a state: what is done once a group must stand in this file");
    check_text(c);
    check_block(c);
    check_returns(c);
    check_names_in_finish(c);
    check_parameters(c);
    check_objects(c);
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
