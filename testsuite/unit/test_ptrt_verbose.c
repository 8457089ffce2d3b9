// Unit tests of PTRT_VERBOSE: the line of each launch, for every decision and every reason that there is (decide.c, automatic.c, question.c, tune.c).
#include "internal.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int capturing;
static double last_time = 1000; // of the launch that was timed last, microseconds

static int is_capturing(void *stream)
{
    (void)stream;
    return capturing;
}

static int elapsed(void *begin, void *end, double *microseconds)
{
    (void)begin;
    (void)end;
    *microseconds = last_time;
    return 1;
}

static const ptrt_facts_t h200 = {.multiprocessors = 132, .original_groups = 8, .twin_groups = 8, .twin_groups_queue = 8};

static ptrt_request_t request_of(uint32_t blocks)
{
    return (ptrt_request_t){.context = 1, .grid = {blocks, 1, 1}, .block = {16, 16, 1}, .is_capturing = is_capturing, .elapsed = elapsed};
}

static ptrt_request_t with_mode(ptrt_mode_t mode, unsigned groups)
{
    ptrt_request_t r = request_of(100000);
    r.mode = mode;
    r.mode_groups = groups;
    return r;
}

static ptrt_kernel_t *kernel_with_groups(int schedule, unsigned chunk, int groups_kind, unsigned groups, unsigned flags)
{
    static ptrt_kernel_t kernels[64]; // the runtime keeps those that it has decided something for
    static size_t used;
    cr_assert_lt(used, sizeof kernels / sizeof *kernels);
    ptrt_kernel_t *k = &kernels[used++];
    *k = (ptrt_kernel_t){.name = "blur", .file = "src/blur.cu", .line = 12, .schedule = schedule, .chunk = chunk,
                         .groups_kind = groups_kind, .groups = groups, .flags = flags};
    return k;
}

static ptrt_kernel_t *kernel(int schedule, unsigned chunk, unsigned flags)
{
    return kernel_with_groups(schedule, chunk, PTRT_GROUPS_MAX, 0, flags);
}

static ptrt_decision_t launch(ptrt_kernel_t *k, const ptrt_request_t *r, const ptrt_facts_t *facts)
{
    ptrt_decision_t d;
    ptrt_decide(k, r, &d);
    if (d.action == PTRT_ACTION_ASK_FACTS) {
        ptrt_learn(k, r, facts);
        ptrt_decide(k, r, &d);
    }
    if (d.measure)
        ptrt_measured(d.measure, 1);
    return d;
}

// What was said since the last call: one line, or nothing at all.
static const char *said(void)
{
    static char line[1024];
    char rest[64] = "";
    fputs("the end\n", stderr);
    fflush(stderr);
    FILE *const lines = cr_get_redirected_stderr();
    cr_assert_not_null(fgets(line, sizeof line, lines));
    if (strcmp(line, "the end\n") == 0)
        return "";
    cr_assert_not_null(fgets(rest, sizeof rest, lines));
    cr_assert_str_eq(rest, "the end\n", "more than one line");
    line[strcspn(line, "\n")] = '\0';
    return line;
}

#define KERNEL "ptrt: blur (src/blur.cu:12)"
#define SHAPE KERNEL " grid 100000x1x1 block 16x16x1 shared 0: "
#define RESIDENT " (resident: 8 a multiprocessor, 132 multiprocessors): "

static void expect(ptrt_kernel_t *k, const ptrt_request_t *r, const ptrt_facts_t *facts, const char *wanted)
{
    launch(k, r, facts);
    cr_assert_str_eq(said(), wanted);
}

static void verbose(void)
{
    setenv("PTRT_VERBOSE", "1", 1);
    cr_redirect_stderr();
}

static void verbose_guided(void)
{
    setenv("PTRT_MODE", "guided", 1);
    verbose();
}

static void verbose_steal(void)
{
    setenv("PTRT_MODE", "steal", 1);
    verbose();
}

static void verbose_nonpt(void)
{
    setenv("PTRT_MODE", "nonpt", 1);
    verbose();
}

static void verbose_auto(void)
{
    setenv("PTRT_MODE", "auto", 1);
    verbose();
}

static void verbose_small(void)
{
    setenv("PTRT_SMS", "2", 1);
    setenv("PTRT_GROUPS", "5", 1);
    setenv("PTRT_CHUNK", "3", 1);
    verbose();
}

