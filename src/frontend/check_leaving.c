// Checks of threads that leave a kernel before others wait for them; see checker.h.
#include "frontend/checker.h"

#include "frontend/barrier.h"
#include "frontend/group.h"
#include "frontend/jump.h"
#include "frontend/lambda.h"
#include "frontend/lanes.h"
#include "frontend/lanes_apart.h"
#include "frontend/leaving.h"
#include "frontend/lex.h"
#include "frontend/passing.h"
#include "frontend/uniform.h"

#include <string.h>

// The threads of a tile leave all or none, and it is that tile which waits: nobody is missed.
static bool leave_as_one(const target *t, const fact *leave, const fact *sync)
{
    const bool guarded = t->f == t->kernel && leave->context & AT_TOP_LEVEL && leave->guard_end && !leave->in_macro && !leave->elsewhere;
    const bool is_known = sync->kind == FACT_CALL && strstr(t->plan->functions.items[sync->callee].name_scope, "cooperative_groups");
    const bool is_open = sync->kind == FACT_CALL_DEPENDENT && (sync->context & MEMBER_SYNTAX || !leaving_waiting_target(t->plan, sync));
    if (!guarded || sync->in_macro || sync->elsewhere || sync->context & (IN_LAMBDA | UNREAD) || (!is_known && !is_open))
        return false;
    const plan_file *f = &t->plan->files.items[t->d->file];
    const token *group = group_of_call(f, sync);
    return group && uniform_in_tile(t->plan, t->kernel, leave->guard_begin, leave->guard_end, group);
}

// The sync of the block becomes a barrier that waits for the threads that are there: the call alone, and not what a macro does besides.
void check_sync_in_macro(const target *t)
{
    const function *f = t->f;
    for (size_t i = 0; i < f->facts.count && (f->leaves_before_barrier || f->drains); i++)
        if (f->facts.items[i].context & OF_WHOLE_BLOCK && f->facts.items[i].in_macro)
            refuse_at(t, "pt-leave-before-library-barrier", at_fact(t, &f->facts.items[i]),
                      "threads that have left the kernel would be waited for in this sync of a macro's body; write it out, or let "
                      "the macro call __syncthreads()");
}

// In the program, threads that pass a barrier by have come to the kernel's end, where the hardware counts them as gone. Here they go on, to
// barriers of the queue: those in the library would take these for themselves.
void check_passing_by(const target *t)
{
    const function *f = t->f;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->elsewhere || !passing_comes_to_hardware(t->plan, f, x))
            continue;
        const branch *b = passing_condition(t->plan, f, x, f == t->kernel);
        const size_t operator = b ? 0 : uniform_operator_for_thread(t->plan, f, x->begin);
        if (!b && !operator)
            continue;
        refuse_at(t, "pt-library-barrier-passed-by", at_fact(t, x),
                  "threads that a condition keeps from here would be waited for in a barrier of the whole block that this comes "
                  "to; let all threads come here, and put the condition around what each of them does");
        const size_t at = b ? b->begin : operator;
        diagnostics_add(t->plan->diagnostics, SEVERITY_NOTE, "pt-library-barrier-passed-by", plan_span(t->plan, t->d->file, at, at + 1),
                        "the condition asks for the thread's index");
        return;
    }
}

// The same for lanes of a warp that others name.
void check_lanes_apart(const target *t)
{
    for (size_t i = 0; i < t->f->facts.count; i++) {
        const fact *x = &t->f->facts.items[i];
        const size_t at = lanes_apart_at(t->plan, t->f, x);
        if (!at)
            continue;
        refuse_at(t, "pt-lanes", at_fact(t, x),
                  "lanes that a condition keeps from here would be waited for, as this names all lanes; name those that come, by "
                  "__ballot_sync() in front of the condition, or let all lanes come");
        diagnostics_add(t->plan->diagnostics, SEVERITY_NOTE, "pt-lanes", plan_span(t->plan, t->d->file, at, at + 1),
                        "the condition asks for the thread's index");
        return;
    }
}

