// Unit tests of order(longest): which launch notes the lengths of blocks, and which has their order.
#include "internal.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static int is_done = 1, captures = 0;
static double microseconds_a_launch = 500;

static int capturing(void *stream)
{
    (void)stream;
    return captures;
}

static int elapsed(void *begin, void *end, double *microseconds)
{
    *microseconds = begin == end ? 0 : microseconds_a_launch;
    return is_done;
}

static const ptrt_facts_t h200 = {.multiprocessors = 132, .original_groups = 8, .twin_groups = 8, .twin_groups_queue = 8};

static ptrt_request_t request_of(uint32_t blocks)
{
    return (ptrt_request_t){.context = 1, .grid = {blocks, 1, 1}, .block = {256, 1, 1}, .is_capturing = capturing, .elapsed = elapsed};
}

static ptrt_kernel_t *kernel(int schedule)
{
    ptrt_kernel_t *k = calloc(1, sizeof *k); // the runtime keeps it
    k->name = "k";
    k->file = "k.cu";
    k->schedule = schedule;
    k->flags = PTRT_KERNEL_LONGEST_FIRST;
    return k;
}

static ptrt_decision_t ask(ptrt_kernel_t *k, const ptrt_request_t *r)
{
    ptrt_decision_t d;
    ptrt_decide(k, r, &d);
    if (d.action == PTRT_ACTION_ASK_FACTS) {
        ptrt_learn(k, r, &h200);
        ptrt_decide(k, r, &d);
    }
    return d;
}

static char order[4], event[4]; // for their addresses

Test(ptrt_longest, one_launch_notes_and_later_ones_have_the_order)
{
    static const int schedules[] = {PTRT_SCHEDULE_DYNAMIC, PTRT_SCHEDULE_STATIC, PTRT_SCHEDULE_GUIDED};
    for (unsigned i = 0; i < sizeof schedules / sizeof *schedules; i++) {
        ptrt_kernel_t *k = kernel(schedules[i]);
        const ptrt_request_t r = request_of(100000);
        ptrt_decision_t d = ask(k, &r);
        cr_assert_not_null(d.lengths);
        cr_assert_eq(d.launch.longest, PT_LONGEST_NOTED);
        struct ptrt_lengths *noted = d.lengths;
        d = ask(k, &r);
        cr_assert_null(d.lengths, "one launch notes them");
        cr_assert_eq(d.launch.longest, PT_LONGEST_UNKNOWN, "the launch that notes them has not been made");
        is_done = 0;
        ptrt_noted(noted, order, event);
        cr_assert_eq(ask(k, &r).launch.longest, PT_LONGEST_UNKNOWN, "it may still run");
        is_done = 1;
        d = ask(k, &r);
        cr_assert_null(d.lengths);
        cr_assert_eq(d.launch.longest, PT_LONGEST_FIRST);
        cr_assert_eq(d.launch.lengths, (uint64_t)(uintptr_t)order);
        if (schedules[i] != PTRT_SCHEDULE_STATIC) {
            cr_assert_eq(d.launch.ticket_chunk, 1, "no group gets two long blocks at once");
            cr_assert_eq(d.launch.levels, 0, "nor by large chunks at first");
        }
        const ptrt_request_t other = request_of(100001);
        cr_assert_eq(ask(k, &other).launch.longest, PT_LONGEST_NOTED, "each grid has its own");
    }
}

Test(ptrt_longest, what_fails_is_not_tried_again)
{
    ptrt_kernel_t *k = kernel(PTRT_SCHEDULE_DYNAMIC);
    const ptrt_request_t r = request_of(100000);
    ptrt_noted(ask(k, &r).lengths, NULL, NULL);
    for (int i = 0; i < 3; i++)
        cr_assert_eq(ask(k, &r).launch.longest, PT_LONGEST_UNKNOWN);
    const ptrt_request_t lost = request_of(50000); // its context is
    ptrt_noted(ask(k, &lost).lengths, order, event);
    is_done = -1;
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(ask(k, &lost).launch.longest, PT_LONGEST_UNKNOWN);
        is_done = 1;
    }
}

Test(ptrt_longest, nothing_is_noted_where_it_cannot_be)
{
    ptrt_kernel_t *k = kernel(PTRT_SCHEDULE_DYNAMIC);
    ptrt_request_t r = request_of(100000);
    captures = 1;
    cr_assert_null(ask(k, &r).lengths);
    captures = 0;
    r.elapsed = NULL;
    cr_assert_null(ask(k, &r).lengths, "contexts can't be told apart");
    r = request_of(1056);
    cr_assert_null(ask(k, &r).lengths, "all blocks begin at once");
    r = request_of((1u << 22) + 1);
    cr_assert_null(ask(k, &r).lengths, "more memory than it is worth");
    for (uint32_t i = 0; i < 8; i++) {
        r = request_of(100000 + i);
        cr_assert_not_null(ask(k, &r).lengths);
    }
    r = request_of(100008);
    cr_assert_null(ask(k, &r).lengths, "too many grids");
    k = kernel(PTRT_SCHEDULE_STATIC);
    ptrt_noted(ask(k, &r).lengths, order, event);
    captures = 1;
    cr_assert_eq(ask(k, &r).launch.longest, PT_LONGEST_FIRST, "an order that there is a graph has, too");
    captures = 0;
}

// The plain launch is measured, then lengths are noted as soon as that may cost so much, and only then is a schedule tried.
Test(ptrt_longest, auto_notes_when_it_can_afford_to)
{
    static const double times[] = {20, 500, 5000};
    for (unsigned t = 0; t < sizeof times / sizeof *times; t++) {
        ptrt_kernel_t *k = kernel(PTRT_SCHEDULE_AUTO);
        const ptrt_request_t r = request_of(20000 + t);
        microseconds_a_launch = times[t];
        const double cost = 0.1 * times[t] + 45 + 0.0028 * 20000;
        unsigned noted_at = 0, tried_at = 0;
        for (unsigned i = 1; i < 4000 && !tried_at; i++) {
            if (!noted_at)
                is_done = i % 20 == 0; // as in a stream that runs behind: a time comes when a trial could be afforded
            const ptrt_decision_t d = ask(k, &r);
            if (d.measure) {
                *d.begin = &event[1];
                *d.end = &event[2];
                ptrt_measured(d.measure, 1);
            }
            if (d.lengths) {
                cr_assert_eq(noted_at, 0);
                cr_assert_eq(d.launch.longest, PT_LONGEST_NOTED);
                noted_at = i;
                is_done = 0;
                ptrt_noted(d.lengths, order, event);
            } else if (d.action == PTRT_ACTION_TWIN) {
                cr_assert_eq(d.launch.longest, PT_LONGEST_FIRST, "nothing is tried without the order");
                tried_at = i;
            }
            if (noted_at && i == noted_at + 5) {
                cr_assert_eq(tried_at, 0);
                is_done = 1;
            }
        }
        cr_assert_neq(noted_at, 0, "%g us", times[t]);
        cr_assert_geq(0.015 * times[t] * noted_at, cost, "%g us: at launch %u", times[t], noted_at);
        cr_assert_gt(tried_at, noted_at);
    }
}
