// Checks of threads that leave a kernel before others wait for them; see checker.h.
#include "frontend/checker.h"

#include "frontend/analyse.h"
#include "frontend/barrier.h"
#include "frontend/class_call.h"
#include "frontend/jump.h"
#include "frontend/lambda.h"
#include "frontend/lanes.h"
#include "frontend/lanes_apart.h"
#include "frontend/leaving.h"
#include "frontend/silent.h"
#include "frontend/lanes_parts.h"
#include "frontend/lex.h"
#include "frontend/passing.h"
#include "frontend/uniform.h"

#include <string.h>

static bool is_guard_of_kernel(const target *t, const fact *leave)
{
    return t->f == t->kernel && leave->context & AT_TOP_LEVEL && leave->guard_end && !leave->in_macro && !leave->elsewhere;
}

// The threads of a tile leave all or none, and it is that tile which waits: nobody is missed.
static bool leave_as_one(const target *t, const fact *leave, const fact *sync)
{
    const token *group = t->f == t->kernel ? leaving_group_of(t->plan, t->f, sync) : NULL;
    return group && ((is_guard_of_kernel(t, leave) && uniform_in_tile(t->plan, t->kernel, leave->guard_begin, leave->guard_end, group)) ||
                     lanes_leave_as_tiles(t->plan, t->f, leave, group, LANES_BY_ROWS));
}

static bool hides_library_barrier(const plan *p, const fact *x)
{
    return fact_is_named_call(x) && p->functions.items[x->callee].hides_library_barrier;
}

// A return, and what is asked of it for each barrier behind it.
typedef struct way_out {
    const fact *leave;
    signed char as_warps; // whole warps take it or pass it by: 1, 0; -1: not asked yet
} way_out;

static bool leaves_as_warps(const target *t, way_out *w)
{
    if (w->as_warps < 0)
        w->as_warps = lanes_leave_as_warps(t->plan, t->f, w->leave, LANES_BY_ROWS);
    return w->as_warps;
}

// No more than a warp waits: of cub::WarpReduce and its kin, or of a tile, here or in a function of the program's.
static bool leave_by_warps(const target *t, way_out *w, const fact *sync)
{
    const bool waits_for_warp = hides_library_barrier(t->plan, sync) ? !t->plan->functions.items[sync->callee].hides_wide_barrier
                                                                     : leaving_waits_for_warp(t->plan, t->f, sync);
    return waits_for_warp && t->f == t->kernel && leaves_as_warps(t, w);
}

// The sync of the block becomes a barrier that waits for the threads that are there: the call alone, and not what a macro does besides.
void check_sync_in_macro(const target *t)
{
    const function *f = t->f;
    for (size_t i = 0; i < f->facts.count && (f->leaves_before_barrier || f->drains); i++)
        if (f->facts.items[i].context & OF_WHOLE_BLOCK && (f->facts.items[i].in_macro || f->facts.items[i].context & OPERATOR_SYNTAX))
            refuse_at(t, "pt-leave-before-library-barrier", at_fact(t, &f->facts.items[i]),
                      "this sync, which comes from a macro's body or is no plain call, would wait for threads that have left the kernel; write it "
                      "out, or call __syncthreads()");
}

// What a template decides is called where a condition keeps some threads, or lanes, from it. Of a class that is known the function is as well; of
// others a name is all that there is.
static bool report_open_call_passed_by(const target *t, const fact *x, size_t condition)
{
    const function *const waiting = leaving_waiting_target(t->plan, x);
    if (!waiting)
        return false;
    if (class_call_is(x))
        refuse_at(t, "pt-helper", at_fact(t, x),
                  arena_format(t->plan->arena, "arguments of a template decide what is called here, '%s%s': its barrier or warp operation would wait for threads that a condition "
                               "keeps from here; let all threads reach it, or call a function template in its place, outside of any class that depends on them",
                               waiting->name_scope, waiting->name));
    else
        diagnostics_add(t->plan->diagnostics, SEVERITY_WARNING, "pt-helper", at_fact(t, x),
                        "%s; if it is '%s%s', its barrier or warp operation waits for threads that a condition keeps from here, for ever: let all threads reach it then",
                        x->kind == FACT_CALL_DEPENDENT ? "arguments of a template decide what is called here" : "what is called here is decided where it runs",
                        waiting->name_scope, waiting->name);
    diagnostics_add(t->plan->diagnostics, SEVERITY_NOTE, "pt-helper", plan_span(t->plan, t->d->file, condition, condition + 1),
                    "the threads may differ here, as far as is known");
    const declaration *const d = plan_definition(waiting);
    if (d)
        diagnostics_add(t->plan->diagnostics, SEVERITY_NOTE, "pt-helper", plan_span(t->plan, d->file, d->name_begin, d->name_end),
                        "'%s' has the barrier or the warp operation", waiting->name);
    return true;
}

