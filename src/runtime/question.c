// What the launch code asks and tells besides a decision: which launches are plain without one, how many groups may be, what
// is counted and said of launches that others make.
//
// In:  kernel, environment. Out: answers; counts and lines of PTRT_VERBOSE.
#include "internal.h"

#include <stdio.h>

void ptrt_count(struct ptrt_kernel_state *state, ptrt_action_t action)
{
    if (!state)
        return;
    if (action == PTRT_ACTION_TWIN)
        atomic_fetch_add_explicit(&state->persistent, 1, memory_order_relaxed);
    else if (action == PTRT_ACTION_ORIGINAL)
        atomic_fetch_add_explicit(&state->plain, 1, memory_order_relaxed);
    else
        atomic_fetch_add_explicit(&state->refused, 1, memory_order_relaxed);
}

// The schedule that holds for this kernel: the environment's word, else the program's.
int ptrt_schedule_of(const ptrt_kernel_t *kernel)
{
    const int forced = ptrt_environment()->mode;
    return forced >= 0 ? forced : kernel->schedule;
}

int ptrt_is_plain(ptrt_kernel_t *kernel, ptrt_mode_t mode)
{
    if (has_grid_barrier(kernel))
        return 0;
    const ptrt_environment_t *environment = ptrt_environment();
    const char *why = NULL;
    if (environment->mode == PTRT_SCHEDULE_HARDWARE)
        why = "PTRT_MODE";
    else if (mode == PTRT_MODE_NONPT)
        why = "mode(nonpt)";
    else if (ptrt_schedule_of(kernel) == PTRT_SCHEDULE_HARDWARE)
        why = "schedule(hardware)";
    if (!why)
        return 0;
    ptrt_passed_on(kernel, why);
    return 1;
}

void ptrt_passed_on(ptrt_kernel_t *kernel, const char *why)
{
    ptrt_count(ptrt_state(kernel), PTRT_ACTION_ORIGINAL);
    if (ptrt_environment()->verbose)
        ptrt_tell(kernel, NULL, NULL, NULL, PTRT_SCHEDULE_STATIC, why);
}

unsigned ptrt_loop_way_wanted(void) { return ptrt_environment()->loop; }

int ptrt_fuse_is_wanted(void) { return !ptrt_environment()->apart && ptrt_environment()->mode != PTRT_SCHEDULE_HARDWARE; }

unsigned ptrt_groups_at_most(unsigned resident, unsigned multiprocessors)
{
    const unsigned budget = ptrt_multiprocessor_budget(), at_most = ptrt_environment()->groups;
    const unsigned groups = resident * (budget && budget < multiprocessors ? budget : multiprocessors);
    return at_most && at_most < groups ? at_most : groups;
}

void ptrt_graph_launched(ptrt_kernel_t *loop, unsigned way, unsigned steps, int is_new)
{
    const bool is_plain = way == PTRT_LOOP_PLAIN_GRAPH;
    ptrt_count(ptrt_state(loop), is_plain ? PTRT_ACTION_ORIGINAL : PTRT_ACTION_TWIN);
    if (!ptrt_environment()->verbose)
        return;
    char text[96];
    snprintf(text, sizeof text, "%u steps as a CUDA graph%s%s", steps, is_plain ? " of plain launches" : "", is_new ? ", a new one" : "");
    ptrt_say(loop, text);
}

void ptrt_remark(const ptrt_kernel_t *kernel, const char *text)
{
    if (ptrt_environment()->verbose)
        ptrt_say(kernel, text);
}
