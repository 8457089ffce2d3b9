// Weight: is an item's own work long enough that its registers matter more than what the loop around it costs?
//
// In:  the plan, an annotated kernel. Out: which of the two loops of kernel.c it gets.
// Invariant: an estimate, made from the text alone. Both loops are right for every kernel, so a wrong guess costs time,
// never a result.
//
// A light item takes some twenty instructions; there the compilers do well to keep across items whatever does not
// change between them. A heavy one is a thousand instructions, say, and pays with occupancy for what is kept.
#include "transform/rewrite.h"

#include <string.h>

enum { tokens_of_a_light_item = 250 };

static bool starts_loop(const source *s, const token *t)
{
    return t->kind == TOKEN_IDENTIFIER && (token_is(s, t, "for") || token_is(s, t, "while") || token_is(s, t, "do"));
}

typedef struct body_weight {
    size_t tokens;
    bool loops_over_memory; // a subscript behind the first loop's head: arrays are walked, and that takes a while
} body_weight;

static body_weight weigh_body(const plan *p, const declaration *d)
{
    const plan_file *f = &p->files.items[d->file];
    body_weight w = {0, false};
    bool loop = false;
    for (size_t i = token_at_or_after(&f->tokens, d->body_begin); f->tokens.items[i].begin < d->body_end; i++) {
        const token *t = &f->tokens.items[i];
        if (t->kind == TOKEN_END)
            break;
        w.tokens++;
        loop |= starts_loop(f->text, t);
        w.loops_over_memory |= loop && t->kind == TOKEN_PUNCTUATION && token_is(f->text, t, "[");
    }
    return w;
}

bool item_is_heavy(const rewriter *r, const function *kernel)
{
    const plan *p = r->plan;
    // What goes through shared memory waits at barriers, which is time enough.
    if (kernel->uses_shared || kernel->has_block_barrier || kernel->has_async_copy || kernel->uses_ambient)
        return true;
    size_t tokens = 0;
    LIST_OF(int) pending = {0};
    bool *seen = arena_alloc(r->arena, p->functions.count * sizeof *seen);
    *ARENA_PUSH(r->arena, &pending) = (int)(kernel - p->functions.items);
    while (pending.count) {
        const function *f = &p->functions.items[pending.items[--pending.count]];
        const declaration *d = plan_definition(f);
        if (d && !f->in_system) {
            body_weight w = weigh_body(p, d);
            tokens += w.tokens;
            if (w.loops_over_memory || tokens > tokens_of_a_light_item)
                return true;
        }
        for (size_t i = 0; i < f->facts.count; i++) {
            int callee = f->facts.items[i].callee;
            if (callee < 0 || seen[callee])
                continue;
            seen[callee] = true;
            *ARENA_PUSH(r->arena, &pending) = callee;
        }
    }
    return false;
}