// A condition, an operator or a return that keeps some threads of the block from it, or 0.
static size_t passed_by_at(const target *t, const fact *x)
{
    const size_t condition = passing_condition(t->plan, t->f, x, t->f == t->kernel);
    const size_t operator = condition ? 0 : uniform_operator_for_thread(t->plan, t->f, x->begin);
    return condition ? condition : operator ? operator : passing_return(t->plan, t->f, x);
}

// In the program, threads that pass a barrier by have come to the kernel's end, where the hardware counts them as gone. Here they go on, to
// barriers of the queue: those in the library would take these for themselves.
void check_passing_by(const target *t)
{
    const function *f = t->f;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        const bool is_open = analyse_is_open_call(x) && !silent_is_call(x) && leaving_waiting_target(t->plan, x) && !leaving_waits_for_warp(t->plan, f, x);
        if (x->elsewhere || (!is_open && !passing_comes_to_hardware(t->plan, f, x)))
            continue;
        const size_t at = passed_by_at(t, x);
        if (!at)
            continue;
        if (report_open_call_passed_by(t, x, at))
            continue;
        refuse_at(t, "pt-library-barrier-passed-by", at_fact(t, x),
                  "this reaches a barrier of the whole block, and a condition keeps some threads from it; let all threads reach "
                  "it, and put the condition around the other work only");
        diagnostics_add(t->plan->diagnostics, SEVERITY_NOTE, "pt-library-barrier-passed-by", plan_span(t->plan, t->d->file, at, at + 1),
                        "the threads of the block may differ here, as far as is known");
        return;
    }
}

static bool gives_free(const function *f, const branch *loop, const char *lock)
{
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind == FACT_RELEASE && x->begin > loop->begin && x->begin < loop->end && strcmp(x->name, lock) == 0)
            return true;
    }
    return false;
}

// A lane that has taken the lock would wait behind the loop for those that try, and they for what it does there.
static bool takes_lock(const function *f, const branch *loop)
{
    for (size_t i = 0; i < f->facts.count && loop->kind == BRANCH_LOOP; i++) {
        const fact *x = &f->facts.items[i];
        if (x->kind == FACT_SPIN && x->name && *x->name && !(x->context & BY_NAME) && x->begin == loop->begin && !x->elsewhere && !gives_free(f, loop, x->name))
            return true;
    }
    return false;
}

static void refuse_locks(const target *t)
{
    for (size_t i = 0; i < t->f->branches.count; i++) {
        const branch *b = &t->f->branches.items[i];
        if (b->parts_lanes && lanes_are_followed(b) && lanes_come_again(t->f, b) && takes_lock(t->f, b))
            refuse_at(t, "pt-lanes", plan_span(t->plan, t->d->file, b->begin, b->begin + 1),
                      "a lane that takes a lock here waits behind the loop for those that are still in it, and they for the lock; do in the loop what "
                      "the lock is for, and give it free there");
    }
}

// What is to be done about a return in front of it is the same.
static bool is_told_of_return(const target *t, const fact *x)
{
    const span at = at_fact(t, x);
    for (size_t i = 0; i < t->plan->diagnostics->count; i++) {
        const diagnostic *one = &t->plan->diagnostics->items[i];
        if (strcmp(one->code, "pt-leave-before-library-barrier") == 0 && one->severity == SEVERITY_ERROR && one->at.file == at.file && one->at.begin == at.begin)
            return true;
    }
    return false;
}

