// Kernels whose blocks must have rows of whole warps: see lanes_rows.h.
#include "frontend/lanes_rows.h"

#include "frontend/analyse.h"
#include "frontend/lanes_apart.h"
#include "frontend/lanes_parts.h"
#include "frontend/leaving.h"
#include "frontend/lex.h"
#include "frontend/uniform.h"

// A return that is followed by lanes, whatever the block's shape: a guard of the body itself, in front of the program's own operations.
static bool is_followed(const plan *p, const function *f, const fact *leave)
{
    if (!(leave->context & AT_TOP_LEVEL) || !leave->guard_end || leave->in_macro || leave->elsewhere)
        return false;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        const bool hides = fact_is_named_call(x) && p->functions.items[x->callee].hides_library_barrier;
        if (leaving_can_reach(leave, x) && (hides || leaving_is_library_barrier(p, x)))
            return false;
    }
    return true;
}

// if (i - tile.thread_rank() >= n) return;
static bool leaves_by_first_of_tile(const plan *p, const function *f, const fact *leave)
{
    const plan_file *file = &p->files.items[plan_definition(f)->file];
    size_t tile;
    for (size_t i = token_at_or_after(&file->tokens, leave->guard_begin); file->tokens.items[i].begin < leave->guard_end; i++)
        if (uniform_first_of_tile(p, f, i, &tile))
            return true;
    return false;
}

// if (threadIdx.x / 8 >= n) return; in front of what a tile of 8 waits for.
static bool leaves_by_rows_of_tiles(const plan *p, const function *f, const fact *leave)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        const token *group = leaving_can_reach(leave, x) && leaving_is_library_barrier(p, x) ? leaving_group_of(p, f, x) : NULL;
        if (group && lanes_leave_as_tiles(p, f, leave, group, LANES_BY_ROWS) && !lanes_leave_as_tiles(p, f, leave, group, LANES_OF_ANY_SHAPE))
            return true;
    }
    return false;
}

static bool is_known_by_rows(const plan *p, const function *f, const fact *x)
{
    if (x->kind == FACT_RETURN && !x->elsewhere && x->guard_end && leaves_by_first_of_tile(p, f, x))
        return true;
    if (x->kind == FACT_RETURN && !(x->context & IS_UNIFORM) && leaves_by_rows_of_tiles(p, f, x))
        return true;
    if (x->kind == FACT_RETURN)
        return !(x->context & IS_UNIFORM) && !is_followed(p, f, x) && lanes_leave_as_warps(p, f, x, LANES_BY_ROWS) && !lanes_leave_as_warps(p, f, x, LANES_OF_ANY_SHAPE);
    return fact_is_named_call(x) && !lanes_apart_at(p, f, x, LANES_BY_ROWS) && lanes_apart_at(p, f, x, LANES_OF_ANY_SHAPE);
}

static bool has_loop_left_by_rows(const plan *p, const function *f)
{
    for (size_t k = 0; k < f->branches.count; k++)
        if (f->branches.items[k].has_break && lanes_leave_together(p, f, (int)k, LANES_OF_WARP) && !lanes_leave_together(p, f, (int)k, LANES_OF_ANY_SHAPE))
            return true;
    return false;
}

static bool needs_whole_rows(const plan *p, const function *f)
{
    bool needs = f->has_warp_sync && has_loop_left_by_rows(p, f);
    for (size_t i = 0; i < f->facts.count && !needs; i++)
        needs = is_known_by_rows(p, f, &f->facts.items[i]);
    return needs;
}

static bool spread(plan *p, function *f)
{
    for (size_t i = 0; i < f->facts.count && !f->needs_whole_rows; i++)
        if (analyse_is_call(&f->facts.items[i]) && p->functions.items[f->facts.items[i].callee].needs_whole_rows)
            return f->needs_whole_rows = true;
    return false;
}

void lanes_find_rows(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        if (!f->in_system && (f->is_device || f->is_kernel) && plan_definition(f))
            f->needs_whole_rows = needs_whole_rows(p, f);
    }
    analyse_close(p, spread);
}