void check_leaving(const target *t)
{
    const function *f = t->f;
    for (size_t i = 0; i < f->facts.count && f->leaves_before_barrier; i++)
        if (f->facts.items[i].kind == FACT_RETURN && f->facts.items[i].in_macro)
            refuse_at(t, "pt-leave-in-macro", at_fact(t, &f->facts.items[i]),
                      "a thread leaves here by a return in a macro's body, before barriers of the others; write the return out");
    for (size_t i = 0; i < f->facts.count; i++)
        for (size_t k = 0; f->facts.items[i].kind == FACT_GOTO && k < f->facts.count; k++)
            if ((leaving_is_block_barrier(t->plan, &f->facts.items[k]) || barrier_comes_to_grid(t->plan, &f->facts.items[k])) &&
                leaving_can_reach(&f->facts.items[i], &f->facts.items[k])) {
                refuse_at(t, "pt-goto", at_fact(t, &f->facts.items[i]),
                          "this goto may pass by a barrier that other threads go to; use a condition around the rest");
                break;
            }
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *go = &f->facts.items[i];
        if (go->kind != FACT_GOTO || go->guard_begin > go->begin)
            continue;
        bool over_grid = false; // what waits for the block only drains (leaving.c)
        for (size_t k = 0; k < f->facts.count; k++)
            over_grid |= barrier_comes_to_grid(t->plan, &f->facts.items[k]) && f->facts.items[k].begin > go->guard_begin &&
                         f->facts.items[k].begin < go->begin;
        if (over_grid || (jump_returns_on_the_way(f, go) && (jump_goes_back_over(t->plan, f, go, true) || jump_goes_back_over(t->plan, f, go, false)))) {
            refuse_at(t, "pt-goto", at_fact(t, go),
                      "this goto goes back over a barrier or a warp operation that other threads may pass by; use a loop");
            break;
        }
    }
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *leave = &f->facts.items[i];
        if (leave->kind != FACT_RETURN || leave->context & IS_UNIFORM)
            continue;
        for (size_t k = 0; k < f->facts.count; k++) {
            const fact *sync = &f->facts.items[k];
            if (!leaving_can_reach(leave, sync))
                continue;
            const function *waiting = leaving_waiting_target(t->plan, sync);
            if (waiting) {
                refuse_at(t, "pt-helper", at_fact(t, sync),
                          arena_format(t->plan->arena, "this call may be one of '%s', whose barrier or warp operation would wait for "
                                       "threads that have left the kernel; call that by its name, or replace the early return by a "
                                       "condition around the rest", waiting->name));
                return;
            }
            // The sync of the whole block becomes __syncthreads, which has a shadow.
            if (leaving_is_library_barrier(t->plan, sync) && !(sync->context & OF_WHOLE_BLOCK)) {
                if (leave_as_one(t, leave, sync))
                    continue;
                refuse_at(t, "pt-leave-before-library-barrier", at_fact(t, sync),
                          sync->context & MAY_BE_COLLECTIVE
                              ? arena_format(t->plan->arena, "'%s' may be a library's function with a barrier of the block, as its type depends on a template parameter: that would wait for "
                                             "threads that have left the kernel; replace the early return by a condition around the rest", sync->name)
                              : "threads that have left the kernel would be waited for in this library barrier; replace the "
                                "early return by a condition around the rest");
                diagnostics_add(t->plan->diagnostics, SEVERITY_NOTE, "pt-leave-before-library-barrier",
                                at_fact(t, leave), "a thread leaves here");
                return;
            }
            if (fact_is_named_call(sync) && t->plan->functions.items[sync->callee].hides_library_barrier) {
                refuse_at(t, "pt-leave-before-library-barrier", at_fact(t, sync),
                          arena_format(t->plan->arena, "threads that have left the kernel would be waited for in a barrier that '%s' comes to, "
                                       "in a library or where it is not known; replace the early return by a condition around the rest",
                                       sync->name));
                return;
            }
            bool warp = (fact_is_named_call(sync) && !(sync->context & OF_OWN_GROUP) && t->plan->functions.items[sync->callee].has_warp_sync) ||
                        lambda_may_wait(t->plan, sync, false);
            if (warp && (!(leave->context & AT_TOP_LEVEL && leave->guard_end && !leave->in_macro) || jump_goes_over(f, leave))) {
                refuse_at(t, "pt-leave-before-warp", at_fact(t, leave),
                          "a thread that leaves here would still be named by the masks of later warp operations; make "
                          "the return a guard at the top level of the kernel");
                return;
            }
        }
    }
}

// Branches that part the lanes of a warp before a warp operation, in a shape that the item cannot follow.
void check_parting(const target *t)
{
    for (size_t i = 0; i < t->kernel->branches.count && t->f == t->kernel; i++) {
        const branch *b = &t->kernel->branches.items[i];
        if (!b->parts_lanes || lanes_are_followed(b))
            continue;
        const char *why = b->kind == BRANCH_SWITCH ? "write the switch as conditions"
                          : b->has_break           ? "leave the loop by its condition instead of by break"
                                                   : "write its condition out as an expression, outside of any macro";
        refuse_at(t, "pt-lanes", plan_span(t->plan, plan_definition(t->kernel)->file, b->begin, b->begin + 1),
                  arena_format(t->plan->arena, "lanes that do not take part here go on to the end of the kernel, and the masks of "
                               "the warp operations inside may name them; %s", why));
    }
}