// The same for lanes of a warp that others name.
void check_lanes_apart(const target *t)
{
    refuse_locks(t);
    for (size_t i = 0; i < t->f->facts.count; i++) {
        const fact *x = &t->f->facts.items[i];
        const size_t at = lanes_apart_at(t->plan, t->f, x, LANES_BY_ROWS);
        if (!at || is_told_of_return(t, x))
            continue;
        if (analyse_is_open_call(x) && report_open_call_passed_by(t, x, at))
            return;
        refuse_at(t, "pt-lanes", at_fact(t, x),
                  lanes_all_are_named(t->plan, t->f, x)
                      ? "the mask here names all lanes, and a condition keeps some of them away; get the mask by "
                        "__ballot_sync() before the condition, or let all lanes reach this"
                      : "this is an operation of all lanes of the tile or warp, and a condition keeps some from it; let all its lanes reach it, and "
                        "put the condition around the other work only");
        diagnostics_add(t->plan->diagnostics, SEVERITY_NOTE, "pt-lanes", plan_span(t->plan, t->d->file, at, at + 1),
                        "the lanes of a warp may differ here, as far as is known");
        return;
    }
}

static void refuse_returns_of_macros(const target *t)
{
    const function *f = t->f;
    for (size_t i = 0; i < f->facts.count && f->leaves_before_barrier; i++)
        if (f->facts.items[i].kind == FACT_RETURN && f->facts.items[i].in_macro)
            refuse_at(t, "pt-leave-in-macro", at_fact(t, &f->facts.items[i]),
                      "a thread leaves here by a return in a macro's body, before barriers of the others; write the return out");
}

static bool may_pass_barrier(const target *t, const fact *go)
{
    const function *f = t->f;
    for (size_t k = 0; k < f->facts.count; k++)
        if ((leaving_is_block_barrier(t->plan, &f->facts.items[k]) && jump_may_go_past(t->plan, f, go, &f->facts.items[k])) ||
            (barrier_comes_to_grid(t->plan, &f->facts.items[k]) && leaving_can_reach(go, &f->facts.items[k]))) // a label would end its phase
            return true;
    return false;
}

static void refuse_gotos_past_barriers(const target *t)
{
    const function *f = t->f;
    for (size_t i = 0; i < f->facts.count; i++)
        if (f->facts.items[i].kind == FACT_GOTO && may_pass_barrier(t, &f->facts.items[i]))
            refuse_at(t, "pt-goto", at_fact(t, &f->facts.items[i]),
                      "this goto may pass by a barrier that other threads go to; use a condition around the rest");
}

static bool goes_back_over_grid_barrier(const target *t, const fact *go)
{
    const function *f = t->f;
    for (size_t k = 0; k < f->facts.count; k++)
        if (f->facts.items[k].begin > go->guard_begin && f->facts.items[k].begin < go->begin && barrier_comes_to_grid(t->plan, &f->facts.items[k]))
            return true;
    return false;
}

// What waits for the block only drains (leaving.c): it does harm where a thread returns on the way.
static bool goes_back_over_what_waits(const target *t, const fact *go)
{
    return goes_back_over_grid_barrier(t, go) ||
           (jump_returns_on_the_way(t->f, go) && (jump_goes_back_over(t->plan, t->f, go, true) || jump_goes_back_over(t->plan, t->f, go, false)));
}

// One of them: the others mostly go back over the same.
static void refuse_goto_back(const target *t)
{
    const function *f = t->f;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *go = &f->facts.items[i];
        if (go->kind != FACT_GOTO || go->guard_begin > go->begin || !goes_back_over_what_waits(t, go))
            continue;
        refuse_at(t, "pt-goto", at_fact(t, go), "this goto goes back over a barrier or a warp operation that other threads may pass by; use a loop");
        return;
    }
}