static void quiet(void)
{
    setenv("PTRT_VERBOSE", "0", 1);
    cr_redirect_stderr();
}

Test(ptrt_verbose, nothing_is_said_unasked, .init = quiet)
{
    const ptrt_request_t r = request_of(100000);
    expect(kernel(PTRT_SCHEDULE_DYNAMIC, 4, 0), &r, &h200, "");
    ptrt_is_plain(kernel(PTRT_SCHEDULE_HARDWARE, 0, 0), PTRT_MODE_DEFAULT);
    cr_assert_str_empty(said());
}

Test(ptrt_verbose, as_annotated, .init = verbose)
{
    ptrt_request_t r = request_of(100000);
    expect(kernel(PTRT_SCHEDULE_DYNAMIC, 4, 0), &r, &h200, SHAPE "persistent, 1056 groups, dynamic, chunk 4" RESIDENT "as annotated");
    expect(kernel(PTRT_SCHEDULE_STATIC, 0, 0), &r, &h200, SHAPE "persistent, 1051 groups, static, chunk 1" RESIDENT "as annotated");
    expect(kernel(PTRT_SCHEDULE_STATIC, 7, 0), &r, &h200, SHAPE "persistent, 1051 groups, static, chunk 7" RESIDENT "as annotated");
    expect(kernel(PTRT_SCHEDULE_GUIDED, 2, 0), &r, &h200,
           SHAPE "persistent, 1056 groups, guided, chunks 16 to 2" RESIDENT "as annotated");
    expect(kernel(PTRT_SCHEDULE_STEAL, 4, 0), &r, &h200, SHAPE "persistent, 1056 groups, steal, chunk 4" RESIDENT "as annotated");
    expect(kernel_with_groups(PTRT_SCHEDULE_DYNAMIC, 1, PTRT_GROUPS_PER_SM, 2, 0), &r, &h200,
           SHAPE "persistent, 264 groups, dynamic, chunk 1" RESIDENT "as annotated");
    r = (ptrt_request_t){.context = 1, .grid = {120, 68, 3}, .block = {32, 4, 2}, .dynamic_shared_bytes = 1001};
    expect(kernel(PTRT_SCHEDULE_DYNAMIC, 1, 0), &r, &h200,
           KERNEL " grid 120x68x3 block 32x4x2 shared 1001: persistent, 1056 groups, dynamic, chunk 1" RESIDENT "as annotated");
}

// What one round hands out needs no counter, whatever the schedule is.
Test(ptrt_verbose, one_round, .init = verbose)
{
    const ptrt_request_t few = request_of(30);
    const char *const each = KERNEL " grid 30x1x1 block 16x16x1 shared 0: persistent, ";
    char wanted[512];
    snprintf(wanted, sizeof wanted, "%s%s", each, "4 groups, dynamic, chunk 8, one for each group" RESIDENT "as annotated");
    expect(kernel(PTRT_SCHEDULE_DYNAMIC, 8, 0), &few, &h200, wanted);
    snprintf(wanted, sizeof wanted, "%s%s", each, "30 groups, guided, chunk 1, one for each group" RESIDENT "as annotated");
    expect(kernel(PTRT_SCHEDULE_GUIDED, 0, 0), &few, &h200, wanted);
    snprintf(wanted, sizeof wanted, "%s%s", each, "1 group, static, chunk 30" RESIDENT "as annotated");
    expect(kernel(PTRT_SCHEDULE_STATIC, 64, 0), &few, &h200, wanted);
    // Too few blocks for chunks that shrink, or for a second counter.
    snprintf(wanted, sizeof wanted, "%s%s", each, "8 groups, guided, chunk 1" RESIDENT "as annotated");
    expect(kernel_with_groups(PTRT_SCHEDULE_GUIDED, 0, PTRT_GROUPS_N, 8, 0), &few, &h200, wanted);
    snprintf(wanted, sizeof wanted, "%s%s", each, "1 group, dynamic, chunk 1" RESIDENT "as annotated");
    expect(kernel_with_groups(PTRT_SCHEDULE_STEAL, 1, PTRT_GROUPS_N, 1, 0), &few, &h200, wanted);
}

