// Unit tests of the decision of launches: modes, groups, obstacles, counts, threads.
#include "internal.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int not_capturing(void *stream)
{
    (void)stream;
    return 0;
}

static int ten_microseconds(void *begin, void *end, double *microseconds)
{
    (void)begin;
    (void)end;
    *microseconds = 10;
    return 1;
}

static ptrt_request_t request_of(uint32_t blocks)
{
    return (ptrt_request_t){.context = 1,
                            .grid = {blocks, 1, 1},
                            .block = {256, 1, 1},
                            .is_capturing = not_capturing,
                            .elapsed = ten_microseconds};
}

static const ptrt_facts_t h200 = {.multiprocessors = 132, .original_groups = 8, .twin_groups = 8, .twin_groups_queue = 8};

static ptrt_decision_t ask(ptrt_kernel_t *k, const ptrt_request_t *r, const ptrt_facts_t *facts)
{
    ptrt_decision_t d;
    ptrt_decide(k, r, &d);
    if (d.action == PTRT_ACTION_ASK_FACTS) {
        ptrt_learn(k, r, facts);
        ptrt_decide(k, r, &d);
    }
    cr_assert_neq(d.action, PTRT_ACTION_ASK_FACTS);
    return d;
}

static ptrt_kernel_t *kernel(int schedule, unsigned chunk, int groups_kind, unsigned groups, unsigned flags)
{
    ptrt_kernel_t *k = calloc(1, sizeof *k); // the runtime keeps it
    k->name = "k";
    k->file = "k.cu";
    k->line = 1;
    k->schedule = schedule;
    k->chunk = chunk;
    k->groups_kind = groups_kind;
    k->groups = groups;
    k->flags = flags;
    return k;
}

Test(ptrt_decide, maximal_launch)
{
    const ptrt_request_t r = request_of(100000);
    ptrt_decision_t d = ask(kernel(PTRT_SCHEDULE_DYNAMIC, 4, PTRT_GROUPS_MAX, 0, 0), &r, &h200);
    cr_assert_eq(d.action, PTRT_ACTION_TWIN);
    cr_assert_eq(d.groups, 1056);
    cr_assert_eq(d.launch.ticket_chunk, 4);
    cr_assert_eq(d.dynamic_shared_bytes, PT_SLOT_BYTES);
    d = ask(kernel(PTRT_SCHEDULE_STATIC, 0, PTRT_GROUPS_MAX, 0, 0), &r, &h200);
    cr_assert_eq(d.dynamic_shared_bytes, 0, "a static launch needs no slot");
    d = ask(kernel(PTRT_SCHEDULE_STATIC, 0, PTRT_GROUPS_MAX, 0, PTRT_KERNEL_DRAINS), &r, &h200);
    cr_assert_eq(d.dynamic_shared_bytes, PT_SLOT_BYTES, "draining items do");
}

Test(ptrt_decide, slot_stands_behind_the_users_memory)
{
    ptrt_request_t r = request_of(100000);
    r.dynamic_shared_bytes = 1001;
    const ptrt_decision_t d = ask(kernel(PTRT_SCHEDULE_DYNAMIC, 0, PTRT_GROUPS_MAX, 0, 0), &r, &h200);
    cr_assert_eq(d.launch.slot_offset % PT_SLOT_ALIGNMENT, 0);
    cr_assert_geq(d.launch.slot_offset, 1001);
    cr_assert_eq(d.dynamic_shared_bytes, d.launch.slot_offset + PT_SLOT_BYTES);
}

