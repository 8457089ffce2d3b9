// What the engine must know of a kernel: its description for the CPU has it (stub.c prints it).
//
// In:  a kernel and what it reaches. Out: whether its threads may run one after the other, its static shared memory, the bound of its
// blocks.
// Invariant: what is not known counts as the worst.
#include "transform/cpu_parts.h"

#include "transform/kernel.h"

typedef LIST_OF(int) function_numbers;

static function_numbers reached_functions(const rewriter *r, const function *f)
{
    const plan *p = r->plan;
    function_numbers all = {0};
    bool *seen = arena_alloc(r->arena, p->functions.count * sizeof *seen);
    *ARENA_PUSH(r->arena, &all) = (int)(f - p->functions.items);
    seen[all.items[0]] = true;
    for (size_t n = 0; n < all.count; n++) {
        const function *g = &p->functions.items[all.items[n]];
        for (size_t i = 0; i < g->facts.count; i++) {
            int callee = g->facts.items[i].callee;
            if (callee >= 0 && !seen[callee]) {
                seen[callee] = true;
                *ARENA_PUSH(r->arena, &all) = callee;
            }
        }
    }
    return all;
}

bool cpu_threads_are_independent(const rewriter *r, const function *f)
{
    if (f->definition < 0 || f->has_block_barrier || f->has_warp_sync || f->waits_on_blocks || f->polls || f->has_async_copy ||
        f->annotated_grid_barrier || may_ask_for_warp(r, f))
        return false;
    function_numbers all = reached_functions(r, f);
    for (size_t n = 0; n < all.count; n++) {
        const function *g = &r->plan->functions.items[all.items[n]];
        for (size_t i = 0; i < g->facts.count; i++)
            if (g->facts.items[i].kind == FACT_SPIN || g->facts.items[i].kind == FACT_POLL)
                return false;
    }
    return true;
}

size_t cpu_static_shared_bytes(const rewriter *r, const function *f)
{
    function_numbers all = reached_functions(r, f);
    size_t bytes = 0;
    for (size_t n = 0; n < all.count; n++) {
        const function *g = &r->plan->functions.items[all.items[n]];
        for (size_t i = 0; i < g->facts.count; i++) {
            bool again = false; // seen by both parses
            for (size_t k = 0; k < i; k++)
                again |= g->facts.items[k].kind == FACT_SHARED && g->facts.items[k].begin == g->facts.items[i].begin;
            bytes += again ? 0 : g->facts.items[i].size_bytes;
        }
    }
    return bytes;
}

// The first of the arguments whose `(` stands at `open`, as it is written; NULL where its end is not in front of the offset.
static const char *first_argument(const rewriter *r, const plan_file *file, size_t open, size_t end)
{
    const token *t = file->tokens.items;
    int depth = 0;
    for (size_t k = open; t[k].begin < end; k++) {
        depth += word(file, k, "(") - word(file, k, ")");
        if (depth == 0 || (depth == 1 && word(file, k, ",")))
            return arena_format(r->arena, "%.*s", (int)(t[k].begin - t[open + 1].begin), file->text->bytes + t[open + 1].begin);
    }
    return NULL;
}

const char *cpu_launch_bound(const rewriter *r, const function *f)
{
    for (size_t n = 0; n < f->declarations.count; n++) {
        const declaration *d = &f->declarations.items[n];
        const plan_file *file = &r->plan->files.items[d->file];
        const size_t end = d->body_end ? d->body_begin : d->end;
        for (size_t i = token_at_or_after(&file->tokens, d->begin); file->tokens.items[i].begin < end; i++) {
            const bool is_bound = word(file, i, "__launch_bounds__") && word(file, i + 1, "(");
            const char *bound = is_bound ? first_argument(r, file, i + 1, end) : NULL;
            if (bound)
                return bound;
        }
    }
    return NULL;
}