static void note_leaving(const target *t, const fact *leave, const char *code)
{
    diagnostics_add(t->plan->diagnostics, SEVERITY_NOTE, code, at_fact(t, leave), "a thread leaves here");
}

static void refuse_open_call(const target *t, const fact *leave, const fact *call, const function *waiting)
{
    const bool is_open = call->kind == FACT_CALL_DEPENDENT && strcmp(call->name, waiting->name) == 0; // it does name it
    const char *const what = is_open ? "arguments of a template decide what is called here: it may be '%s', whose barrier or warp operation would wait for "
                                       "threads that have left the kernel; call a function template in its place, outside of any class that depends on them, or "
                                       "replace the early return by a condition around the rest"
                                     : "this may call '%s', whose barrier or warp operation would wait for threads that have left the kernel; call "
                                       "it by its name, or replace the early return by a condition around the rest";
    refuse_at(t, "pt-helper", at_fact(t, call), arena_format(t->plan->arena, what, waiting->name));
    note_leaving(t, leave, "pt-helper");
}

static void refuse_library_barrier(const target *t, const fact *leave, const fact *sync)
{
    refuse_at(t, "pt-leave-before-library-barrier", at_fact(t, sync),
              sync->context & MAY_BE_COLLECTIVE
                  ? arena_format(t->plan->arena, "'%s' may be a library's function with a barrier of the block, as its type depends on a template parameter: that would wait for "
                                 "threads that have left the kernel; let all threads come here, and put the condition around what each of them does", sync->name)
                  : "this library barrier would wait for threads that have left the kernel; let all threads reach it, and put the "
                    "condition of the early return around the other work only");
    note_leaving(t, leave, "pt-leave-before-library-barrier");
}

static void refuse_hidden_barrier(const target *t, const fact *leave, const fact *call)
{
    refuse_at(t, "pt-leave-before-library-barrier", at_fact(t, call),
              arena_format(t->plan->arena, "'%s' reaches a barrier, in a library or in code that ptcc cannot see, which would wait for threads "
                           "that have left the kernel; let all threads reach it, and put the condition of the early return around the other "
                           "work only", call->name));
    note_leaving(t, leave, "pt-leave-before-library-barrier");
    if (analyse_is_call(call))
        note_silent_call(t, "pt-leave-before-library-barrier", &t->plan->functions.items[call->callee]);
}

// Behind a guard at the top level of the kernel the masks are those of the lanes that are left.
static bool names_lanes_that_left(const target *t, way_out *w, const fact *x)
{
    const fact *const leave = w->leave;
    const bool has_warp_sync = (fact_is_named_call(x) && !(x->context & OF_OWN_GROUP) && t->plan->functions.items[x->callee].has_warp_sync) ||
                               lambda_may_wait(t->plan, x, false);
    const bool is_guard = leave->context & AT_TOP_LEVEL && leave->guard_end && !leave->in_macro;
    return has_warp_sync && (!is_guard || jump_goes_over(t->f, leave)) && !leaves_as_warps(t, w);
}

static void refuse_leaving_warp(const target *t, const fact *leave)
{
    refuse_at(t, "pt-leave-before-warp", at_fact(t, leave),
              "a thread that leaves here would still be named by the masks of later warp operations; make "
              "the return a guard at the top level of the kernel");
}

// Would threads that leave here be missed by what they do not come to? Then it is refused.
static bool refuse_if_missed(const target *t, way_out *w, const fact *sync)
{
    const fact *const leave = w->leave;
    const function *waiting = leaving_waiting_target(t->plan, sync);
    if (waiting) {
        if (leave_by_warps(t, w, sync))
            return false;
        refuse_open_call(t, leave, sync, waiting);
    } else if (leaving_is_out_of_reach(t->plan, sync)) {
        if (leave_as_one(t, leave, sync) || leave_by_warps(t, w, sync))
            return false;
        refuse_library_barrier(t, leave, sync);
    } else if (hides_library_barrier(t->plan, sync)) {
        if (leave_by_warps(t, w, sync))
            return false;
        refuse_hidden_barrier(t, leave, sync);
    } else if (names_lanes_that_left(t, w, sync)) {
        refuse_leaving_warp(t, leave);
    } else {
        return false;
    }
    return true;
}