// Of an expression, whose value ptcc does not know.
Test(ptrt_verbose, no_counts, .init = verbose)
{
    const ptrt_request_t r = request_of(100000);
    ptrt_kernel_t *const k = kernel(PTRT_SCHEDULE_DYNAMIC, PTRT_NO_COUNT, 0);
    (void)ptrt_is_plain(k, PTRT_MODE_DEFAULT);
    ptrt_decision_t d;
    ptrt_decide(k, &r, &d);
    cr_assert_str_eq(said(), KERNEL ": the chunk of its schedule(...) is no number from 1 to 2147483647: the runtime chooses one");
    expect(k, &r, &h200, SHAPE "persistent, 1056 groups, dynamic, chunk 7" RESIDENT "as annotated");
    for (int kind = PTRT_GROUPS_N; kind <= PTRT_GROUPS_PER_SM; kind++)
        expect(kernel_with_groups(PTRT_SCHEDULE_DYNAMIC, 1, kind, PTRT_NO_COUNT, 0), &r, &h200,
               SHAPE "refused" RESIDENT "fewer than one thread group is asked for, or more than 2147483647");
}

// What the persistent kernel costs, of the form that is launched.
Test(ptrt_verbose, costs, .init = verbose)
{
    const ptrt_request_t r = request_of(100000);
    ptrt_facts_t worse = h200;
    worse.twin_groups_queue = 6;
    worse.original_local_bytes = 8;
    worse.twin_local_bytes = 32;
    expect(kernel(PTRT_SCHEDULE_DYNAMIC, 1, 0), &r, &worse,
           SHAPE "persistent, 792 groups, dynamic, chunk 1 (resident: 6 a multiprocessor instead of the original's 8, "
                 "132 multiprocessors, spills 24 bytes a thread): as annotated");
    expect(kernel(PTRT_SCHEDULE_STATIC, 1, 0), &r, &worse,
           SHAPE "persistent, 1051 groups, static, chunk 1 (resident: 8 a multiprocessor, 132 multiprocessors, "
                 "spills 24 bytes a thread): as annotated");
    expect(kernel(PTRT_SCHEDULE_STATIC, 1, PTRT_KERNEL_DRAINS), &r, &worse,
           SHAPE "persistent, 787 groups, static, chunk 1 (resident: 6 a multiprocessor instead of the original's 8, "
                 "132 multiprocessors, spills 24 bytes a thread): as annotated");
}

Test(ptrt_verbose, plain_by_the_program, .init = verbose)
{
    cr_assert(ptrt_is_plain(kernel(PTRT_SCHEDULE_HARDWARE, 0, 0), PTRT_MODE_DEFAULT));
    cr_assert_str_eq(said(), KERNEL ": plain launch: schedule(hardware)");
    cr_assert(ptrt_is_plain(kernel(PTRT_SCHEDULE_DYNAMIC, 0, 0), PTRT_MODE_NONPT));
    cr_assert_str_eq(said(), KERNEL ": plain launch: mode(nonpt)");
    cr_assert_not(ptrt_is_plain(kernel(PTRT_SCHEDULE_DYNAMIC, 0, 0), PTRT_MODE_DEFAULT));
    cr_assert_str_empty(said());
    ptrt_passed_on(kernel(PTRT_SCHEDULE_DYNAMIC, 0, 0), "blocks of a cooperative launch may wait for each other");
    cr_assert_str_eq(said(), KERNEL ": plain launch: blocks of a cooperative launch may wait for each other");
}

Test(ptrt_verbose, plain_by_the_environment, .init = verbose_nonpt)
{
    cr_assert(ptrt_is_plain(kernel(PTRT_SCHEDULE_DYNAMIC, 0, 0), PTRT_MODE_MAX));
    cr_assert_str_eq(said(), KERNEL ": plain launch: PTRT_MODE");
}

Test(ptrt_verbose, a_schedule_of_the_environment, .init = verbose_guided)
{
    const ptrt_request_t r = request_of(100000), max = with_mode(PTRT_MODE_MAX, 0);
    expect(kernel(PTRT_SCHEDULE_STATIC, 1, 0), &r, &h200, SHAPE "persistent, 1056 groups, guided, chunks 16 to 1" RESIDENT "PTRT_MODE");
    expect(kernel(PTRT_SCHEDULE_AUTO, 1, 0), &max, &h200, SHAPE "persistent, 1056 groups, guided, chunks 16 to 1" RESIDENT "PTRT_MODE");
    cr_assert(ptrt_is_plain(kernel(PTRT_SCHEDULE_DYNAMIC, 0, 0), PTRT_MODE_NONPT));
    cr_assert_str_eq(said(), KERNEL ": plain launch: mode(nonpt)");
}

