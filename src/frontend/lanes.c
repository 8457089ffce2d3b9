// Warp operations that only some lanes of a warp come to; see lanes.h.
#include "frontend/lanes.h"

#include "frontend/analyse.h"
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

// Does a lane that passes by the branch come to a barrier or warp operation all the same?
static bool all_meet_behind(const plan *p, const function *f, int inner, const fact *at)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->begin >= f->branches.items[inner].end && !(x->context & IN_LAMBDA) &&
            leaving_is_same_way(at, x) && (leaving_may_wait(p, x, true) || leaving_may_wait(p, x, false)) && is_around(f, x->branch, inner) &&
            !leaving_may_end_between(f, f->branches.items[inner].end, x->begin))
            return true;
    }
    return false;
}

void lanes_find_parting(plan *p, function *kernel)
{
    for (size_t i = 0; i < kernel->facts.count; i++) {
        const fact *x = &kernel->facts.items[i];
        if (!names_lanes(p, x))
            continue;
        for (int k = x->branch; k >= 0; k = kernel->branches.items[k].parent) {
            branch *b = &kernel->branches.items[k];
            if (b->parts_lanes || lanes_in_head(b, x) || uniform_branch(p, kernel, b, true) || all_meet_behind(p, kernel, k, x) ||
                (b->has_break && lanes_leave_together(p, kernel, k, 0)))
                continue;
            if (b->kind == BRANCH_SWITCH && !lanes_part_at(p, kernel, b, 0)) // it would be refused
                continue;
            b->parts_lanes = kernel->parts_lanes = true;
        }
    }
}
