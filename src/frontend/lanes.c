// Warp operations that only some lanes of a warp come to; see lanes.h.
#include "frontend/lanes.h"

#include "frontend/jump.h"
#include "frontend/leaving.h"
#include "frontend/lambda.h"
#include "frontend/lanes_parts.h"
#include "frontend/uniform.h"

bool lanes_in_head(const branch *b, const fact *x)
{
    return x->begin < b->header_end || (x->begin >= b->condition_begin && x->begin < b->condition_end);
}

bool lanes_are_followed(const branch *b)
{
    const bool is_endless = b->kind == BRANCH_LOOP && b->condition_begin && b->condition_begin == b->condition_end; // for (;;)
    return (b->editable || is_endless) && (b->kind == BRANCH_IF || (b->kind == BRANCH_LOOP && !b->has_hidden_break));
}

bool lanes_come_again(const function *f, const branch *loop)
{
    for (int k = loop->parent; k >= 0; k = f->branches.items[k].parent)
        if (f->branches.items[k].kind == BRANCH_LOOP)
            return true;
    return !f->is_kernel;
}

// Operations whose masks are the user's: intrinsics, also in functions of the project. Libraries form theirs themselves.
static bool names_lanes(const plan *p, const fact *x)
{
    if (x->at_end)
        return false;
    if (!(x->context & IN_LAMBDA) && lambda_may_wait(p, x, false))
        return true;
    return (x->kind == FACT_CALL || x->kind == FACT_CALL_DEPENDENT) && x->callee >= 0 && !(x->context & IN_LAMBDA) &&
           p->functions.items[x->callee].has_warp_sync &&
           (leaving_is_warp_sync(p, x) || !p->functions.items[x->callee].in_system);
}

static bool is_around(const function *f, int outer, int inner)
{
    for (int i = f->branches.items[inner].parent; i >= 0; i = f->branches.items[i].parent)
        if (i == outer)
            return true;
    return outer < 0;
}

// Of each function, found once: it would be asked for once for each way to it.
enum waits { WAITS_UNKNOWN, WAITS_NOT, WAITS_SURELY };
static bool always_waits(const plan *p, unsigned char *known, int callee);

// Does each thread that comes to the call wait for others of its block or its warp: at one of CUDA's own, or in a function on its only way?
static bool waits_surely(const plan *p, unsigned char *known, const fact *x)
{
    if (!fact_is_named_call(x) || x->context & (IN_LAMBDA | IS_UNIFORM) || x->elsewhere) // in an `if constexpr`, perhaps
        return false;
    if (leaving_is_block_barrier(p, x) || leaving_is_warp_sync(p, x))
        return true;
    return !p->functions.items[x->callee].in_system && always_waits(p, known, x->callee);
}

static bool always_waits(const plan *p, unsigned char *known, int callee)
{
    const function *g = &p->functions.items[callee];
    const declaration *d = plan_definition(g);
    if (known[callee] != WAITS_UNKNOWN)
        return known[callee] == WAITS_SURELY;
    known[callee] = WAITS_NOT; // while it is asked: what calls itself waits by something else
    for (size_t i = 0; d && i < g->facts.count; i++) {
        const fact *x = &g->facts.items[i];
        if (x->branch < 0 && !x->guard_end && waits_surely(p, known, x) && !leaving_may_end_between(g, d->body_begin, x->begin) &&
            !jump_may_pass(g, d->body_begin, x)) {
            known[callee] = WAITS_SURELY;
            break;
        }
    }
    return known[callee] == WAITS_SURELY;
}

// What a library does for the whole block, or for the tile.
static bool waits_in_library(const plan *p, const function *f, const fact *x, const token *tile)
{
    if (!tile || x->context & (IN_LAMBDA | IS_UNIFORM) || !leaving_is_library_barrier(p, x))
        return false;
    const plan_file *file = &p->files.items[plan_definition(f)->file];
    const token *own = leaving_group_of(p, f, x);
    return x->context & OF_WHOLE_BLOCK || (own && slice_equal(token_bytes(file->text, own), token_bytes(file->text, tile)));
}

static bool all_meet_behind(const plan *p, unsigned char *known, const function *f, int inner, const fact *at, const token *tile)
{
    const size_t end = f->branches.items[inner].end;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->begin >= end && leaving_is_same_way(at, x) && is_around(f, x->branch, inner) &&
            (waits_surely(p, known, x) || waits_in_library(p, f, x, tile)) && !leaving_may_end_between(f, end, x->begin) && !jump_may_pass(f, end, x))
            return true;
    }
    return false;
}

bool lanes_meet_behind(const plan *p, const function *f, int branch, const fact *at, const token *tile)
{
    return all_meet_behind(p, arena_alloc(p->arena, p->functions.count), f, branch, at, tile);
}

void lanes_find_parting(plan *p, function *kernel)
{
    unsigned char *const known = arena_alloc(p->arena, p->functions.count);
    for (size_t i = 0; i < kernel->facts.count; i++) {
        const fact *x = &kernel->facts.items[i];
        if (!names_lanes(p, x))
            continue;
        for (int k = x->branch; k >= 0; k = kernel->branches.items[k].parent) {
            branch *b = &kernel->branches.items[k];
            if (b->parts_lanes || lanes_in_head(b, x) || uniform_branch(p, kernel, b, true) || all_meet_behind(p, known, kernel, k, x, NULL) ||
                (b->has_break && lanes_leave_together(p, kernel, k, LANES_OF_WARP)))
                continue;
            if (b->kind == BRANCH_SWITCH && !lanes_part_at(p, kernel, b, LANES_OF_WARP)) // it would be refused
                continue;
            b->parts_lanes = kernel->parts_lanes = true;
        }
    }
}
