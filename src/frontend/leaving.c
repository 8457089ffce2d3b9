// Threads that leave before others have passed their last barrier; see leaving.h.
#include "frontend/leaving.h"

#include "frontend/analyse.h"
#include "frontend/arms.h"
#include "frontend/assembly.h"
#include "frontend/barrier.h"
#include "frontend/group.h"
#include "frontend/intrinsics.h"
#include "frontend/jump.h"
#include "frontend/lambda.h"
#include "frontend/lanes_parts.h"
#include "frontend/library.h"
#include "frontend/open_member.h"
#include "frontend/short_circuit.h"
#include "frontend/uniform.h"

#include <string.h>

bool leaving_can_reach(const fact *leave, const fact *sync)
{
    const bool is_behind = sync->begin > leave->begin && (leave->kind != FACT_RETURN || sync->begin >= leave->end); // not in its value
    const bool is_of_one_macro = leave->in_macro && sync->begin == leave->begin && sync > leave; // a function's facts are in its order
    if (is_behind || is_of_one_macro || sync->context & IN_LAMBDA) // which may be called anywhere
        return true;
    return leave->loop_end && sync->loop_end == leave->loop_end; // the next turn of a common loop
}

bool leaving_goes_elsewhere(const plan *p, const function *f, const fact *leave, const fact *sync, bool of_kernel)
{
    arms x;
    return arms_part(p, f, leave, sync, &x) && arms_are_uniform(p, f, &x, of_kernel);
}

bool leaving_is_same_way(const fact *x, const fact *behind) { return !x->guard_end || x->guard_begin == behind->guard_begin; }

// By its name; in a template, where the types of its arguments are open, too.
bool leaving_is_block_barrier(const plan *p, const fact *x)
{
    if (!fact_is_named_call(x))
        return false;
    const intrinsic *i = intrinsic_find(p->functions.items[x->callee].name);
    return i && (i->effect == EFFECT_BLOCK_BARRIER || i->effect == EFFECT_BLOCK_VOTE);
}

bool leaving_is_warp_sync(const plan *p, const fact *x)
{
    if (!fact_is_named_call(x))
        return false;
    const intrinsic *i = intrinsic_find(p->functions.items[x->callee].name);
    return i && i->effect == EFFECT_WARP;
}

const function *leaving_waiting_target(const plan *p, const fact *x)
{
    open_targets targets = analyse_targets(p, x);
    for (int i; (i = analyse_next_target(&targets)) >= 0;) {
        const function *f = &p->functions.items[i];
        const bool may_run_there = f->is_device || f->form == FORM_CALL_OPERATOR; // a lambda's says nothing of the device
        if (may_run_there && (f->has_block_barrier || f->has_warp_sync))
            return f;
    }
    return NULL;
}

bool leaving_is_library_barrier(const plan *p, const fact *x)
{
    if (barrier_is_grid(p, x) || x->at_end || x->context & OF_OWN_GROUP)
        return false; // it becomes a barrier of our own
    if (lambda_is_foreign_barrier(p, x))
        return true;
    if (x->kind == FACT_ASM)
        return assembly_waits_for_block(x->name) || (assembly_has(x->name, "sync") && !assembly_is_of_whole_warps(x->name));
    // No clone can be called where the callee is open: barriers of project functions cannot be reached either.
    if (analyse_is_open_call(x))
        return leaving_waiting_target(p, x) || analyse_may_be_collective(x);
    if (!analyse_is_call(x))
        return false;
    const function *f = &p->functions.items[x->callee];
    return f->in_system && !leaving_is_block_barrier(p, x) && !leaving_is_warp_sync(p, x) &&
           (f->has_block_barrier || f->has_warp_sync);
}

bool leaving_may_wait(const plan *p, const fact *x, bool block)
{
    if (barrier_is_grid(p, x))
        return block;
    if (x->at_end || x->context & OF_OWN_GROUP)
        return false;
    if (lambda_may_wait(p, x, block))
        return true;
    if (x->kind == FACT_ASM && assembly_waits_within_warp(x->name))
        return !block && !assembly_is_of_whole_warps(x->name);
    if (x->kind == FACT_ASM || analyse_is_open_call(x))
        return leaving_is_library_barrier(p, x);
    if (!analyse_is_call(x))
        return false;
    const function *f = &p->functions.items[x->callee];
    return block ? f->has_block_barrier : f->has_warp_sync;
}