Test(ptrt_verbose, steal_of_the_environment, .init = verbose_steal)
{
    const ptrt_request_t r = request_of(100000);
    expect(kernel(PTRT_SCHEDULE_STEAL, 4, 0), &r, &h200, SHAPE "persistent, 1056 groups, steal, chunk 4" RESIDENT "PTRT_MODE");
    expect(kernel(PTRT_SCHEDULE_DYNAMIC, 4, 0), &r, &h200,
           SHAPE "persistent, 1056 groups, dynamic, chunk 4" RESIDENT "PTRT_MODE, but only a kernel with schedule(steal) has several counters");
}

Test(ptrt_verbose, auto_of_the_environment, .init = verbose_auto)
{
    const ptrt_request_t r = request_of(100000), max = with_mode(PTRT_MODE_MAX, 0);
    expect(kernel(PTRT_SCHEDULE_STATIC, 1, 0), &r, &h200, SHAPE "plain launch" RESIDENT "auto: measuring");
    expect(kernel(PTRT_SCHEDULE_STATIC, 1, 0), &max, &h200, SHAPE "persistent, 1056 groups, dynamic, chunk 1" RESIDENT "mode(max)");
}

// PTRT_SMS, PTRT_GROUPS and PTRT_CHUNK at work.
Test(ptrt_verbose, bounds_of_the_environment, .init = verbose_small)
{
    const ptrt_request_t r = request_of(100000);
    expect(kernel(PTRT_SCHEDULE_DYNAMIC, 4, 0), &r, &h200,
           SHAPE "persistent, 5 groups, dynamic, chunk 3 (resident: 8 a multiprocessor, 2 of 132 multiprocessors): as annotated");
    expect(kernel_with_groups(PTRT_SCHEDULE_DYNAMIC, 1, PTRT_GROUPS_N, 17, 0), &r, &h200,
           SHAPE "refused, 17 groups (resident: 8 a multiprocessor, 2 of 132 multiprocessors): more thread groups than are resident at once");
    ptrt_set_multiprocessors(0);
    expect(kernel_with_groups(PTRT_SCHEDULE_DYNAMIC, 1, PTRT_GROUPS_N, 17, 0), &r, &h200,
           SHAPE "persistent, 5 groups, dynamic, chunk 3" RESIDENT "as annotated");
    // Blocks that wait for each other in phases may have fewer groups; those in one piece may not.
    expect(kernel_with_groups(PTRT_SCHEDULE_AUTO, 0, PTRT_GROUPS_N, 17, PTRT_KERNEL_GRID_BARRIER | PTRT_KERNEL_SPLITS), &r, &h200,
           SHAPE "persistent, 5 groups, static, chunk 1" RESIDENT "its blocks wait for each other");
    const ptrt_request_t few = request_of(12);
    expect(kernel(PTRT_SCHEDULE_AUTO, 0, PTRT_KERNEL_GRID_BARRIER), &few, &h200,
           KERNEL " grid 12x1x1 block 16x16x1 shared 0: persistent, 12 groups, static, chunk 1" RESIDENT "its blocks wait for each other");
}

Test(ptrt_verbose, obstacles, .init = verbose)
{
    const ptrt_request_t r = request_of(100000);
    ptrt_facts_t facts = h200;
    facts.obstacle = "blocks form clusters";
    expect(kernel(PTRT_SCHEDULE_DYNAMIC, 0, 0), &r, &facts, SHAPE "plain launch: blocks form clusters");
    facts = h200;
    facts.twin_groups = facts.twin_groups_queue = 0;
    expect(kernel(PTRT_SCHEDULE_STATIC, 0, 0), &r, &facts,
           SHAPE "plain launch (resident: 0 a multiprocessor instead of the original's 8, 132 multiprocessors): "
                 "the persistent kernel does not fit on a multiprocessor");
    ptrt_request_t huge = request_of(65536);
    huge.grid[1] = 65535;
    expect(kernel(PTRT_SCHEDULE_STATIC, 0, 0), &huge, &h200,
           KERNEL " grid 65536x65535x1 block 16x16x1 shared 0: plain launch" RESIDENT "2^31 blocks or more");
    facts = h200;
    facts.twin_groups_queue = 0;
    expect(kernel(PTRT_SCHEDULE_DYNAMIC, 0, PTRT_KERNEL_ORDERED), &r, &facts,
           SHAPE "plain launch (resident: 0 a multiprocessor instead of the original's 8, 132 multiprocessors): "
                 "blocks wait for earlier ones, or another file has the kernel's body; and a queue does not fit into shared memory");
    expect(kernel(PTRT_SCHEDULE_DYNAMIC, 0, 0), &r, &facts,
           SHAPE "persistent, 1051 groups, static, chunk 1" RESIDENT "a queue does not fit into shared memory");
}

