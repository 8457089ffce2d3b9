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

typedef struct body_weight {
    size_t tokens;
    bool loops_over_memory; // a subscript in a loop: arrays are walked, and that takes a while
} body_weight;

static bool starts_loop(const source *s, const token *t)
{
    return t->kind == TOKEN_IDENTIFIER && (token_is(s, t, "for") || token_is(s, t, "while") || token_is(s, t, "do"));
}

// +1, -1 or 0: opens a bracket of any kind, closes one, neither.
static int nesting(const source *s, const token *t)
{
    if (t->kind != TOKEN_PUNCTUATION || t->end - t->begin != 1)
        return 0;
    return strchr("([{", s->bytes[t->begin]) ? 1 : strchr(")]}", s->bytes[t->begin]) ? -1 : 0;
}

// Behind the last token of the loop that starts at `i`: its head, and its block or statement.
static size_t end_of_loop(const source *s, const token *tokens, size_t i, size_t end)
{
    bool head = !token_is(s, &tokens[i], "do"); // still to come
    int depth = 0;
    for (i++; i < end; i++) {
        int change = nesting(s, &tokens[i]);
        depth += change;
        if (depth == 0 && change < 0 && head)
            head = false;
        else if (depth == 0 && (token_is(s, &tokens[i], "}") || token_is(s, &tokens[i], ";")))
            return i + 1;
    }
    return end;
}

static body_weight weigh_body(const plan *p, const declaration *d)
{
    const plan_file *f = &p->files.items[d->file];
    const token *tokens = f->tokens.items;
    const size_t begin = token_at_or_after(&f->tokens, d->body_begin), end = token_at_or_after(&f->tokens, d->body_end);
    body_weight w = {end - begin, false};
    size_t loop_end = begin; // of the outermost loop around token i
    for (size_t i = begin; i < end; i++) {
        if (i >= loop_end && starts_loop(f->text, &tokens[i]))
            loop_end = end_of_loop(f->text, tokens, i, end);
        w.loops_over_memory |= i < loop_end && token_is(f->text, &tokens[i], "[");
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