bool leaving_may_end_between(const function *f, size_t begin, size_t end)
{
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].kind == FACT_RETURN && f->facts.items[i].begin >= begin && f->facts.items[i].begin < end)
            return true;
    return false;
}

static bool lies_in(const function *f, int inner, int outer)
{
    while (inner >= 0 && inner != outer)
        inner = f->branches.items[inner].parent;
    return inner == outer;
}

// A barrier in a loop that threads may go through a different number of times, and none behind it: who has left the loop
// goes on to the end, where the hardware counts it as gone. (With one behind, the program itself needs equal numbers.)
static bool loop_may_be_left_at(const plan *p, const function *f, const fact *x, bool of_kernel)
{
    for (int k = x->branch; k >= 0; k = f->branches.items[k].parent) {
        const branch *b = &f->branches.items[k];
        const bool is_once = x->begin < b->header_end && x->begin < b->condition_begin; // in what a `for` begins with
        if (b->kind != BRANCH_LOOP || is_once || uniform_branch(p, f, b, of_kernel))
            continue;
        bool meets = false;
        for (size_t i = 0; i < f->facts.count && !meets; i++) {
            const fact *behind = &f->facts.items[i];
            meets = behind->begin >= b->end && leaving_is_same_way(x, behind) && leaving_may_wait(p, behind, true) &&
                    lies_in(f, behind->branch, b->parent) && !leaving_may_end_between(f, b->end, behind->begin);
        }
        if (!meets)
            return true;
    }
    return false;
}

// Does an `if` stand around it that some threads do not take? One in a macro's body may be any.
static bool is_under_condition(const plan *p, const function *f, const fact *x, bool of_kernel)
{
    for (int k = x->branch; k >= 0; k = f->branches.items[k].parent) {
        const branch *b = &f->branches.items[k];
        if (b->kind == BRANCH_IF && x->begin >= b->header_end && !uniform_branch(p, f, b, of_kernel))
            return true;
    }
    return x->guard_end && !uniform_condition(p, f, x->guard_begin, x->guard_end, of_kernel);
}

// A barrier in a switch that threads go different ways through, or behind an operator that skips it for some.
static bool may_be_skipped(const plan *p, const function *f, const fact *x, bool of_kernel)
{
    for (int k = x->branch; k >= 0; k = f->branches.items[k].parent) {
        const branch *b = &f->branches.items[k];
        if (b->kind == BRANCH_SWITCH && x->begin >= b->header_end && !uniform_branch(p, f, b, of_kernel))
            return true;
    }
    return !(x->context & IN_LAMBDA) &&
           (!uniform_operators(p, f, x->begin, of_kernel) || (x->in_macro && short_circuit_in_macro(p, plan_definition(f), x->begin)));
}

// Is a barrier at this place, and under a condition that threads may pass by?
static bool may_be_passed_by(const plan *p, const function *f, const fact *x, bool of_kernel)
{
    const declaration *d = plan_definition(f);
    if (!leaving_may_wait(p, x, true))
        return false;
    if (x->context & IN_LAMBDA) // under which condition it is called is not followed
        return true;
    // Threads that pass it by go on to the end, where the hardware counts them as gone. Here they leave the item, and its barriers
    // wait for the others only.
    if (x->begin < d->body_begin)
        return false;
    return is_under_condition(p, f, x, of_kernel) || loop_may_be_left_at(p, f, x, of_kernel) || may_be_skipped(p, f, x, of_kernel) || jump_skips(p, f, x, of_kernel);
}

// All threads that are there take it, or none: by the guard and the branches around it.
bool leaving_ends_with_guard(const plan *p, const function *f, const fact *x)
{
    for (size_t i = 0; i < f->facts.count && x->guard_end && !(x->context & AT_TOP_LEVEL); i++) {
        const fact *sync = &f->facts.items[i];
        if (sync->guard_begin == x->guard_begin && leaving_can_reach(x, sync) &&
            (leaving_may_wait(p, sync, true) || leaving_may_wait(p, sync, false)))
            return false;
    }
    return x->guard_end != 0;
}

bool leaving_is_uniform_return(const plan *p, const function *f, const fact *x, bool of_kernel)
{
    if (x->at_end || x->context & IS_CHECKED)
        return true;
    if (jump_skips(p, f, x, of_kernel) || jump_goes_over(f, x))
        return false;
    if (x->context & IS_UNIFORM) // the compiler decides
        return true;
    if (x->kind != FACT_RETURN || (x->guard_end && !uniform_condition(p, f, x->guard_begin, x->guard_end, of_kernel)))
        return false;
    if (x->context & AT_TOP_LEVEL || leaving_ends_with_guard(p, f, x))
        return x->guard_end != 0;
    for (int k = x->branch; k >= 0; k = f->branches.items[k].parent)
        if (!uniform_branch(p, f, &f->branches.items[k], of_kernel))
            return false;
    return x->branch >= 0 && !x->in_macro && !x->elsewhere && !(x->context & IN_LAMBDA);
}