Test(ptrt_verbose, numbers_of_groups, .init = verbose)
{
    const ptrt_request_t r = request_of(100000), max = with_mode(PTRT_MODE_MAX, 0), seven = with_mode(PTRT_MODE_GROUPS, 7),
                         none = with_mode(PTRT_MODE_GROUPS, 0), many = with_mode(PTRT_MODE_GROUPS, 1057);
    expect(kernel(PTRT_SCHEDULE_AUTO, 0, 0), &max, &h200, SHAPE "persistent, 1056 groups, dynamic, chunk 7" RESIDENT "mode(max)");
    expect(kernel(PTRT_SCHEDULE_AUTO, 2, 0), &seven, &h200, SHAPE "persistent, 7 groups, dynamic, chunk 2" RESIDENT "mode(groups)");
    expect(kernel(PTRT_SCHEDULE_DYNAMIC, 2, 0), &seven, &h200, SHAPE "persistent, 7 groups, dynamic, chunk 2" RESIDENT "as annotated");
    expect(kernel(PTRT_SCHEDULE_DYNAMIC, 2, 0), &many, &h200,
           SHAPE "refused, 1057 groups" RESIDENT "more thread groups than are resident at once");
    expect(kernel(PTRT_SCHEDULE_DYNAMIC, 2, 0), &none, &h200, SHAPE "refused" RESIDENT "fewer than one thread group is asked for, or more than 2147483647");
    expect(kernel_with_groups(PTRT_SCHEDULE_DYNAMIC, 2, PTRT_GROUPS_N, 4000, 0), &r, &h200,
           SHAPE "refused, 4000 groups" RESIDENT "more thread groups than are resident at once");
    expect(kernel(PTRT_SCHEDULE_AUTO, 0, PTRT_KERNEL_COUNTED), &r, &h200,
           SHAPE "persistent, 1056 groups, dynamic, chunk 7" RESIDENT "auto: the device determines the number of blocks");
}

Test(ptrt_verbose, blocks_counted_on_the_device, .init = verbose)
{
    const ptrt_request_t four = request_of(4000);
    expect(kernel(PTRT_SCHEDULE_AUTO, 0, PTRT_KERNEL_COUNTED), &four, &h200,
           KERNEL " grid 4000x1x1 block 16x16x1 shared 0: plain launch" RESIDENT "auto: few blocks for each group, however many there are");
}

