// Barriers that threads pass by: see passing.h.
#include "frontend/passing.h"

#include "frontend/analyse.h"
#include "frontend/assembly.h"
#include "frontend/class_call.h"
#include "frontend/jump.h"
#include "frontend/lambda.h"
#include "frontend/leaving.h"
#include "frontend/library.h"
#include "frontend/open_member.h"
#include "frontend/thread_index.h"
#include "frontend/uniform.h"

#include <string.h>

// methods<T>::call(): it cannot be handed the item's barrier. Where not even the class is known, a name tells too little: check_leaving.c warns.
static bool may_be_with_barrier(const plan *p, const fact *x)
{
    open_targets targets = analyse_targets(p, x);
    for (int i; class_call_is(x) && (i = analyse_next_target(&targets)) >= 0;)
        if (p->functions.items[i].is_device && !p->functions.items[i].in_system && p->functions.items[i].has_block_barrier)
            return true;
    return false;
}

// One of the hardware, for all threads of the block, in a fact of `in`; bar.sync with a number of threads is none.
static bool waits_for_hardware(const plan *p, const function *in, const fact *x)
{
    if (x->at_end)
        return false;
    if (may_be_with_barrier(p, x))
        return true;
    if (x->context & MAY_BE_COLLECTIVE)
        return open_member_waits_for(p, plan_definition(in), x) == OPEN_MEMBER_BLOCK;
    if (x->kind == FACT_ASM)
        return x->name != assembly_unknown && (assembly_has(x->name, "bar") || assembly_has(x->name, "barrier")) && assembly_has(x->name, "sync") &&
               !strchr(x->name, ',');
    return fact_is_named_call(x) && leaving_is_library_barrier(p, x) && !(x->context & OF_WHOLE_BLOCK) &&
           p->functions.items[x->callee].has_block_barrier && !library_waits_for_some(&p->functions.items[x->callee]) &&
           open_member_waits_for(p, plan_definition(in), x) != OPEN_MEMBER_WARP; // WarpMergeSort's Sort is one of its base's
}

// The same, in a function or a lambda of the program that is called here. Each function is `seen` once.
static bool may_come_to_hardware(const plan *p, const function *in, const fact *x, bool *seen)
{
    if (waits_for_hardware(p, in, x))
        return true;
    const function *f = fact_is_named_call(x) ? &p->functions.items[x->callee] : NULL;
    const fact *const lambda = lambda_of_call(p, x, &f);
    if (!f || seen[x->callee] || (!lambda && (f->in_system || !f->has_block_barrier)))
        return false;
    seen[x->callee] = true;
    for (size_t i = 0; i < f->facts.count; i++)
        if ((!lambda || lambda_holds(lambda, &f->facts.items[i])) && may_come_to_hardware(p, f, &f->facts.items[i], seen))
            return true;
    return false;
}

bool passing_comes_to_hardware(const plan *p, const function *in, const fact *x)
{
    const function *f = fact_is_named_call(x) ? &p->functions.items[x->callee] : NULL;
    const bool has_text = f && !f->in_system && (f->has_block_barrier || f->form == FORM_CALL_OPERATOR);
    return waits_for_hardware(p, in, x) || (has_text && may_come_to_hardware(p, in, x, arena_alloc(p->arena, p->functions.count * sizeof(bool))));
}

static bool parts_threads(const plan *p, const function *f, const branch *b, bool of_kernel)
{
    return thread_index_in_branch(p, f, b, false) && !uniform_branch(p, f, b, of_kernel);
}

// The branch that the fact stands in, or one around that, inside of `outer` (-1: any), whose condition parts the threads of a block.
static const branch *parting_branch(const plan *p, const function *f, const fact *x, int outer, bool of_kernel)
{
    for (int k = x->branch; k != outer && k >= 0; k = f->branches.items[k].parent)
        if (x->begin >= f->branches.items[k].header_end && parts_threads(p, f, &f->branches.items[k], of_kernel))
            return &f->branches.items[k];
    return NULL;
}

// if (...) { ...; return; }: the condition in which it stands is that of a return, and no branch.
static bool guard_parts_threads(const plan *p, const function *f, const fact *x, bool of_kernel)
{
    return x->guard_end && thread_index_in(p, f, x->guard_begin, x->guard_end, false) && !uniform_condition(p, f, x->guard_begin, x->guard_end, of_kernel);
}

size_t passing_condition(const plan *p, const function *f, const fact *x, bool of_kernel)
{
    if (guard_parts_threads(p, f, x, of_kernel))
        return x->guard_begin;
    const branch *found = parting_branch(p, f, x, -1, of_kernel);
    for (size_t i = 0; i < f->facts.count && !found; i++) {
        const fact *jump = &f->facts.items[i];
        const int left = jump->kind == FACT_JUMP && !jump->elsewhere ? jump_target(f, jump) : -1;
        if (left < 0 || x->begin < f->branches.items[left].begin || x->end > f->branches.items[left].end)
            continue;
        if (x->begin > jump->begin || (f->branches.items[left].kind == BRANCH_LOOP && strcmp(jump->name, "break") == 0))
            found = parting_branch(p, f, jump, left, of_kernel);
    }
    return found ? found->begin : 0;
}