static bool jumps_over_barrier(const plan *p, const function *f, const fact *x)
{
    return x->kind == FACT_GOTO && (jump_goes_back_over(p, f, x, true) || jump_goes_past(p, f, x));
}

// Is one who returns here, as not all threads do, waited for at a barrier?
static bool returns_before_barrier(const plan *p, const function *f, const fact *x, bool of_kernel, bool but_grid)
{
    if (x->kind != FACT_RETURN || leaving_is_uniform_return(p, f, x, of_kernel))
        return false;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *sync = &f->facts.items[i];
        if ((!but_grid || !barrier_is_grid(p, sync)) && leaving_can_reach(x, sync) && leaving_may_wait(p, sync, true) && !leaving_goes_elsewhere(p, f, x, sync, of_kernel))
            return true;
    }
    return false;
}

// One whose masks are the program's, and that only those come to who take the return's guard.
static bool is_in_guard_of(const plan *p, const fact *leave, const fact *sync)
{
    return leave->context & AT_TOP_LEVEL && leave->guard_end && sync->guard_begin == leave->guard_begin &&
           sync->guard_end == leave->guard_end && !leaving_is_library_barrier(p, sync);
}

// Is a warp operation done without lanes that another way has taken: behind a return that is not the same for all, or in its guard,
// where the others end?
static bool returns_before_warp_sync(const plan *p, const function *f, const fact *x)
{
    if (x->kind != FACT_RETURN)
        return false;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *sync = &f->facts.items[i];
        if (((leaving_can_reach(x, sync) && !leaving_goes_elsewhere(p, f, x, sync, true)) || is_in_guard_of(p, x, sync)) && leaving_may_wait(p, sync, false))
            return true;
    }
    return false;
}

// Threads that are not all of the block come to the end, or past a barrier, before others do that wait at one; `but_grid`: barriers of
// the grid aside.
static bool leaves_before_barrier(const plan *p, const function *f, bool of_kernel, bool but_grid)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (((!but_grid || !barrier_is_grid(p, x)) && may_be_passed_by(p, f, x, of_kernel)) || jumps_over_barrier(p, f, x) ||
            returns_before_barrier(p, f, x, of_kernel, but_grid))
            return true;
    }
    return false;
}

// A function in which some threads wait at a barrier that others never come to, since they return before it or do not take
// the branch it is in: those go on in the kernel, to its end or to another barrier, and the hardware counts them there.
static bool parts_at_barriers(const plan *p, const function *f)
{
    if (f->is_kernel || !(f->has_block_barrier || f->lambda_block_waits))
        return false;
    return plan_definition(f) && leaves_before_barrier(p, f, false, false);
}

static bool calls_what_is_passed_by(const plan *p, const function *f)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (analyse_is_call(x) && !x->at_end && !p->functions.items[x->callee].is_kernel && p->functions.items[x->callee].passes_barriers_by)
            return true;
    }
    return false;
}

static bool spread_passing_by(plan *p, function *f)
{
    return !f->passes_barriers_by && (f->passes_barriers_by = calls_what_is_passed_by(p, f));
}

static void find_passing_by(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        f->passes_barriers_by = !f->in_system && (f->lambda_parts || parts_at_barriers(p, f));
    }
    analyse_close(p, spread_passing_by);
}

bool leaving_before_block_barrier(const plan *p, const function *f)
{
    return f->passes_barriers_by || leaves_before_barrier(p, f, true, true);
}

void leaving_find(plan *p)
{
    find_passing_by(p);
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        if (!f->annotated || !plan_definition(f))
            continue;
        f->leaves_before_barrier |= f->passes_barriers_by || leaves_before_barrier(p, f, true, false);
        for (size_t k = 0; k < f->facts.count; k++) {
            fact *leave = &f->facts.items[k];
            const bool is_uniform = leaving_is_uniform_return(p, f, leave, true);
            leave->context = is_uniform ? leave->context | IS_UNIFORM : leave->context & ~(unsigned)IS_UNIFORM;
            if (!is_uniform)
                f->leaves_before_warp_sync |= returns_before_warp_sync(p, f, leave);
        }
    }
}