Test(ptrt_decide, too_many_groups)
{
    ptrt_request_t r = request_of(100000);
    ptrt_decision_t d = ask(kernel(PTRT_SCHEDULE_DYNAMIC, 0, PTRT_GROUPS_N, 1057, 0), &r, &h200);
    cr_assert_eq(d.action, PTRT_ACTION_REFUSE);
    cr_assert_eq(ptrt_last_error(), PT_ERROR_TOO_MANY_GROUPS);
    cr_assert_eq(ptrt_last_error(), PT_SUCCESS);
    d = ask(kernel(PTRT_SCHEDULE_DYNAMIC, 0, PTRT_GROUPS_N, 1056, 0), &r, &h200);
    cr_assert_eq(d.groups, 1056);
    d = ask(kernel(PTRT_SCHEDULE_STATIC, 1, PTRT_GROUPS_PER_SM, 8, 0), &r, &h200);
    cr_assert_eq(d.groups, 1056, "asked for by number, none is left out");
    d = ask(kernel(PTRT_SCHEDULE_STATIC, 0, PTRT_GROUPS_PER_SM, 9, 0), &r, &h200);
    cr_assert_eq(d.action, PTRT_ACTION_REFUSE);
    d = ask(kernel(PTRT_SCHEDULE_STATIC, 0, PTRT_GROUPS_PER_SM, 0xffffffff, 0), &r, &h200);
    cr_assert_eq(d.action, PTRT_ACTION_REFUSE);
    ptrt_kernel_t *k = kernel(PTRT_SCHEDULE_DYNAMIC, 0, PTRT_GROUPS_N, 5000, 0);
    r.mode = PTRT_MODE_GROUPS;
    r.mode_groups = 7;
    d = ask(k, &r, &h200);
    cr_assert_eq(d.groups, 7, "a launch's mode comes before the kernel's clause");
    r.mode = PTRT_MODE_MAX;
    d = ask(k, &r, &h200);
    cr_assert_eq(d.groups, 1056);
    cr_assert_str_eq(ptrt_error_name(PT_ERROR_TOO_MANY_GROUPS), "PT_ERROR_TOO_MANY_GROUPS");
}

Test(ptrt_decide, obstacles_are_plain)
{
    const ptrt_request_t r = request_of(100000);
    ptrt_facts_t facts = h200;
    facts.obstacle = "blocks form clusters";
    cr_assert_eq(ask(kernel(PTRT_SCHEDULE_DYNAMIC, 0, 0, 0, 0), &r, &facts).action, PTRT_ACTION_ORIGINAL);
    facts = h200;
    facts.twin_groups = facts.twin_groups_queue = 0;
    cr_assert_eq(ask(kernel(PTRT_SCHEDULE_DYNAMIC, 0, 0, 0, 0), &r, &facts).action, PTRT_ACTION_ORIGINAL);
    facts = h200;
    facts.twin_groups_queue = 0; // no room for the slot: static still runs
    ptrt_decision_t d = ask(kernel(PTRT_SCHEDULE_DYNAMIC, 0, 0, 0, 0), &r, &facts);
    cr_assert_eq(d.action, PTRT_ACTION_TWIN);
    cr_assert_eq(d.launch.tickets, 0);
    d = ask(kernel(PTRT_SCHEDULE_STATIC, 0, 0, 0, PTRT_KERNEL_ORDERED), &r, &facts);
    cr_assert_eq(d.action, PTRT_ACTION_ORIGINAL, "blocks that wait for earlier ones are never dealt out statically");
    d = ask(kernel(PTRT_SCHEDULE_STATIC, 0, 0, 0, PTRT_KERNEL_ORDERED), &r, &h200);
    cr_assert_gt(d.launch.tickets, 0);
    ptrt_request_t huge = request_of(65536);
    huge.grid[1] = 65535;
    cr_assert_eq(ask(kernel(PTRT_SCHEDULE_STATIC, 0, 0, 0, 0), &huge, &h200).action, PTRT_ACTION_ORIGINAL);
}

