// Finding phases: the body's statements (splitter.h).
//
// In:  the tokens of a body. Out: statements in the order of the text; those that hold a barrier only as the head of a loop or
//      branch and a list of its own.
// Invariant: a statement that is not understood makes the kernel stay in one piece.
#include "frontend/splitter.h"

#include "frontend/barrier.h"
#include "frontend/collective.h"

void give_up(splitter *s, size_t at, const char *why)
{
    if (!s->why) {
        s->why = why;
        s->why_at = at;
    }
}

size_t behind_bracket(const splitter *s, size_t i)
{
    int depth = 0;
    for (;; i++) {
        depth += depth_of(s, i);
        if (depth == 0 || token_of(s, i)->kind == TOKEN_END)
            return i + 1;
    }
}

static const fact *barrier_in(const splitter *s, size_t begin, size_t end)
{
    for (size_t i = 0; i < s->kernel->facts.count; i++) {
        const fact *x = &s->kernel->facts.items[i];
        if (x->begin >= begin && x->begin < end && barrier_is_grid(s->plan, x))
            return x;
    }
    return NULL;
}

static int branch_at(const splitter *s, size_t begin)
{
    for (size_t i = 0; i < s->kernel->branches.count; i++)
        if (s->kernel->branches.items[i].begin == begin)
            return (int)i;
    return -1;
}

static statement *add(splitter *s, statement_kind kind, size_t begin, size_t end, int list, int branch)
{
    statement *out = ARENA_PUSH(s->plan->arena, &s->statements);
    *out = (statement){.kind = kind, .begin = begin, .end = end, .list = list, .branch = branch, .phase = -1};
    return out;
}

// What is given to the collectives of a statement or head, as statements of their own in front of it. False: it has none.
static bool add_collectives(splitter *s, size_t begin, size_t end, int list)
{
    const fact *x = collective_in(s->plan, s->kernel, begin, end);
    if (!x)
        return false;
    for (; x; x = collective_in(s->plan, s->kernel, begin, end)) {
        collective_call call;
        if (!collective_read(s->file, x, &call)) {
            give_up(s, x->begin, "a collective of the grid is not written out");
            return true;
        }
        add(s, STATEMENT_PLAIN, call.begin, token_of(s, call.close)->end, list, -1)->is_collective = true;
        begin = token_of(s, call.close)->end;
    }
    return true;
}

static void read_list(splitter *s, size_t i, size_t end);
static void read_statement(splitter *s, size_t *at, size_t end, int list);

// { ... } from token `i` on, with a barrier inside; returns the index behind it.
static size_t read_braces(splitter *s, size_t i)
{
    if (!is(s, i, "{")) {
        give_up(s, token_of(s, i)->begin, "a barrier lies in a statement without braces");
        return i + 1;
    }
    size_t behind = behind_bracket(s, i);
    read_list(s, i + 1, behind - 1);
    return behind;
}

// for (;;), for (int t = 0;; t++)
static bool has_no_condition(const splitter *s, size_t i)
{
    size_t k = i + 2;
    while (is(s, i, "for") && !is(s, k, ";") && token_of(s, k)->kind != TOKEN_END)
        k = depth_of(s, k) > 0 ? behind_bracket(s, k) : k + 1;
    return is(s, k, ";") && is(s, k + 1, ";");
}

// A loop or branch with a barrier inside.
static size_t read_branch(splitter *s, size_t i, int index, int list)
{
    const branch *b = &s->kernel->branches.items[index];
    if (b->kind == BRANCH_SWITCH || !(b->editable || has_no_condition(s, i)) || is(s, i + 1, "constexpr")) {
        give_up(s, b->begin, "a barrier lies in a statement of this kind");
        return token_at(s, b->end);
    }
    if (is(s, i, "do")) {
        size_t behind = read_braces(s, i + 1);
        size_t close = behind_bracket(s, behind + 1);
        add_collectives(s, token_of(s, behind)->begin, token_of(s, close - 1)->end, list);
        add(s, STATEMENT_HEADER, token_of(s, behind)->begin, token_of(s, close - 1)->end, list, index);
        return close + 1; // the semicolon
    }
    size_t close = behind_bracket(s, i + 1);
    add_collectives(s, b->begin, token_of(s, close - 1)->end, list);
    add(s, STATEMENT_HEADER, b->begin, token_of(s, close - 1)->end, list, index);
    size_t behind = read_braces(s, close);
    while (b->kind == BRANCH_IF && is(s, behind, "else") && !s->why) {
        int other = branch_at(s, token_of(s, behind + 1)->begin);
        if (other < 0 && !is(s, behind + 1, "{"))
            give_up(s, token_of(s, behind + 1)->begin, "a branch beside the one with the barrier has no braces");
        behind = other >= 0 ? read_branch(s, behind + 1, other, list) : read_braces(s, behind + 1);
    }
    return behind;
}

// An expression, a declaration: up to its semicolon.
static size_t behind_semicolon(const splitter *s, size_t i, size_t end)
{
    while (i < end && !is(s, i, ";"))
        i = depth_of(s, i) > 0 ? behind_bracket(s, i) : i + 1;
    return i + 1;
}

// auto [a, b] = x; const auto &[a, b] = x;
static bool is_binding(const splitter *s, size_t i)
{
    bool is_auto = false;
    for (; is(s, i, "const") || is(s, i, "auto") || (is_auto && (is(s, i, "&") || is(s, i, "&&"))); i++)
        is_auto |= is(s, i, "auto");
    return is_auto && is(s, i, "[");
}