size_t passing_return(const plan *p, const function *f, const fact *x)
{
    for (size_t i = 0; i < f->facts.count && !f->is_kernel; i++) {
        const fact *leave = &f->facts.items[i];
        if (leave->kind != FACT_RETURN || leave->elsewhere || !leaving_can_reach(leave, x) || leaving_is_uniform_return(p, f, leave, false))
            continue;
        if (x->guard_begin != leave->guard_begin && guard_parts_threads(p, f, leave, false))
            return leave->guard_begin;
        const branch *b = parting_branch(p, f, leave, -1, false);
        if (b && (x->begin < b->begin || x->begin >= b->end))
            return b->begin;
    }
    return 0;
}

static bool can_be_checked(const branch *b)
{
    return b->kind == BRANCH_LOOP && b->editable && b->condition_begin < b->condition_end;
}

void passing_find_checked_loops(plan *p, function *f)
{
    for (size_t i = 0; i < f->facts.count && !f->has_grid_barrier; i++) {
        const fact *x = &f->facts.items[i];
        if (x->elsewhere || x->branch < 0 || x->context & (IN_LAMBDA | UNREAD) || !passing_comes_to_hardware(p, f, x))
            continue;
        for (const branch *b; (b = parting_branch(p, f, x, -1, f->is_kernel)) && can_be_checked(b);)
            f->branches.items[b - f->branches.items].is_checked = f->must_be_copied = true;
    }
}

// ---- returns ---------------------------------------------------------------------------------------------------------

// Would the return be refused: is somebody waited for behind it, who cannot be told that a thread has left?
static bool needs_all(const plan *p, const function *kernel, const fact *leave)
{
    for (size_t i = 0; i < kernel->facts.count; i++) {
        const fact *x = &kernel->facts.items[i];
        if (leaving_can_reach(leave, x) &&
            ((leaving_is_library_barrier(p, x) && !(x->context & OF_WHOLE_BLOCK)) ||
             (fact_is_named_call(x) && p->functions.items[x->callee].hides_library_barrier)))
            return true;
    }
    return false;
}

// Do all threads of the block come to its guard, and go on from there as what lies in memory says?
static bool can_check_return(const plan *p, const function *kernel, const fact *leave)
{
    for (size_t i = 0; i < kernel->facts.count; i++) {
        const fact *x = &kernel->facts.items[i];
        if (x->kind == FACT_GOTO || (x->kind == FACT_RETURN && x->begin < leave->begin && !leaving_is_uniform_return(p, kernel, x, true) &&
                                     !(x->guard_end && x->guard_begin == leave->guard_begin)))
            return false;
    }
    if (leave->in_macro || leave->elsewhere || leave->loop_end || leave->context & (IN_LAMBDA | UNREAD))
        return false;
    if (leaving_ends_with_guard(p, kernel, leave))
        return uniform_by_memory(p, kernel, leave->guard_begin, leave->guard_end);
    for (int k = leave->branch; k >= 0; k = kernel->branches.items[k].parent) {
        const branch *b = &kernel->branches.items[k];
        if (!uniform_branch(p, kernel, b, true) &&
            !(b->kind == BRANCH_IF && b->editable && uniform_by_memory(p, kernel, b->condition_begin, b->condition_end)))
            return false;
    }
    return leave->branch >= 0;
}

void passing_find_checked_returns(plan *p, function *kernel)
{
    for (size_t i = 0; i < kernel->facts.count && !kernel->has_grid_barrier; i++) {
        fact *x = &kernel->facts.items[i];
        if (x->kind != FACT_RETURN || leaving_is_uniform_return(p, kernel, x, true) || !needs_all(p, kernel, x) ||
            !can_check_return(p, kernel, x))
            continue;
        const bool at_guard = leaving_ends_with_guard(p, kernel, x);
        if (at_guard)
            x->context |= IS_CHECKED;
        for (int k = x->branch; k >= 0 && !at_guard; k = kernel->branches.items[k].parent)
            kernel->branches.items[k].is_checked |= !uniform_branch(p, kernel, &kernel->branches.items[k], true);
    }
}

static void forget(branch *b)
{
    b->is_checked = b->parts_lanes = false;
    b->lanes_checked = b->lanes_named = 0;
}

void passing_forget_copies(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++) {
        function *f = &p->functions.items[i];
        if (f->annotated || f->cloned)
            continue;
        for (size_t k = 0; k < f->branches.count; k++)
            forget(&f->branches.items[k]);
        for (size_t k = 0; k < f->facts.count; k++)
            if (f->facts.items[k].kind == FACT_RETURN)
                f->facts.items[k].lanes_named = f->facts.items[k].lanes_checked = 0;
        f->parts_lanes = f->leaves_before_warp_sync = false;
    }
}