Test(ptrt_decide, blocks_that_wait_for_each_other)
{
    // All 1056 are resident in the plain launch: each may wait for a later one, so each needs a group of its own.
    const ptrt_request_t all = request_of(1056), more = request_of(1057);
    ptrt_decision_t d = ask(kernel(PTRT_SCHEDULE_DYNAMIC, 64, 0, 0, PTRT_KERNEL_ORDERED), &all, &h200);
    cr_assert_eq(d.action, PTRT_ACTION_TWIN);
    cr_assert_eq(d.groups, 1056);
    cr_assert_eq(d.launch.chunk * d.launch.tickets, 0, "one item for each group, nothing to fetch");
    d = ask(kernel(PTRT_SCHEDULE_GUIDED, 3, 0, 0, PTRT_KERNEL_ORDERED), &all, &h200);
    cr_assert_eq(d.groups, 1056);
    d = ask(kernel(PTRT_SCHEDULE_DYNAMIC, 1, PTRT_GROUPS_N, 7, PTRT_KERNEL_ORDERED), &all, &h200);
    cr_assert_eq(d.action, PTRT_ACTION_ORIGINAL);
    d = ask(kernel(PTRT_SCHEDULE_DYNAMIC, 1, PTRT_GROUPS_N, 7, 0), &all, &h200);
    cr_assert_eq(d.action, PTRT_ACTION_TWIN);
    // One block more, and the program itself can rely on earlier blocks only.
    d = ask(kernel(PTRT_SCHEDULE_DYNAMIC, 64, PTRT_GROUPS_N, 7, PTRT_KERNEL_ORDERED), &more, &h200);
    cr_assert_eq(d.action, PTRT_ACTION_TWIN);
    cr_assert_eq(d.groups, 7);
}

Test(ptrt_decide, a_mode_asks_for_persistence)
{
    ptrt_request_t r = request_of(100000);
    ptrt_kernel_t *k = kernel(PTRT_SCHEDULE_AUTO, 0, 0, 0, 0);
    cr_assert_eq(ask(k, &r, &h200).action, PTRT_ACTION_ORIGINAL, "auto begins with plain launches");
    r.mode = PTRT_MODE_MAX;
    ptrt_decision_t d = ask(k, &r, &h200);
    cr_assert_eq(d.action, PTRT_ACTION_TWIN);
    cr_assert_eq(d.groups, 1056);
    cr_assert_null(d.measure);
    r.mode = PTRT_MODE_GROUPS;
    r.mode_groups = 7;
    cr_assert_eq(ask(k, &r, &h200).groups, 7);
    ptrt_facts_t no_slot = h200;
    no_slot.twin_groups_queue = 0;
    cr_assert_eq(ask(kernel(PTRT_SCHEDULE_AUTO, 0, 0, 0, 0), &r, &no_slot).action, PTRT_ACTION_TWIN);
}

// Whatever the environment says: there is no code for tickets.
Test(ptrt_decide, a_twin_without_tickets)
{
    setenv("PTRT_MODE", "dynamic", 1);
    const ptrt_request_t r = request_of(100000);
    ptrt_decision_t d = ask(kernel(PTRT_SCHEDULE_STATIC, 0, PTRT_GROUPS_MAX, 0, PTRT_KERNEL_DEALT), &r, &h200);
    cr_assert_eq(d.action, PTRT_ACTION_TWIN);
    cr_assert_eq(d.launch.tickets, 0);
    cr_assert_eq(d.dynamic_shared_bytes, 0, "no slot");
    d = ask(kernel(PTRT_SCHEDULE_STATIC, 0, PTRT_GROUPS_MAX, 0, PTRT_KERNEL_DEALT | PTRT_KERNEL_DRAINS), &r, &h200);
    cr_assert_eq(d.launch.tickets, 0);
    cr_assert_eq(d.dynamic_shared_bytes, PT_SLOT_BYTES, "its barriers lie there");
    d = ask(kernel(PTRT_SCHEDULE_STATIC, 0, PTRT_GROUPS_MAX, 0, 0), &r, &h200);
    cr_assert_gt(d.launch.tickets, 0, "others follow the environment");
}