static size_t read_simple(splitter *s, size_t i, size_t end, int list)
{
    size_t behind = behind_semicolon(s, i, end);
    const size_t from = token_of(s, i)->begin, to = token_of(s, behind - 1)->end;
    const fact *barrier = barrier_in(s, from, to);
    static const char *const others[] = {"using", "typedef", "namespace", "enum", "struct", "class", "union", "static", "extern",
                                         "template", "asm", "__asm__", "goto"};
    const bool binds = is_binding(s, i), is_shared = is(s, i, "__shared__") || is(s, i + 1, "__shared__");
    if (behind > end || binds || (IS_ONE_OF(s, i, others) && !is_shared))
        give_up(s, from, "a statement of this kind stands among the barriers");
    if (!barrier) {
        if (is(s, i, "case") || is(s, i, "default") || (is(s, i + 1, ":") && token_of(s, i)->kind == TOKEN_IDENTIFIER))
            give_up(s, from, "labels stand among the barriers");
        add(s, STATEMENT_PLAIN, from, to, list, -1)->is_simple = true;
        return behind;
    }
    if (add_collectives(s, from, to, list)) {
        add(s, STATEMENT_PLAIN, from, to, list, -1)->is_simple = true;
        return behind;
    }
    // grid.sync(); and nothing else
    if (barrier->kind != FACT_CALL || barrier_begin(s->file, barrier) != from || !is(s, behind - 2, ")"))
        give_up(s, barrier->begin, "a barrier is part of a larger statement");
    add(s, STATEMENT_BARRIER, from, to, list, -1);
    return behind;
}

// Index behind the statement that begins at `i`.
static size_t behind_statement(const splitter *s, size_t i, size_t end)
{
    while (token_of(s, i)->in_directive && i < end)
        i++; // #pragma unroll
    if (is(s, i, "{"))
        return behind_bracket(s, i);
    if (is(s, i, "do"))
        return behind_semicolon(s, behind_statement(s, i + 1, end), end);
    if (is(s, i, "if") || is(s, i, "for") || is(s, i, "while") || is(s, i, "switch")) {
        i += is(s, i + 1, "constexpr");
        size_t behind = behind_statement(s, behind_bracket(s, i + 1), end);
        return is(s, behind, "else") && behind < end ? behind_statement(s, behind + 1, end) : behind;
    }
    return behind_semicolon(s, i, end);
}

static bool begins_compound(const splitter *s, size_t i)
{
    static const char *const words[] = {"{", "if", "for", "while", "do", "switch", "else", "try"};
    return IS_ONE_OF(s, i, words);
}

static void read_list(splitter *s, size_t i, size_t end)
{
    const int list = (int)s->list_ends.count;
    *ARENA_PUSH(s->plan->arena, &s->list_ends) = token_of(s, end)->begin;
    size_t pragma = (size_t)-1;
    while (i < end && !s->why) {
        const token *t = token_of(s, i);
        const fact *directive = barrier_in(s, t->begin, t->begin + 1);
        if (directive && directive->kind == FACT_GRID_BARRIER) {
            add(s, STATEMENT_BARRIER, directive->begin, directive->end, list, -1);
            i = token_at(s, directive->end);
            if (is(s, i, ";") && i < end)
                i++; // behind a _Pragma
            continue;
        }
        if (t->in_directive && is(s, i, "#") && is(s, i + 1, "pragma")) {
            if (pragma == (size_t)-1)
                pragma = t->begin;
            i = token_directive_end(&s->file->tokens, i);
            continue;
        }
        if (t->in_directive) {
            give_up(s, t->begin, "a preprocessing directive stands among the barriers");
            return;
        }
        const size_t before = s->statements.count;
        read_statement(s, &i, end, list);
        if (pragma != (size_t)-1 && s->statements.count > before && s->statements.items[before].kind == STATEMENT_PLAIN)
            s->statements.items[before].begin = pragma; // of the statement behind it: #pragma unroll
        pragma = (size_t)-1;
    }
}

// break; continue; return; and nothing else, in braces or not.
static bool is_way_out(const splitter *s, size_t i, size_t behind)
{
    static const char *const words[] = {"break", "continue", "return"};
    const bool braces = is(s, i, "{");
    return IS_ONE_OF(s, i + braces, words) && is(s, i + braces + 1, ";") && i + 2u + 2u * braces == behind;
}

static void read_statement(splitter *s, size_t *at, size_t end, int list)
{
    size_t i = *at;
    const token *t = token_of(s, i);
    if (!begins_compound(s, i)) {
        *at = read_simple(s, i, end, list);
        return;
    }
    const size_t behind = behind_statement(s, i, end);
    const size_t statement_end = token_of(s, behind - 1)->end;
    const int index = branch_at(s, t->begin);
    *at = behind;
    const bool is_if = is(s, i, "if") && !is(s, i + 1, "constexpr") && is_way_out(s, behind_bracket(s, i + 1), behind);
    if (!barrier_in(s, t->begin, statement_end))
        add(s, STATEMENT_PLAIN, t->begin, statement_end, list, -1);
    else if (is_if && add_collectives(s, t->begin, statement_end, list)) // if (pt_any(p)) break;
        add(s, STATEMENT_PLAIN, t->begin, statement_end, list, -1);
    else if (is(s, i, "{"))
        read_braces(s, i);
    else if (index >= 0)
        read_branch(s, i, index, list);
    else
        give_up(s, t->begin, "a barrier lies in a statement of this kind");
}

int statement_around(const splitter *s, size_t offset)
{
    for (size_t i = 0; i < s->statements.count; i++)
        if (offset >= s->statements.items[i].begin && offset < s->statements.items[i].end)
            return (int)i;
    return -1;
}

void read_statements(splitter *s) { read_list(s, token_at(s, s->d->body_begin) + 1, token_at(s, s->d->body_end) - 1); }
