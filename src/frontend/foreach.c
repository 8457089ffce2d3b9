// The tasks of a kernel: see foreach.h. They are part of what is done once a group (state.h), in front of `finish`.
#include "frontend/foreach.h"

#include "frontend/analyse.h"
#include "frontend/barrier.h"
#include "frontend/assembly.h"
#include "frontend/jump.h"
#include "frontend/library.h"

#include <string.h>

static const directive *directive_of(const plan *p, const function *f)
{
    return &p->files.items[plan_definition(f)->file].directives.items[f->tasks.directive];
}

bool foreach_read_block(plan *p, function *f, const plan_file *file, int index)
{
    const directive *d = &file->directives.items[index];
    const declaration *body = plan_definition(f);
    const size_t open = plan_next_live(file, token_at_or_after(&file->tokens, d->at.end), d->at.begin), last_token = token_at_or_after(&file->tokens, body->body_end - 1);
    if (f->has_tasks) {
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-repeated-directive", d->at, "kernel '%s' already has a '#pragma pt foreach'; give each queue a kernel of its own", f->name);
        return false;
    }
    if (!is_token(file, open, "{") || d->from_operator) {
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-wrong-place", d->at,
                        d->from_operator ? "'foreach' must be written as a line of its own: '#pragma pt foreach(...)'"
                                         : "'#pragma pt foreach' must stand before a block in braces");
        return false;
    }
    f->has_tasks = true;
    f->has_block_barrier = true; // between two turns
    f->tasks.directive = index;
    f->tasks.begin = file->tokens.items[open].begin;
    f->tasks.end = file->tokens.items[plan_closing_bracket(file, open, last_token)].end;
    f->state.finish_end = f->tasks.end;
    return true;
}

static void refuse(plan *p, const function *f, const fact *x, const char *message)
{
    diagnostics_add(p->diagnostics, SEVERITY_ERROR, "pt-foreach", plan_span(p, plan_definition(f)->file, x->begin, x->end), "%s", message);
}

// Does a jump out of the block, or out of a loop that is not the block's own, end the group's work on tasks?
static bool leaves_tasks(const function *f, const fact *x)
{
    const byte_range tasks = {f->tasks.begin, f->tasks.end};
    if (x->kind == FACT_GOTO) // elsewhere: state_check.c
        return x->guard_begin >= f->state.item_end && !byte_range_holds(tasks, x->guard_begin);
    const int target = jump_target(f, x);
    return strcmp(x->name, "break") == 0 && (target < 0 || !byte_range_holds(tasks, f->branches.items[target].begin));
}

static bool waits(const function *f, bool block) { return block ? f->has_block_barrier : f->has_warp_sync; }

// A group of lanes, cooperative_groups::thread_block_tile<32>, or cub::WarpReduce: its operations wait for the warp, and not for the block.
static bool is_of_lanes(const fact *x, const function *f) { return x->context & OF_LANES || library_waits_for_warp(f); }

// May this wait for other threads of the block, or of the warp? What a call leaves open may be any function of that name.
static bool may_wait(const plan *p, const fact *x, bool block)
{
    if (x->context & OF_OWN_GROUP || x->kind == FACT_LAMBDA)
        return false;
    if (x->kind == FACT_ASM)
        return block ? assembly_waits_for_block(x->name) : assembly_waits_for_warp(x->name);
    if (analyse_is_open_call(x) && analyse_may_be_collective(x))
        return true;
    open_targets targets = analyse_targets(p, x);
    for (int i; (i = analyse_next_target(&targets)) >= 0;)
        if (waits(&p->functions.items[i], block))
            return true;
    if (x->callee < 0)
        return false;
    const function *callee = &p->functions.items[x->callee];
    return is_of_lanes(x, callee) ? !block && waits(callee, false) : waits(callee, block);
}

static void check_tasks(plan *p, const function *f)
{
    const worker_kind worker = directive_of(p, f)->worker;
    for (size_t i = 0; i < f->facts.count; i++) {
        const fact *x = &f->facts.items[i];
        if (x->elsewhere || !byte_range_holds((byte_range){f->tasks.begin, f->tasks.end}, x->begin))
            continue;
        const bool is_of_lambda = (x->context & (IN_LAMBDA | IN_LOCAL_CLASS)) != 0;
        if (x->kind == FACT_RETURN && !is_of_lambda)
            refuse(p, f, x, "a thread that returns here would leave its group's other tasks undone; write 'continue' to end the task");
        else if ((x->kind == FACT_JUMP || x->kind == FACT_GOTO) && !is_of_lambda && leaves_tasks(f, x))
            refuse(p, f, x, "this jump would leave the group's other tasks undone; write 'continue' to end the task");
        else if (barrier_comes_to_grid(p, x))
            refuse(p, f, x, "groups come to different numbers of tasks, and so not all to this barrier");
        else if (worker != WORKER_BLOCK && may_wait(p, x, true))
            refuse(p, f, x, arena_format(p->arena, "a barrier of the block waits for all its threads, and a task is worked on by a %s here; write 'worker(block)'", worker_name(worker)));
        else if (worker == WORKER_THREAD && may_wait(p, x, false))
            refuse(p, f, x, "an operation of the warp waits for other threads, and a task is worked on by a thread here; write 'worker(warp)'");
    }
}

void foreach_check(plan *p)
{
    for (size_t i = 0; i < p->functions.count; i++)
        if (p->functions.items[i].annotated && p->functions.items[i].has_tasks)
            check_tasks(p, &p->functions.items[i]);
}