// A twin with several counters has them where the schedule is its own; no other twin has.
Test(ptrt_decide, a_twin_that_steals)
{
    const ptrt_request_t r = request_of(100000);
    ptrt_kernel_t *const steals = kernel(PTRT_SCHEDULE_STEAL, 1, PTRT_GROUPS_MAX, 0, 0);
    ptrt_decision_t d = ask(steals, &r, &h200);
    cr_assert_eq(d.action, PTRT_ACTION_TWIN);
    cr_assert_gt(d.launch.tickets, 0);
    cr_assert_eq(pt_ranges_log2(&d.launch), PT_RANGES_LOG2_AT_MOST);
    cr_assert_eq(d.dynamic_shared_bytes, PT_SLOT_BYTES);
    d = ask(kernel(PTRT_SCHEDULE_STEAL, 1, PTRT_GROUPS_MAX, 0, PTRT_KERNEL_ORDERED), &r, &h200);
    cr_assert_eq(pt_ranges_log2(&d.launch), PT_RANGES_LOG2_AT_MOST, "another file has the body");
    d = ask(kernel(PTRT_SCHEDULE_STEAL, 0, PTRT_GROUPS_MAX, 0, PTRT_KERNEL_LONGEST_FIRST), &r, &h200);
    cr_assert_eq(pt_ranges_log2(&d.launch), 0, "the longest blocks would all lie in one range");
    ptrt_facts_t no_slot = h200;
    no_slot.twin_groups_queue = 0;
    d = ask(kernel(PTRT_SCHEDULE_STEAL, 1, PTRT_GROUPS_MAX, 0, 0), &r, &no_slot);
    cr_assert_eq(d.launch.tickets, 0);
}

static void mode_steal(void) { setenv("PTRT_MODE", "steal", 1); }
static void mode_guided(void) { setenv("PTRT_MODE", "guided", 1); }
static void mode_static(void) { setenv("PTRT_MODE", "static", 1); }

Test(ptrt_decide, the_environment_says_steal, .init = mode_steal)
{
    const ptrt_request_t r = request_of(100000);
    ptrt_decision_t d = ask(kernel(PTRT_SCHEDULE_STEAL, 1, PTRT_GROUPS_MAX, 0, 0), &r, &h200);
    cr_assert_eq(pt_ranges_log2(&d.launch), PT_RANGES_LOG2_AT_MOST);
    d = ask(kernel(PTRT_SCHEDULE_AUTO, 1, PTRT_GROUPS_MAX, 0, 0), &r, &h200);
    cr_assert_gt(d.launch.tickets, 0);
    cr_assert_eq(pt_ranges_log2(&d.launch), 0);
    d = ask(kernel(PTRT_SCHEDULE_STATIC, 1, PTRT_GROUPS_MAX, 0, PTRT_KERNEL_DEALT), &r, &h200);
    cr_assert_eq(d.launch.tickets, 0);
}

Test(ptrt_decide, the_environment_says_guided_to_a_twin_that_steals, .init = mode_guided)
{
    const ptrt_request_t r = request_of(100000);
    const ptrt_decision_t d = ask(kernel(PTRT_SCHEDULE_STEAL, 1, PTRT_GROUPS_MAX, 0, 0), &r, &h200);
    cr_assert_gt(d.launch.levels, 0);
    cr_assert_eq(pt_ranges_log2(&d.launch), 0);
}

Test(ptrt_decide, the_environment_says_static_to_a_twin_that_steals, .init = mode_static)
{
    const ptrt_request_t r = request_of(100000);
    const ptrt_decision_t d = ask(kernel(PTRT_SCHEDULE_STEAL, 1, PTRT_GROUPS_MAX, 0, 0), &r, &h200);
    cr_assert_eq(d.action, PTRT_ACTION_TWIN);
    cr_assert_eq(d.launch.tickets, 0);
}

static int is_captured(void *stream)
{
    (void)stream;
    return 1;
}

