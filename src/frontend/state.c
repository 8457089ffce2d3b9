// Group state: see state.h.
#include "frontend/state_parts.h"

#include "frontend/foreach.h"
#include "frontend/unchanged.h"

#include <string.h>

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
        if (bracket_depth(f, i) > 0)
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

// A macro's body that holds a `;` ends the statement before its own one does.
static bool ends_in_macro(const plan *p, const plan_file *at, size_t first, size_t last)
{
    for (macro_place m = {0}; plan_next_macro(p, &m);) {
        const plan_file *f = m.of;
        const size_t end = token_directive_end(&f->tokens, m.name);
        bool named = false, ends = false;
        for (size_t k = first; k < last && !named; k++)
            named = slice_equal(token_word(at, k), token_word(f, m.name));
        for (size_t k = m.name + 1; named && k < end; k++)
            ends |= is_token(f, k, ";");
        if (ends)
            return true;
    }
    return false;
}

// auto [a, b] = VALUE, const auto &[a, b] = VALUE
static bool is_binding(const plan_file *f, size_t i)
{
    while (is_token(f, i, "const") || is_token(f, i, "volatile"))
        i++;
    if (!is_token(f, i, "auto"))
        return false;
    i++;
    return is_token(f, is_token(f, i, "&") || is_token(f, i, "&&") ? i + 1 : i, "[");
}