Test(ptrt_verbose, blocks_that_wait, .init = verbose)
{
    const ptrt_request_t r = request_of(100000), few = request_of(1000), all = request_of(1057);
    expect(kernel(PTRT_SCHEDULE_STATIC, 2, PTRT_KERNEL_ORDERED), &r, &h200,
           SHAPE "persistent, 1056 groups, dynamic, chunk 2" RESIDENT "blocks wait for earlier ones, or another file has the kernel's body: they come from a queue");
    expect(kernel_with_groups(PTRT_SCHEDULE_DYNAMIC, 1, PTRT_GROUPS_N, 7, PTRT_KERNEL_ORDERED), &few, &h200,
           KERNEL " grid 1000x1x1 block 16x16x1 shared 0: plain launch" RESIDENT
                  "blocks wait for each other, and there are fewer thread groups than blocks");
    const unsigned barrier = PTRT_KERNEL_GRID_BARRIER;
    expect(kernel(PTRT_SCHEDULE_AUTO, 0, barrier), &all, &h200,
           KERNEL " grid 1057x1x1 block 16x16x1 shared 0: refused, 1057 groups" RESIDENT
                  "its blocks wait for each other, and are more than are resident at once");
    expect(kernel(PTRT_SCHEDULE_AUTO, 0, barrier | PTRT_KERNEL_SPLITS), &all, &h200,
           KERNEL " grid 1057x1x1 block 16x16x1 shared 0: persistent, 1056 groups, static, chunk 1" RESIDENT
                  "its blocks wait for each other");
    expect(kernel(PTRT_SCHEDULE_AUTO, 0, barrier | PTRT_KERNEL_SPLITS | PTRT_KERNEL_LOOP), &all, &h200,
           KERNEL " grid 1057x1x1 block 16x16x1 shared 0: persistent, 1056 groups, static, chunk 1" RESIDENT
                  "the steps of a loop run in one launch");
    expect(kernel_with_groups(PTRT_SCHEDULE_AUTO, 0, PTRT_GROUPS_N, 999, barrier), &few, &h200,
           KERNEL " grid 1000x1x1 block 16x16x1 shared 0: refused, 1000 groups" RESIDENT
                  "its blocks wait for each other, and there are fewer thread groups than blocks");
    expect(kernel_with_groups(PTRT_SCHEDULE_AUTO, 0, PTRT_GROUPS_N, 1057, barrier), &few, &h200,
           KERNEL " grid 1000x1x1 block 16x16x1 shared 0: refused, 1057 groups" RESIDENT
                  "more thread groups than are resident at once");
    // 32537632 for each of 132 are 32 beyond 2^32.
    expect(kernel_with_groups(PTRT_SCHEDULE_AUTO, 0, PTRT_GROUPS_PER_SM, 32537632, barrier | PTRT_KERNEL_SPLITS), &few, &h200,
           KERNEL " grid 1000x1x1 block 16x16x1 shared 0: refused, 2147483647 groups" RESIDENT
                  "more thread groups than are resident at once");
    expect(kernel_with_groups(PTRT_SCHEDULE_AUTO, 0, PTRT_GROUPS_N, 0, barrier | PTRT_KERNEL_SPLITS), &few, &h200,
           KERNEL " grid 1000x1x1 block 16x16x1 shared 0: refused" RESIDENT "fewer than one thread group is asked for, or more than 2147483647");
    ptrt_facts_t facts = h200;
    facts.twin_groups = facts.twin_groups_queue = 0;
    facts.obstacle = "the persistent kernel needs too many registers for this block size";
    expect(kernel(PTRT_SCHEDULE_AUTO, 0, barrier), &few, &facts,
           KERNEL " grid 1000x1x1 block 16x16x1 shared 0: refused, 1000 groups: "
                  "the persistent kernel needs too many registers for this block size");
}

Test(ptrt_verbose, more_than_can_be_remembered, .init = verbose)
{
    ptrt_kernel_t *const k = kernel(PTRT_SCHEDULE_DYNAMIC, 1, 0);
    ptrt_request_t r = request_of(100000);
    for (unsigned i = 0; i < 256; i++) {
        r.dynamic_shared_bytes = i;
        launch(k, &r, &h200);
        cr_assert_not_null(strstr(said(), ": as annotated"));
    }
    r.dynamic_shared_bytes = 256;
    expect(k, &r, &h200, KERNEL ": plain launch: too many different block sizes to remember");
}

Test(ptrt_verbose, auto_without_a_trial, .init = verbose)
{
    const ptrt_request_t few = request_of(1056), one_more = request_of(1057), many = request_of(100000);
    ptrt_facts_t facts = h200;
    expect(kernel(PTRT_SCHEDULE_AUTO, 0, 0), &few, &h200,
           KERNEL " grid 1056x1x1 block 16x16x1 shared 0: plain launch" RESIDENT "auto: all blocks are resident at once");
    expect(kernel(PTRT_SCHEDULE_AUTO, 0, 0), &one_more, &h200,
           KERNEL " grid 1057x1x1 block 16x16x1 shared 0: plain launch" RESIDENT "auto: fewer than two blocks for each group");
    facts.twin_groups_queue = 7;
    expect(kernel(PTRT_SCHEDULE_AUTO, 0, 0), &many, &facts,
           SHAPE "plain launch (resident: 7 a multiprocessor instead of the original's 8, 132 multiprocessors): "
                 "auto: the persistent kernel has lower occupancy");
    facts = h200;
    facts.twin_local_bytes = 8;
    expect(kernel(PTRT_SCHEDULE_AUTO, 0, 0), &many, &facts,
           SHAPE "plain launch (resident: 8 a multiprocessor, 132 multiprocessors, spills 8 bytes a thread): "
                 "auto: the persistent kernel spills registers");
    ptrt_request_t old_driver = many;
    old_driver.elapsed = NULL;
    expect(kernel(PTRT_SCHEDULE_AUTO, 0, 0), &old_driver, &h200,
           SHAPE "plain launch" RESIDENT "auto: this driver cannot tell contexts apart, nothing is measured");
    // 64 sizes of grids, four for each doubling.
    ptrt_kernel_t *const k = kernel(PTRT_SCHEDULE_AUTO, 0, 0);
    ptrt_facts_t small = h200;
    small.multiprocessors = 1;
    unsigned sizes = 0;
    for (unsigned log2 = 4; log2 < 31; log2++)
        for (unsigned quarter = 0; quarter < 4; quarter++, sizes++) {
            const ptrt_request_t r = request_of((4 + quarter) << (log2 - 2));
            launch(k, &r, &small);
            const char *const line = said();
            cr_assert_eq(strstr(line, ": auto: too many different grids to measure") != NULL, sizes >= 64, "%u: %s", sizes, line);
        }
}