// Both kernels wait, so both may begin early; but not in a graph, nor where their code is that for another device.
Test(ptrt_decide, a_launch_begins_early)
{
    ptrt_request_t r = request_of(100000);
    ptrt_facts_t waits = h200;
    waits.waits = 1;
    const unsigned flags = PTRT_KERNEL_COUNTED | PTRT_KERNEL_BEGINS_EARLY;
    ptrt_kernel_t *const k = kernel(PTRT_SCHEDULE_AUTO, 0, PTRT_GROUPS_MAX, 0, flags);
    ptrt_decision_t d = ask(k, &r, &waits);
    cr_assert_eq(d.action, PTRT_ACTION_TWIN);
    cr_assert(d.begins_early);
    const ptrt_request_t few = request_of(100);
    d = ask(k, &few, &waits);
    cr_assert_eq(d.action, PTRT_ACTION_ORIGINAL);
    cr_assert(d.begins_early);
    cr_assert_not(ask(kernel(PTRT_SCHEDULE_AUTO, 0, PTRT_GROUPS_MAX, 0, PTRT_KERNEL_COUNTED), &r, &waits).begins_early);
    cr_assert_not(ask(kernel(PTRT_SCHEDULE_AUTO, 0, PTRT_GROUPS_MAX, 0, flags), &r, &h200).begins_early);
    cr_assert_not(ask(kernel(PTRT_SCHEDULE_DYNAMIC, 0, PTRT_GROUPS_N, 5000, flags), &r, &waits).begins_early, "nothing runs");
    r.is_capturing = is_captured;
    cr_assert_not(ask(k, &r, &waits).begins_early);
}

// The plain launch would start blocks that there are not, many of them, and times of launches with unlike counts say nothing.
Test(ptrt_decide, blocks_counted_on_the_device)
{
    ptrt_kernel_t *const k = kernel(PTRT_SCHEDULE_AUTO, 0, PTRT_GROUPS_MAX, 0, PTRT_KERNEL_COUNTED);
    const ptrt_request_t many = request_of(100000), few = request_of(100);
    const ptrt_decision_t d = ask(k, &many, &h200);
    cr_assert_eq(d.action, PTRT_ACTION_TWIN);
    cr_assert_gt(d.launch.tickets, 0);
    cr_assert_null(d.measure);
    cr_assert_eq(ask(k, &few, &h200).action, PTRT_ACTION_ORIGINAL, "all resident at once");
    const ptrt_request_t four = request_of(4 * 1056 - 1), five = request_of(4 * 1056);
    cr_assert_eq(ask(k, &four, &h200).action, PTRT_ACTION_ORIGINAL, "few for each group");
    cr_assert_eq(ask(k, &five, &h200).action, PTRT_ACTION_TWIN);
}

Test(ptrt_decide, auto_does_not_pick_a_worse_twin)
{
    const ptrt_request_t r = request_of(100000);
    ptrt_facts_t spills = h200, lower = h200;
    spills.twin_local_bytes = 8;
    lower.twin_groups_queue = 7;
    ptrt_kernel_t *a = kernel(PTRT_SCHEDULE_AUTO, 0, 0, 0, 0), *b = kernel(PTRT_SCHEDULE_AUTO, 0, 0, 0, 0);
    for (int i = 0; i < 1000; i++) {
        ptrt_decision_t d = ask(a, &r, &spills);
        cr_assert_eq(d.action, PTRT_ACTION_ORIGINAL);
        cr_assert_null(d.measure);
        d = ask(b, &r, &lower);
        cr_assert_eq(d.action, PTRT_ACTION_ORIGINAL);
        cr_assert_null(d.measure);
    }
}

Test(ptrt_decide, a_worse_twin_is_told_of, .init = cr_redirect_stderr)
{
    const ptrt_request_t r = request_of(100000);
    ptrt_facts_t worse = h200;
    ptrt_kernel_t *k = kernel(PTRT_SCHEDULE_DYNAMIC, 1, 0, 0, 0);
    ptrt_decision_t d = ask(k, &r, &h200);
    ptrt_tell(k, &r, &d, &worse, PTRT_SCHEDULE_DYNAMIC, "why");
    worse.twin_groups_queue = 6;
    worse.twin_local_bytes = 24;
    ptrt_tell(k, &r, &d, &worse, PTRT_SCHEDULE_DYNAMIC, "why");
    fflush(stderr);
    char told[512] = "", second[512] = "";
    FILE *const lines = cr_get_redirected_stderr();
    cr_assert_not_null(fgets(told, sizeof told, lines));
    cr_assert_not_null(fgets(second, sizeof second, lines));
    cr_assert_not_null(strstr(told, "(resident: 8 a multiprocessor, 132 multiprocessors): why"), "%s", told);
    cr_assert_not_null(strstr(second, "(resident: 6 a multiprocessor instead of the original's 8, 132 multiprocessors, "
                                      "spills 24 bytes a thread): why"), "%s", second);
}

