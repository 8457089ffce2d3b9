// Unit tests of schedule(auto)'s decision, with invented times.
#include "internal.h"

#include <criterion/criterion.h>

typedef struct program {
    double plain, best, other; // microseconds a launch
    int best_schedule;
    uint32_t items, groups;
} program_t;

static const double timing = 3; // microseconds that timing a launch costs it

typedef struct outcome {
    int decided;      // schedule, or -1
    unsigned plain;   // launches with the plain kernel
    double total, plain_total;
} outcome_t;

// `delay`: launches until a time is known, as in a stream that runs behind.
static outcome_t run(program_t p, unsigned launches, unsigned delay)
{
    ptrt_tune_t tune;
    ptrt_tune_begin(&tune, p.items, p.groups, false);
    outcome_t o = {-1, 0, 0, 0};
    int pending = -1;
    double pending_time = 0;
    unsigned due = 0;
    for (unsigned i = 0; i < launches; i++) {
        if (pending >= 0 && i >= due) {
            ptrt_tune_report(&tune, pending, pending_time);
            tune.in_flight = false;
            pending = -1;
        }
        bool sample = false;
        const int c = ptrt_tune_choose(&tune, &sample);
        // As automatic.c has it: a decided launch is looked at now and then only.
        if (atomic_load(&tune.decided) >= 0 && i % atomic_load(&tune.watch_interval) != 0)
            sample = false;
        const int schedule = tune.candidate[c].scheme.schedule;
        const double time = c == 0                             ? p.plain
                            : schedule == p.best_schedule ? p.best
                                                               : p.other;
        o.plain += c == 0;
        o.total += time;
        o.plain_total += p.plain;
        if (sample) {
            o.total += timing;
            cr_assert_not(tune.in_flight, "one measurement at a time");
            tune.in_flight = true;
            pending = c;
            pending_time = time;
            due = i + 1 + delay;
        }
    }
    const int decided = atomic_load(&tune.decided);
    o.decided = decided < 0 ? -1 : tune.candidate[decided].scheme.schedule;
    return o;
}

static const program_t tiny = {60, 20, 70, PTRT_SCHEDULE_DYNAMIC, 100000, 1056};

Test(ptrt_tune, once_or_twice_is_plain)
{
    for (unsigned n = 1; n <= 5; n++)
        cr_assert_eq(run(tiny, n, 0).plain, n);
}

Test(ptrt_tune, takes_a_gain)
{
    cr_assert_eq(run(tiny, 400, 0).decided, PTRT_SCHEDULE_DYNAMIC);
    cr_assert_eq(run(tiny, 4000, 50).decided, PTRT_SCHEDULE_DYNAMIC);
    cr_assert_lt(run(tiny, 1000, 0).total, 0.45 * run(tiny, 1000, 0).plain_total);
}

Test(ptrt_tune, keeps_plain_within_two_percent)
{
    program_t p = {1000, 985, 1100, PTRT_SCHEDULE_GUIDED, 10000, 1056};
    cr_assert_eq(run(p, 3000, 0).decided, PTRT_SCHEDULE_HARDWARE);
    p.best = 900;
    cr_assert_eq(run(p, 3000, 0).decided, PTRT_SCHEDULE_GUIDED);
}

// Whatever the candidates cost, the whole run loses at most 1.5%, the first timing and one bad surprise, watching 0.5%.
Test(ptrt_tune, loss_is_bounded)
{
    static const double plain_times[] = {5, 15, 100, 5000};
    for (double factor = 1.0; factor < 6; factor += 0.05)
        for (unsigned k = 0; k < sizeof plain_times / sizeof *plain_times; k++) {
            const double plain = plain_times[k];
            const program_t p = {plain, plain * factor, plain * factor, PTRT_SCHEDULE_STATIC, 20000, 1056};
            for (unsigned n = 1; n < 600; n += n < 40 ? 1 : 13) {
                const outcome_t o = run(p, n, 0);
                const double surprise = factor > 1 ? plain * (factor - 1) : 0;
                cr_assert_leq(o.total, o.plain_total * 1.0201 + timing + surprise,
                              "%g us, factor %g, %u launches: %g against %g", plain, factor, n, o.total, o.plain_total);
            }
            cr_assert_eq(run(p, 20000, 0).decided, PTRT_SCHEDULE_HARDWARE);
        }
}