static ptrt_tune_t *measured_last;

// Launches until the line says `reason` behind the colon, with times by what was launched.
static const char *launch_until(ptrt_kernel_t *k, const char *reason, double plain_time, double persistent_time)
{
    const ptrt_request_t r = request_of(100000);
    for (int i = 0; i < 2000; i++) {
        const ptrt_decision_t d = launch(k, &r, &h200);
        if (d.measure) {
            last_time = d.action == PTRT_ACTION_TWIN ? persistent_time : plain_time;
            measured_last = d.measure;
        }
        const char *const line = said(), *const why = strstr(line, "multiprocessors): ");
        cr_assert_not_null(why, "%s", line);
        if (strcmp(why + strlen("multiprocessors): "), reason) == 0)
            return line;
    }
    cr_assert_fail("never: %s", reason);
    return "";
}

Test(ptrt_verbose, auto_measures, .init = verbose)
{
    ptrt_kernel_t *k = kernel(PTRT_SCHEDULE_AUTO, 0, 0);
    cr_assert_str_eq(launch_until(k, "auto: measuring", 1000, 500), SHAPE "plain launch" RESIDENT "auto: measuring");
    cr_assert_str_eq(launch_until(k, "auto: measuring [timed]", 1000, 500), SHAPE "plain launch" RESIDENT "auto: measuring [timed]");
    cr_assert_str_eq(launch_until(k, "measured: faster than the plain launch", 1000, 500),
                     SHAPE "persistent, 1056 groups, guided, chunks 16 to 1" RESIDENT "measured: faster than the plain launch");
    launch_until(k, "measured: faster than the plain launch [timed]", 1000, 500);
    k = kernel(PTRT_SCHEDULE_AUTO, 0, 0);
    cr_assert_str_eq(launch_until(k, "measured: nothing beats the plain launch", 1000, 990),
                     SHAPE "plain launch" RESIDENT "measured: nothing beats the plain launch");
    // Every time that it has settled, the work becomes another.
    double time = 1000;
    for (int i = 0; i < 8; i++, time *= 2) {
        launch_until(k, "auto: measuring", time * 2, time * 2);
        launch_until(k, "measured: nothing beats the plain launch", time * 2, time * 2);
    }
    cr_assert_str_eq(launch_until(k, "measured: its time changes too often", time * 2, time * 2),
                     SHAPE "plain launch" RESIDENT "measured: its time changes too often");
}

Test(ptrt_verbose, auto_during_a_capture, .init = verbose)
{
    ptrt_kernel_t *const k = kernel(PTRT_SCHEDULE_AUTO, 0, 0);
    capturing = 1;
    cr_assert_str_eq(launch_until(k, "auto: nothing is measured during a capture", 1000, 500),
                     SHAPE "plain launch" RESIDENT "auto: nothing is measured during a capture");
}

Test(ptrt_verbose, auto_while_another_thread_measures, .init = verbose)
{
    ptrt_kernel_t *const k = kernel(PTRT_SCHEDULE_AUTO, 0, 0);
    launch_until(k, "auto: measuring [timed]", 1000, 500);
    pthread_mutex_lock(&measured_last->lock);
    cr_assert_str_eq(launch_until(k, "auto: another thread is measuring", 1000, 500),
                     SHAPE "plain launch" RESIDENT "auto: another thread is measuring");
    pthread_mutex_unlock(&measured_last->lock);
}