Test(ptrt_decide, facts_belong_to_context_and_shape)
{
    ptrt_kernel_t *k = kernel(PTRT_SCHEDULE_STATIC, 0, 0, 0, 0);
    ptrt_request_t r = request_of(100000);
    ask(k, &r, &h200);
    ptrt_decision_t d;
    ptrt_decide(k, &r, &d);
    cr_assert_eq(d.action, PTRT_ACTION_TWIN);
    r.context = 2;
    ptrt_decide(k, &r, &d);
    cr_assert_eq(d.action, PTRT_ACTION_ASK_FACTS);
    r.context = 1;
    r.block[1] = 2;
    ptrt_decide(k, &r, &d);
    cr_assert_eq(d.action, PTRT_ACTION_ASK_FACTS);
    r.block[1] = 1;
    r.dynamic_shared_bytes = 4;
    ptrt_decide(k, &r, &d);
    cr_assert_eq(d.action, PTRT_ACTION_ASK_FACTS);
}

Test(ptrt_decide, budget_of_multiprocessors)
{
    const ptrt_request_t r = request_of(100000);
    ptrt_set_multiprocessors(10);
    cr_assert_eq(ask(kernel(PTRT_SCHEDULE_DYNAMIC, 0, 0, 0, 0), &r, &h200).groups, 80);
    ptrt_set_multiprocessors(0);
    cr_assert_eq(ask(kernel(PTRT_SCHEDULE_DYNAMIC, 0, 0, 0, 0), &r, &h200).groups, 1056);
}

static ptrt_kernel_t *shared;

static void *many_launches(void *argument)
{
    (void)argument;
    for (int i = 0; i < 5000; i++) {
        const ptrt_request_t r = request_of(10000 + (uint32_t)(i % 7) * 10000);
        ptrt_decision_t d = ask(shared, &r, &h200);
        if (d.measure)
            ptrt_measured(d.measure, i % 3 != 0);
    }
    return NULL;
}

Test(ptrt_decide, threads)
{
    shared = kernel(PTRT_SCHEDULE_AUTO, 0, 0, 0, 0);
    const ptrt_counts_t before = ptrt_launch_counts("k");
    pthread_t t[8];
    for (int i = 0; i < 8; i++)
        pthread_create(&t[i], NULL, many_launches, NULL);
    for (int i = 0; i < 8; i++)
        pthread_join(t[i], NULL);
    const ptrt_counts_t after = ptrt_launch_counts("k");
    cr_assert_eq(after.plain + after.persistent - before.plain - before.persistent, 40000);
    cr_assert_eq(ptrt_launch_counts("nobody").plain, 0);
}

// Lanes are known by threadIdx.x / 32: of blocks in which those are not the lanes of a warp, the persistent kernel is none.
Test(ptrt_decide, rows_of_blocks)
{
    static const struct { uint32_t block[3]; bool is_whole; } shapes[] = {
        {{256, 1, 1}, true}, {{48, 1, 1}, false}, {{24, 1, 1}, false}, {{16, 1, 1}, true}, {{32, 8, 1}, true}, {{64, 2, 2}, true},
        {{48, 2, 1}, false}, {{16, 16, 1}, false}, {{16, 1, 2}, false}, {{1, 1, 1}, true}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        ptrt_request_t r = request_of(100000);
        memcpy(r.block, shapes[i].block, sizeof r.block);
        ptrt_action_t wanted = shapes[i].is_whole ? PTRT_ACTION_TWIN : PTRT_ACTION_ORIGINAL;
        cr_assert_eq(ask(kernel(PTRT_SCHEDULE_DYNAMIC, 0, PTRT_GROUPS_MAX, 0, PTRT_KERNEL_WHOLE_ROWS), &r, &h200).action, wanted, "shape %zu", i);
        cr_assert_eq(ask(kernel(PTRT_SCHEDULE_DYNAMIC, 0, PTRT_GROUPS_MAX, 0, 0), &r, &h200).action, PTRT_ACTION_TWIN);
        cr_assert_eq(ask(kernel(PTRT_SCHEDULE_AUTO, 0, PTRT_GROUPS_MAX, 0, PTRT_KERNEL_WHOLE_ROWS | PTRT_KERNEL_TASKS), &r, &h200).action, wanted);
        wanted = shapes[i].is_whole ? PTRT_ACTION_TWIN : PTRT_ACTION_REFUSE; // there is no plain launch
        const unsigned flags = PTRT_KERNEL_WHOLE_ROWS | PTRT_KERNEL_GRID_BARRIER | PTRT_KERNEL_SPLITS;
        cr_assert_eq(ask(kernel(PTRT_SCHEDULE_AUTO, 0, PTRT_GROUPS_MAX, 0, flags), &r, &h200).action, wanted, "shape %zu", i);
    }
}