bool leaving_library_waits_for_warp(const plan *p, const function *in, const fact *x)
{
    if (x->kind == FACT_ASM)
        return assembly_waits_within_warp(x->name);
    return x->context & OF_LANES || (fact_is_named_call(x) ? library_waits_for_warp(&p->functions.items[x->callee])
                                                           : open_member_waits_for(p, plan_definition(in), x) == OPEN_MEMBER_WARP);
}

// Of an open call: all that it may be are functions of the program's whose operations name the lanes of a warp, and none waits for the block.
static bool targets_wait_for_warp(const plan *p, const fact *x)
{
    bool any = false;
    open_targets targets = analyse_targets(p, x);
    for (int i; (i = analyse_next_target(&targets)) >= 0;) {
        if (p->functions.items[i].has_block_barrier || p->functions.items[i].has_grid_barrier)
            return false;
        any |= p->functions.items[i].has_warp_sync && !p->functions.items[i].in_system;
    }
    return any && analyse_is_open_call(x) && !analyse_may_be_collective(x);
}

bool leaving_waits_for_warp(const plan *p, const function *in, const fact *x) { return leaving_library_waits_for_warp(p, in, x) || targets_wait_for_warp(p, x); }

const token *leaving_group_of(const plan *p, const function *in, const fact *x)
{
    const bool is_known = x->kind == FACT_CALL && strstr(p->functions.items[x->callee].name_scope, "cooperative_groups");
    const bool is_open = x->kind == FACT_CALL_DEPENDENT && (x->context & MEMBER_SYNTAX || !leaving_waiting_target(p, x));
    if (x->in_macro || x->elsewhere || x->context & (IN_LAMBDA | UNREAD) || (!is_known && !is_open))
        return NULL;
    return group_of_call(&p->files.items[plan_definition(in)->file], x);
}

bool leaving_is_out_of_reach(const plan *p, const fact *x) { return leaving_is_library_barrier(p, x) && !(x->context & OF_WHOLE_BLOCK); }

// Whom a library waits for that waits for a tile or a warp.
static tile_waited_for tile_of(const plan *p, const function *f, const fact *x)
{
    const declaration *d = plan_definition(f);
    const token *group = leaving_group_of(p, f, x);
    const plan_file *file = &p->files.items[d->file];
    lanes_way how = LANES_OF_WARP;
    if (x->kind == FACT_ASM || x->context & OF_COALESCED || (!leaving_library_waits_for_warp(p, f, x) && !(group && lanes_find_tile(p, f, group, &how))))
        return TILE_NONE;
    return group && plan_is_parameter(file, d, (size_t)(group - file->tokens.items)) ? TILE_OF_CALLER : TILE_OWN;
}

static bool spread_hidden_barriers(plan *p, function *f)
{
    const bool before[] = {f->hides_library_barrier, f->hides_wide_barrier};
    const tile_waited_for tile_before = f->waits_for_tile;
    for (size_t k = 0; k < f->facts.count && f->is_device && !f->in_system; k++) {
        if (!fact_is_named_call(&f->facts.items[k]))
            continue;
        f->hides_library_barrier |= p->functions.items[f->facts.items[k].callee].hides_library_barrier;
        const function *g = &p->functions.items[f->facts.items[k].callee];
        f->hides_wide_barrier |= g->hides_wide_barrier;
        f->waits_for_tile = g->waits_for_tile > f->waits_for_tile ? g->waits_for_tile : f->waits_for_tile;
    }
    return f->hides_library_barrier != before[0] || f->hides_wide_barrier != before[1] || f->waits_for_tile != tile_before;
}

// Barriers that the program's own functions come to.
void leaving_find_hidden_barriers(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        f->hides_library_barrier = f->hides_wide_barrier = false;
        f->waits_for_tile = TILE_NONE;
        for (size_t k = 0; k < f->facts.count && f->is_device && !f->in_system && plan_definition(f); k++) {
            if (!leaving_is_out_of_reach(p, &f->facts.items[k]))
                continue;
            const tile_waited_for tile = tile_of(p, f, &f->facts.items[k]);
            f->hides_library_barrier = true;
            f->hides_wide_barrier |= !leaving_waits_for_warp(p, f, &f->facts.items[k]);
            f->waits_for_tile = tile > f->waits_for_tile ? tile : f->waits_for_tile;
        }
    }
    analyse_close(p, spread_hidden_barriers);
}