// One of them: what is to be done about it is mostly the same for the others.
static void refuse_return(const target *t)
{
    const function *f = t->f;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *leave = &f->facts.items[i];
        way_out w = {leave, -1};
        for (size_t k = 0; leave->kind == FACT_RETURN && !(leave->context & IS_UNIFORM) && k < f->facts.count; k++)
            if (leaving_can_reach(leave, &f->facts.items[k]) && !leaving_goes_elsewhere(t->plan, f, leave, &f->facts.items[k], f->is_kernel) && refuse_if_missed(t, &w, &f->facts.items[k]))
                return;
    }
}

void check_leaving(const target *t)
{
    refuse_returns_of_macros(t);
    refuse_gotos_past_barriers(t);
    refuse_goto_back(t);
    refuse_return(t);
}

// What another library does for a warp, at the call: in its text no mask can be changed, and whom it names is not known.
static void warn_of_lanes_kept_from_library(const target *t)
{
    for (size_t i = 0; i < t->f->facts.count; i++) {
        const fact *x = &t->f->facts.items[i];
        const bool is_call = (x->kind == FACT_CALL || x->kind == FACT_CALL_DEPENDENT) && x->callee >= 0 && !x->elsewhere && !(x->context & IN_LAMBDA);
        const function *callee = is_call ? &t->plan->functions.items[x->callee] : NULL;
        const bool waits = callee && callee->is_of_other_library && callee->has_warp_sync && !callee->has_block_barrier;
        const size_t at = waits && !is_told_of_return(t, x) ? lanes_call_parts(t->plan, t->f, x, (lanes_way){.of_library = true}) : 0;
        if (!at)
            continue;
        diagnostics_add(t->plan->diagnostics, SEVERITY_WARNING, "pt-lanes", at_fact(t, x),
                        "'%s%s' waits for lanes of a warp, in a library. If it names all lanes, and not those that come, it waits for ever for those that a condition "
                        "keeps from here; let all lanes come here then, and put the condition around what each of them does", callee->name_scope, callee->name);
        diagnostics_add(t->plan->diagnostics, SEVERITY_NOTE, "pt-lanes", plan_span(t->plan, t->d->file, at, at + 1),
                        "the lanes of a warp may differ here, as far as is known");
    }
}

// for (x : range): it has no condition that could be written out.
static bool is_over_range(const plan_file *f, const branch *b)
{
    const size_t first = token_at_or_after(&f->tokens, b->begin), close = is_token(f, first, "for") ? plan_closing_bracket(f, first + 1, f->tokens.count) : first;
    int parts = 1;
    for (size_t i = first; i < close; i++)
        parts += is_token(f, i, ";");
    return close > first && parts < 3;
}

// Branches that part the lanes of a warp before a warp operation, in a shape that the item cannot follow.
void check_parting(const target *t)
{
    warn_of_lanes_kept_from_library(t);
    for (size_t i = 0; i < t->kernel->branches.count && t->f == t->kernel; i++) {
        const branch *b = &t->kernel->branches.items[i];
        if (!b->parts_lanes || lanes_are_followed(b))
            continue;
        const plan_file *const file = &t->plan->files.items[plan_definition(t->kernel)->file];
        const char *why = b->kind == BRANCH_SWITCH ? "write the switch as conditions"
                          : is_over_range(file, b) ? "write the loop as for (...; condition; ...)"
                          : b->has_hidden_break    ? "leave the loop by its condition, or by if (...) break; in its body itself"
                                                   : "write its condition out as an expression, outside of any macro";
        refuse_at(t, "pt-lanes", plan_span(t->plan, plan_definition(t->kernel)->file, b->begin, b->begin + 1),
                  arena_format(t->plan->arena, "lanes that skip this go on to the end of the kernel, but masks of warp "
                               "operations inside may include them; %s", why));
    }
}