// As many groups as are resident, however few blocks there are, and all of them at once.
Test(ptrt_decide, tasks)
{
    const ptrt_request_t one = request_of(1), many = request_of(5000);
    ptrt_kernel_t *k = kernel(PTRT_SCHEDULE_AUTO, 0, PTRT_GROUPS_MAX, 0, PTRT_KERNEL_TASKS);
    ptrt_decision_t d = ask(k, &one, &h200);
    cr_assert_eq(d.action, PTRT_ACTION_TWIN);
    cr_assert_eq(d.groups, 1056);
    cr_assert(d.cooperative);
    cr_assert_eq(d.launch.meets, 1);
    cr_assert_eq(d.launch.tickets, 0, "some groups have no block, and so draw none");
    cr_assert_eq(d.launch.items, 1);
    cr_assert_eq(d.dynamic_shared_bytes, 0);
    cr_assert_null(d.measure);
    d = ask(k, &many, &h200);
    cr_assert_eq(d.groups, 1056);
    cr_assert_eq(d.launch.stride, 1056, "blocks are dealt out to all of them");
    cr_assert(ptrt_is_plain(k, PTRT_MODE_NONPT));

    ptrt_request_t with_mode = one;
    with_mode.mode = PTRT_MODE_GROUPS;
    with_mode.mode_groups = 7;
    cr_assert_eq(ask(k, &with_mode, &h200).groups, 7);
    with_mode.mode_groups = 1057;
    cr_assert_eq(ask(k, &with_mode, &h200).action, PTRT_ACTION_REFUSE);
    cr_assert_eq(ptrt_last_error(), PT_ERROR_TOO_MANY_GROUPS);

    ptrt_kernel_t *draining = kernel(PTRT_SCHEDULE_AUTO, 0, PTRT_GROUPS_N, 3, PTRT_KERNEL_TASKS | PTRT_KERNEL_DRAINS);
    d = ask(draining, &one, &h200);
    cr_assert_eq(d.groups, 3);
    cr_assert_eq(d.dynamic_shared_bytes, PT_SLOT_BYTES);

    ptrt_facts_t none_fits = h200;
    none_fits.twin_groups = none_fits.twin_groups_queue = 0;
    d = ask(kernel(PTRT_SCHEDULE_AUTO, 0, PTRT_GROUPS_MAX, 0, PTRT_KERNEL_TASKS), &one, &none_fits);
    cr_assert_eq(d.action, PTRT_ACTION_ORIGINAL, "each block works until it finds nothing");
    cr_assert_not(d.cooperative);
}

