// Grid barriers in two parts, `#pragma pt barrier arrive` and `wait`: see barrier_parts.h.
//
// Whoever arrives must wait before it comes to another barrier or ends, and nobody may wait who has not arrived: both are
// statements of one block, and the way from the one to the other can be neither left nor entered.
#include "frontend/barrier_parts.h"

#include "frontend/barrier.h"

#include <string.h>

static bool is_part(const fact *x, const char *part) { return x->kind == FACT_GRID_BARRIER && strcmp(x->name, part) == 0; }

// The barrier that stands next to `x` in the text: behind it, or before it. NULL: there is none.
static const fact *neighbour(const plan *p, const function *f, const fact *x, bool behind)
{
    const fact *found = NULL;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *y = &f->facts.items[i];
        if (barrier_comes_to_grid(p, y) && (behind ? y->begin > x->begin : y->begin < x->begin) &&
            (!found || (behind ? y->begin < found->begin : y->begin > found->begin)))
            found = y;
    }
    return found;
}

// `case` or `default` there, of a switch that began in front of `arrive`: one comes to `wait` only.
static bool is_entered_between(const plan_file *f, const function *fn, const fact *arrive, size_t i)
{
    const bool is_case = token_is(f->text, &f->tokens.items[i], "case") || token_is(f->text, &f->tokens.items[i], "default");
    bool own_switch = false;
    for (size_t k = 0; is_case && k < fn->branches.count; k++) {
        const branch *b = &fn->branches.items[k];
        own_switch |= b->kind == BRANCH_SWITCH && b->begin > arrive->begin && b->begin < f->tokens.items[i].begin &&
                      f->tokens.items[i].begin < b->end;
    }
    return is_case && !own_switch;
}

// Is the word a macro whose text opens a brace and does not close it, closes one, or holds a `case`? What it makes of its
// place is not in the text then.
static bool is_unbalanced_macro(const plan *p, const plan_file *from, const token *word)
{
    macro_place m = {0};
    while (word->kind == TOKEN_IDENTIFIER && plan_next_macro_named(p, token_bytes(from->text, word), &m)) {
        const plan_file *f = m.of;
        const size_t end = token_directive_end(&f->tokens, m.name);
        int depth = 0;
        for (size_t k = m.name + 1; k < end; k++) {
            depth += is_token(f, k, "{") - is_token(f, k, "}");
            if (depth < 0 || is_token(f, k, "case") || is_token(f, k, "default"))
                return true;
        }
        if (depth != 0)
            return true;
    }
    return false;
}

// Both are statements of one block, and there is no way to the second one but by the first.
static bool are_in_one_block(const plan *p, const plan_file *f, const function *fn, const fact *arrive, const fact *wait)
{
    int depth = 0;
    for (size_t i = token_at_or_after(&f->tokens, arrive->end); f->tokens.items[i].begin < wait->begin; i++) {
        if (f->tokens.items[i].in_directive || plan_is_skipped(f, f->tokens.items[i].begin))
            continue;
        depth += token_is(f->text, &f->tokens.items[i], "{") - token_is(f->text, &f->tokens.items[i], "}");
        if (depth < 0 || is_entered_between(f, fn, arrive, i) || is_unbalanced_macro(p, f, &f->tokens.items[i]))
            return false;
    }
    for (size_t i = 0; i < fn->facts.count; i++) {
        const fact *go = &fn->facts.items[i];
        if (go->kind == FACT_GOTO && go->guard_begin > arrive->begin && go->guard_begin < wait->begin)
            return false;
    }
    return depth == 0;
}

// A statement that begins between the two holds the jump and is what it leaves or goes on with.
static bool stays_between(const function *f, const fact *arrive, const fact *jump)
{
    for (size_t i = 0; i < f->branches.count; i++) {
        const branch *b = &f->branches.items[i];
        const bool is_meant = b->kind == BRANCH_LOOP || (b->kind == BRANCH_SWITCH && strcmp(jump->name, "break") == 0);
        if (is_meant && b->begin > arrive->begin && b->header_end <= jump->begin && jump->begin < b->end)
            return true;
    }
    return false;
}

// Where a thread may leave what lies between the two, or NULL.
static const fact *leaves_between(const function *f, const fact *arrive, const fact *wait)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->begin > arrive->begin && x->begin < wait->begin &&
            ((x->kind == FACT_RETURN && !(x->context & IN_LAMBDA)) || x->kind == FACT_GOTO ||
             (x->kind == FACT_JUMP && !stays_between(f, arrive, x))))
            return x;
    }
    return NULL;
}

void barrier_check_parts(plan *p, const function *f, const declaration *d)
{
    const plan_file *file = &p->files.items[d->file];
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        const span at = plan_span(p, d->file, x->begin, x->end);
        if (is_part(x, "wait")) {
            const fact *before = neighbour(p, f, x, false);
            if (!before || !is_part(before, "arrive"))
                barrier_refuse(p, at, "nobody has arrived at this barrier: '#pragma pt barrier arrive' stands before it in the same block, and no "
                                      "other barrier of the grid between them");
        }
        if (!is_part(x, "arrive"))
            continue;
        const fact *wait = neighbour(p, f, x, true);
        if (!wait || !is_part(wait, "wait") || !are_in_one_block(p, file, f, x, wait)) {
            barrier_refuse(p, at, "this barrier needs '#pragma pt barrier wait' behind it in the same block, and no other barrier of the grid between them");
            continue;
        }
        const fact *leaves = leaves_between(f, x, wait);
        if (leaves)
            barrier_refuse(p, plan_span(p, d->file, leaves->begin, leaves->end),
                           "a thread may leave here, between 'arrive' and 'wait' of a barrier; let it wait first");
    }
}