// What the directive stands before, from token `i` on: a declaration or a block of statements. Its end; 0: it is neither.
static size_t end_of_state(plan *p, const function *f, const plan_file *file, const directive *d, size_t i, size_t body_end)
{
    static const char *const statements[] = {"if", "for", "while", "do", "switch", "return", "break", "continue", "goto", "case", "default", "else", "try", "throw", "asm"};
    const size_t begin = file->tokens.items[i].begin, last_token = token_at_or_after(&file->tokens, body_end - 1);
    if (is_token(file, i, "{"))
        return file->tokens.items[plan_closing_bracket(file, i, last_token)].end;
    if (is_binding(file, i)) {
        wrong_place(p, d, "'#pragma pt state' stands before a structured binding, whose names cannot stay for a group; declare variables of their own");
        return 0;
    }
    const size_t last = end_of_declaration(file, i, last_token);
    if (last >= last_token || IS_ANY_TOKEN(file, i, statements) || is_token(file, i + 1, ":") || !declares(f, begin, file->tokens.items[last].end)) {
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
    return IS_ANY_TOKEN(f, i, words) || ((is_token(f, i, "const") || is_token(f, i, "static")) && is_token(f, i + 1, "constexpr"));
}

// In front of the directive a statement ends, or a block begins.
static bool begins_statement(const plan_file *file, const directive *d)
{
    size_t before = token_at_or_after(&file->tokens, d->at.begin);
    while (before > 0 && (file->tokens.items[before - 1].in_directive || plan_is_skipped(file, file->tokens.items[before - 1].begin)))
        before--;
    return before > 0 && (is_token(file, before - 1, ";") || is_token(file, before - 1, "{") || is_token(file, before - 1, "}"));
}

// Index of the first token behind the block that ends with token `close`, and behind empty statements.
static size_t behind_block(const plan_file *file, const directive *d, size_t close)
{
    size_t behind = plan_next_live(file, close + 1, d->at.begin);
    while (is_token(file, behind, ";"))
        behind = plan_next_live(file, behind + 1, d->at.begin);
    return behind;
}

static void read_foreach(plan *p, function *f, const plan_file *file, int index)
{
    const directive *d = &file->directives.items[index];
    const declaration *body = plan_definition(f);
    const size_t last_token = token_at_or_after(&file->tokens, body->body_end - 1);
    if (f->state.finish_end && !f->has_tasks) {
        wrong_place(p, d, "'#pragma pt foreach' must stand in front of '#pragma pt finish'");
        return;
    }
    if (!foreach_read_block(p, f, file, index))
        return;
    f->state.item_end = d->at.begin;
    const size_t close = token_at_or_after(&file->tokens, f->tasks.end - 1), behind = behind_block(file, d, close);
    bool is_last = behind == last_token;
    for (size_t i = (size_t)index + 1; i < file->directives.count && file->directives.items[i].at.begin < body->body_end; i++)
        is_last |= (file->directives.items[i].kind == DIRECTIVE_FINISH || file->directives.items[i].kind == DIRECTIVE_FOREACH) &&
                   behind_directive(file, &file->directives.items[i]) == behind;
    if (!begins_statement(file, d) || !is_last)
        wrong_place(p, d, "'#pragma pt foreach' must stand before a block in braces, as the kernel's last statement or directly in front of '#pragma pt finish'");
}

static void read_finish(plan *p, function *f, const plan_file *file, const directive *d, const declaration *body)
{
    const size_t open = behind_directive(file, d), last_token = token_at_or_after(&file->tokens, body->body_end - 1);
    const size_t close = is_token(file, open, "{") ? plan_closing_bracket(file, open, last_token) : open;
    if (f->state.finish_end > f->tasks.end) {
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-repeated-directive", d->at, "kernel '%s' already has a '#pragma pt finish'; put both in one block", f->name);
        return;
    }
    if (!begins_statement(file, d) || !is_token(file, open, "{") || behind_block(file, d, close) != last_token) {
        wrong_place(p, d, "'#pragma pt finish' must stand before a block in braces, as the kernel's last statement");
        return;
    }
    if (!f->has_tasks)
        f->state.item_end = d->at.begin;
    f->state.finish_end = file->tokens.items[close].end;
}

// #if ... #pragma pt state ... #endif: the first part ends behind that.
static void end_conditionals(function *f, const plan_file *file)
{
    const declaration *d = plan_definition(f);
    if (plan_conditionals_match(file, d->body_begin + 1, f->state.item_begin))
        return;
    const size_t first = token_at_or_after(&file->tokens, f->state.item_begin), live = plan_next_live(file, first, d->body_begin);
    for (size_t i = first; i < live; i++)
        if (file->tokens.items[i].in_directive && plan_conditionals_match(file, d->body_begin + 1, file->tokens.items[i].end)) {
            f->state.item_begin = file->tokens.items[token_directive_end(&file->tokens, i) - 1].end;
            return;
        }
}

// Index behind the neutral declarations from token `i` on; f->state.item_begin is behind the last one.
static size_t behind_neutral(function *f, const plan_file *file, size_t i, const declaration *d)
{
    const size_t last_token = token_at_or_after(&file->tokens, d->body_end - 1);
    while (is_neutral(file, i)) {
        const size_t last = end_of_declaration(file, i, last_token);
        if (last >= last_token)
            break;
        f->state.item_begin = file->tokens.items[last].end;
        i = plan_next_live(file, last + 1, d->body_begin);
    }
    return i;
}

static void read_parts(plan *p, function *f)
{
    const declaration *d = plan_definition(f);
    const plan_file *file = &p->files.items[d->file];
    f->state.item_begin = d->body_begin + 1;
    f->state.item_end = d->body_end - 1;
    size_t next = behind_neutral(f, file, plan_next_live(file, token_at_or_after(&file->tokens, d->body_begin) + 1, d->body_begin), d);
    for (size_t i = plan_directive_at_or_after(file, d->body_begin); i < file->directives.count && file->directives.items[i].at.begin < d->body_end; i++) {
        const directive *x = &file->directives.items[i];
        if (x->kind == DIRECTIVE_FOREACH)
            read_foreach(p, f, file, (int)i);
        if (x->kind == DIRECTIVE_FINISH)
            read_finish(p, f, file, x, d);
        if (x->kind != DIRECTIVE_STATE)
            continue;
        if (file->tokens.items[next].begin < x->at.begin || f->state.finish_end) {
            wrong_place(p, x, "'#pragma pt state' must stand at the top of the kernel, in front of all that is done for each block");
            continue;
        }
        const size_t end = end_of_state(p, f, file, x, behind_directive(file, x), d->body_end);
        if (!end)
            continue;
        f->state.item_begin = end;
        next = behind_neutral(f, file, plan_next_live(file, token_at_or_after(&file->tokens, end), d->body_begin), d);
    }
    end_conditionals(f, file);
}

// pt_push(queue, task) changes no variable, whatever a template leaves open.
static bool is_pushed_to(const plan_file *file, const fact *x)
{
    const size_t i = token_at_or_after(&file->tokens, x->begin);
    return !x->elsewhere && i >= 2 && is_token(file, i - 1, "(") && is_token(file, i - 2, "pt_push");
}

static bool may_change(const plan *p, const function *f, byte_range in, const char *name)
{
    const plan_file *file = &p->files.items[plan_definition(f)->file];
    for (size_t k = 0; k < f->facts.count; k++) {
        const fact *x = &f->facts.items[k];
        if (x->kind == FACT_CHANGE && (x->elsewhere || byte_range_holds(in, x->begin)) &&
            strcmp(x->name, name) == 0 && !is_pushed_to(file, x) && !unchanged_is_copied(p, f, x))
            return true;
    }
    return false;
}

// Has the program an operator of its own that may be meant where a template leaves the types open? Those of calls and assignments, facts of their
// own tell of.
static bool has_operators(const plan *p)
{
    static const char *const others[] = {"operator()", "operator=", "operator new", "operator delete"};
    for (size_t i = 0; i < p->functions.count; i++) {
        const function *f = &p->functions.items[i];
        bool counts = !f->in_system && f->is_device && (f->form == FORM_CONVERSION || strncmp(f->name, "operator", strlen("operator")) == 0);
        for (size_t k = 0; k < sizeof others / sizeof *others; k++)
            counts &= strcmp(f->name, others[k]) != 0;
        if (counts)
            return true;
    }
    return false;
}

// `in >> x` and `list << 1, 2` may change what they are given, by whoever's operator.
static bool is_in_shift(const plan_file *f, const fact *x)
{
    size_t i = token_at_or_after(&f->tokens, x->begin);
    while (i > 0 && !is_token(f, i - 1, ";") && !is_token(f, i - 1, "{") && !is_token(f, i - 1, "}"))
        i--;
    for (; f->tokens.items[i].kind != TOKEN_END && !is_token(f, i, ";") && !is_token(f, i, "{") && !is_token(f, i, "}"); i++)
        if (is_token(f, i, "<<") || (is_token(f, i, ">") && is_token(f, i + 1, ">")))
            return true;
    return false;
}

// In a template, by an operator whose operands' types are open.
static bool may_change_openly(const plan *p, const function *f, byte_range in, const char *name)
{
    const plan_file *file = &p->files.items[plan_definition(f)->file];
    const bool any = has_operators(p);
    for (size_t k = 0; k < f->facts.count; k++) {
        const fact *x = &f->facts.items[k];
        if (x->kind == FACT_OPEN_CHANGE && (x->elsewhere || byte_range_holds(in, x->begin)) && strcmp(x->name, name) == 0 &&
            (any || x->elsewhere || x->in_macro || is_in_shift(file, x)))
            return true;
    }
    return false;
}

static void find_renewed(plan *p, function *f)
{
    const declaration *d = plan_definition(f);
    for (size_t i = 0; i < d->parameters.count; i++) {
        const char *const name = d->parameters.items[i].name;
        if (*name && (may_change(p, f, state_middle(f), name) || may_change_openly(p, f, state_middle(f), name) || !unchanged_in_captures(p, f, name)))
            *ARENA_PUSH(p->arena, &f->state.renewed) = (int)i;
    }
}

void state_attach(plan *p)
{
    for (size_t file = 0; file < p->files.count; file++)
        for (size_t i = 0; i < p->files.items[file].directives.count; i++) {
            const directive *d = &p->files.items[file].directives.items[i];
            if (d->kind != DIRECTIVE_STATE && d->kind != DIRECTIVE_FINISH && d->kind != DIRECTIVE_FOREACH)
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
        if (!x->elsewhere && !byte_range_holds(state_middle(f), x->begin))
            continue;
        const function *callee = x->callee >= 0 ? &p->functions.items[x->callee] : NULL;
        if (x->kind == FACT_SHARED || x->kind == FACT_CALL_INDIRECT || x->kind == FACT_CALL_VIRTUAL || x->kind == FACT_ASM || (x->kind == FACT_CALL_DEPENDENT && !callee) ||
            (callee && (callee->uses_shared || callee->has_block_barrier)))
            return true;
    }
    for (size_t i = token_at_or_after(&file->tokens, f->state.item_begin); file->tokens.items[i].begin < f->state.item_end; i++)
        if (file->tokens.items[i].kind == TOKEN_IDENTIFIER && is_shared(f, file, &file->tokens.items[i]))
            return true;
    return false;
}

// op(a, b), v[i]: nothing else.
static bool is_only_called(const plan_file *file, byte_range in, const char *name)
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
    if (x->size_bytes || !unchanged_in_captures(p, f, x->name) || !is_only_called(&p->files.items[d->file], state_middle(f), x->name))
        return;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *named = &f->facts.items[i];
        if (named->kind == FACT_NAME && named->at_end && named->read_at >= x->begin && named->read_at < x->end) {
            *ARENA_PUSH(p->arena, &f->state.open_in_finish) = index;
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
        f->state.middle_shares = middle_shares(p, f);
        for (size_t k = 0; k < f->facts.count && f->state.finish_end; k++) {
            fact *x = &f->facts.items[k];
            x->at_end = !x->elsewhere && byte_range_holds(state_last(f, plan_definition(f)), x->begin);
        }
        for (size_t k = 0; k < f->state.renewed.count && f->state.finish_end; k++)
            note_open_in_finish(p, f, f->state.renewed.items[k]);
    }
}
