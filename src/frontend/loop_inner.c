// Loops in a loop that runs ahead of what it reads back: see loop_parts.h.
//
// In:  the tokens of the loop, and the variables that it names. Out: an inner loop that may run for very long with values which the
//      program would never reach, or NULL.
// Rule: `for (k = 0; k < n; k++)` ends soon if only its header changes k and nothing in the whole loop changes n. (Conditions of another
//       form are asked where libclang shows them, collect_loop_guess.c.)
#include "frontend/loop_parts.h"

#include <string.h>

typedef struct inner_loop {
    size_t open, close; // offsets of its header's parentheses
    size_t end;         // of its body
} inner_loop;

static bool is_operand(const plan_file *f, size_t i)
{
    const token_kind kind = f->tokens.items[i].kind;
    return (kind == TOKEN_IDENTIFIER && !is_token(f, i, "return")) || kind == TOKEN_NUMBER || is_token(f, i, ")") || is_token(f, i, "]");
}

// Does what stands around token `i`, a variable's name, change it?
static bool is_change(const plan_file *f, size_t i)
{
    const bool is_address = is_token(f, i - 1, "&") && !is_operand(f, i - 2);
    return change_at(f, i + 1) || is_address || change_at(f, i - 1) == STEPS;
}

// Is it given to a function that may change it?
static bool is_handed_on(const plan *p, const host_loop *loop, size_t at)
{
    for (size_t i = 0; i < loop->calls.count; i++) {
        const loop_call *x = &loop->calls.items[i];
        const char *const name = loop_plain_name(p, x->name);
        if (at <= x->name_begin || at >= x->end || x->effect == LOOP_EFFECT_STEP || loop_is_silent_of_cuda(name))
            continue;
        if (strcmp(name, "swap") == 0 || (!loop_is_arithmetic(name) && (x->callee < 0 || loop_takes_pointers(&p->functions.items[x->callee]))))
            return true;
    }
    return false;
}

// The place where the loop changes what the inner one's header names, or 0.
static size_t find_change(const plan *p, const host_loop *loop, const inner_loop *in, const loop_name *named)
{
    const plan_file *f = &p->files.items[loop->file];
    for (size_t i = 0; i < loop->names.count; i++) {
        const loop_name *x = &loop->names.items[i];
        const bool is_here = named->is_own ? x->at >= in->close && x->at < in->end : x->at < in->open || x->at >= in->close;
        if (!is_here || strcmp(x->name, named->name) != 0 || loop_is_in_branch(loop, x->at))
            continue;
        if (is_change(f, token_at_or_after(&f->tokens, x->at)) || is_handed_on(p, loop, x->at))
            return x->at;
    }
    return 0;
}

const char *loop_find_long_loop(const plan *p, const host_loop *loop, size_t *at)
{
    const plan_file *f = &p->files.items[loop->file];
    for (size_t i = token_at_or_after(&f->tokens, loop->begin) + 1; f->tokens.items[i].begin < loop->end; i++) {
        if (!is_token(f, i, "for") || !is_token(f, i + 1, "("))
            continue;
        const size_t close = plan_closing_bracket(f, i + 1, f->tokens.count);
        size_t end = close + 1;
        if (is_token(f, end, "{"))
            end = plan_closing_bracket(f, end, f->tokens.count);
        else
            while (end + 1 < f->tokens.count && !is_token(f, end, ";"))
                end++;
        const inner_loop in = {f->tokens.items[i + 1].begin, f->tokens.items[close].end, f->tokens.items[end].end};
        for (size_t k = 0; k < loop->names.count; k++) {
            const loop_name *x = &loop->names.items[k];
            if (x->at < in.open || x->at >= in.close || x->is_const || loop_is_in_branch(loop, x->at))
                continue;
            *at = find_change(p, loop, &in, x);
            if (*at)
                return arena_format(p->arena, "'%s' changes here, by which a loop inside goes: a few rounds further, that may take very long", x->name);
        }
    }
    return NULL;
}