Test(ptrt_decide, grid_barrier)
{
    const ptrt_request_t fits = request_of(1056), too_many = request_of(1057);
    ptrt_kernel_t *k = kernel(PTRT_SCHEDULE_AUTO, 0, PTRT_GROUPS_MAX, 0, PTRT_KERNEL_GRID_BARRIER);
    ptrt_decision_t d = ask(k, &fits, &h200);
    cr_assert_eq(d.action, PTRT_ACTION_TWIN);
    cr_assert_eq(d.groups, 1056);
    cr_assert(d.cooperative);
    cr_assert_eq(d.launch.meets, 1, "the twin traps else");
    cr_assert_eq(d.launch.tickets, 0);
    cr_assert_eq(d.launch.stride, 1056, "a block for each group");
    cr_assert_eq(d.dynamic_shared_bytes, PT_SLOT_BYTES);
    cr_assert_not(ptrt_is_plain(k, PTRT_MODE_NONPT));

    d = ask(k, &too_many, &h200);
    cr_assert_eq(d.action, PTRT_ACTION_REFUSE);
    cr_assert_eq(d.groups, 1057);
    cr_assert_eq(ptrt_last_error(), PT_ERROR_TOO_MANY_GROUPS);

    ptrt_request_t with_mode = request_of(100);
    with_mode.mode = PTRT_MODE_GROUPS;
    with_mode.mode_groups = 99;
    cr_assert_eq(ask(k, &with_mode, &h200).action, PTRT_ACTION_REFUSE, "a block would have no group");
    with_mode.mode_groups = 100;
    cr_assert_eq(ask(k, &with_mode, &h200).groups, 100);
    cr_assert_eq(ptrt_last_error(), PT_ERROR_TOO_MANY_GROUPS);
    cr_assert_eq(ptrt_last_error(), PT_SUCCESS);

    ptrt_set_multiprocessors(2);
    cr_assert_eq(ask(k, &fits, &h200).action, PTRT_ACTION_REFUSE, "only two multiprocessors may be filled");
    ptrt_set_multiprocessors(0);
}

// What lives across a grid barrier needs memory only where a group has several blocks.
Test(ptrt_decide, live_values)
{
    const ptrt_request_t fits = request_of(1056), more = request_of(1057);
    ptrt_kernel_t *k = kernel(PTRT_SCHEDULE_AUTO, 0, PTRT_GROUPS_MAX, 0, PTRT_KERNEL_GRID_BARRIER | PTRT_KERNEL_SPLITS);
    k->live_thread_bytes = 12;
    cr_assert_eq(ask(k, &fits, &h200).live_bytes, 0);
    const size_t of_threads = (size_t)PT_LIVE_ROUNDED(fits.block[0] * fits.block[1] * fits.block[2]) * 12;
    ptrt_decision_t d = ask(k, &more, &h200);
    cr_assert_eq(d.action, PTRT_ACTION_TWIN);
    cr_assert_eq(d.groups, 1056);
    cr_assert_eq(d.launch.live_block_bytes, of_threads);
    cr_assert_eq(d.live_bytes, of_threads * 1057);
    cr_assert_eq(d.launch.live, 0, "the address is launch.cuh's to fill in");

    k->live_shared_bytes = 48;
    cr_assert_eq(ask(k, &more, &h200).launch.live_block_bytes, of_threads + 48);
    k->live_dynamic_shared = 1;
    ptrt_request_t dynamic = more;
    dynamic.dynamic_shared_bytes = 33;
    cr_assert_eq(ask(k, &dynamic, &h200).launch.live_block_bytes, of_threads + 48 + 64, "up to the slot");

    k->live_thread_bytes = 0x10000000u; // of one thread; a block's number of bytes has 32 bits
    cr_assert_eq(ask(k, &more, &h200).action, PTRT_ACTION_REFUSE);
    cr_assert_eq(ptrt_last_error(), PT_ERROR_TOO_MANY_GROUPS);
}

// A library that was unloaded takes its descriptions and their text with it; what its kernels have done is still told.
Test(ptrt_decide, counts_outlive_a_library)
{
    const ptrt_request_t r = request_of(100000);
    ptrt_kernel_t *const k = kernel(PTRT_SCHEDULE_DYNAMIC, 1, PTRT_GROUPS_MAX, 0, 0);
    char name[] = "of_a_library", file[] = "library.cu";
    k->name = name;
    k->file = file;
    ask(k, &r, &h200);
    memset(name, 'x', strlen(name));
    memset(file, 'x', strlen(file));
    memset(k, 0xff, sizeof *k);
    cr_assert_eq(ptrt_launch_counts("of_a_library").persistent, 1);
    cr_assert_eq(ptrt_launch_counts(name).persistent, 0);
}