// A plain launch whose time depends on where its blocks happen to be put, and schedules that lie between its two times.
Test(ptrt_tune, two_sorts_of_times)
{
    for (unsigned pattern = 1; pattern < 63; pattern++) { // which of six launches in a row are the fast ones
        ptrt_tune_t tune;
        ptrt_tune_begin(&tune, 100000, 1056, false);
        unsigned plain = 0;
        for (int i = 0; i < 3000 && atomic_load(&tune.decided) < 0; i++) {
            bool sample;
            const int c = ptrt_tune_choose(&tune, &sample);
            if (sample)
                ptrt_tune_report(&tune, c, c ? 950 : pattern >> plain++ % 6 & 1 ? 780 : 1080);
        }
        unsigned fast = 0; // of the plain times that it still knows
        for (unsigned i = 0; i < PTRT_SAMPLES; i++)
            fast += tune.candidate[0].microseconds[i] == 780;
        if (fast)
            cr_assert_eq(atomic_load(&tune.decided), 0, "pattern %u", pattern);
    }
}

Test(ptrt_tune, few_blocks_need_no_measurement)
{
    const program_t p = {10, 1, 1, PTRT_SCHEDULE_STATIC, 2000, 1056};
    cr_assert_eq(run(p, 1, 0).decided, PTRT_SCHEDULE_HARDWARE);
    cr_assert_eq(run(p, 100, 0).plain, 100);
}

Test(ptrt_tune, odd_times_do_no_harm)
{
    ptrt_tune_t tune;
    ptrt_tune_begin(&tune, 100000, 1056, false);
    ptrt_tune_report(&tune, 0, -1);
    ptrt_tune_report(&tune, 0, 0.0 / 0.0);
    ptrt_tune_report(&tune, 77, 5);
    ptrt_tune_report(&tune, -1, 5);
    cr_assert_eq(tune.candidate[0].samples, 0);
    cr_assert_eq(ptrt_tune_median(&tune.candidate[0]), 0);
    for (int i = 0; i < 7; i++)
        ptrt_tune_report(&tune, 0, i == 3 ? 1e9 : 10 + i);
    cr_assert_lt(ptrt_tune_median(&tune.candidate[0]), 17);
}

// A decision made on one set of data does not outlive it.
Test(ptrt_tune, notices_other_data)
{
    ptrt_tune_t tune;
    ptrt_tune_begin(&tune, 100000, 1056, false);
    for (int change = 0; change < 12; change++) {
        const bool tiny_blocks = change % 2 == 0;
        unsigned persistent = 0;
        double total = 0, plain_total = 0;
        for (int i = 0; i < 600; i++) {
            bool sample;
            const int c = ptrt_tune_choose(&tune, &sample);
            // As automatic.c has it: a decided launch is looked at now and then only.
            if (atomic_load(&tune.decided) >= 0 && i % atomic_load(&tune.watch_interval) != 0 && !atomic_load(&tune.suspicious))
                sample = false;
            const double plain = tiny_blocks ? 60 : 10000;
            const double time = c == 0 ? plain : tiny_blocks ? 20 : 10700;
            persistent += c != 0;
            total += time;
            plain_total += plain;
            if (sample)
                ptrt_tune_report(&tune, c, time);
        }
        if (change == 0)
            cr_assert_gt(persistent, 500);
        if (!tiny_blocks)
            cr_assert_leq(total, 1.01 * plain_total, "change %d: %g against %g", change, total, plain_total);
    }
    cr_assert(tune.final, "at last it is plain for good");
    cr_assert_eq(atomic_load(&tune.decided), 0);
}
