// Unit tests of the arithmetic of schedules: division, chunks, tickets, and whole launches replayed on the CPU.
#include "internal.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static uint32_t random_state = 1;

static uint32_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state;
}

static void check_division(uint32_t d)
{
    uint32_t shift;
    const uint32_t magic = pt_magic(d, &shift);
    // Where a wrong multiplier shows first: just below and at multiples of d, and at the top of the range.
    const uint32_t top = 0x7fffffffu, last = top / d * d;
    const uint32_t at[] = {0, 1, d - 1, d, d + 1 > top ? top : d + 1, top, top - 1, last, last ? last - 1 : 0};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++)
        cr_assert_eq(pt_divide(at[i], magic, shift), at[i] / d, "%u / %u", at[i], d);
    for (int i = 0; i < 8; i++) {
        const uint32_t n = random_bits() & top, multiple = n / d * d;
        cr_assert_eq(pt_divide(n, magic, shift), n / d, "%u / %u", n, d);
        cr_assert_eq(pt_divide(multiple, magic, shift), multiple / d);
        if (multiple)
            cr_assert_eq(pt_divide(multiple - 1, magic, shift), multiple / d - 1);
    }
}

Test(ptrt_plan, division_by_every_dimension)
{
    for (uint32_t d = 1; d <= 200000; d++)
        check_division(d);
    for (uint32_t bit = 1; bit < 31; bit++)
        for (uint32_t around = 0; around < 5; around++)
            check_division((1u << bit) - 2 + around > 0 ? (1u << bit) - 2 + around : 1);
    check_division(0x7fffffffu);
    for (int i = 0; i < 200000; i++)
        check_division((random_bits() >> random_bits() % 30 & 0x7fffffffu) | 1u);
}

// Does what the device does, with groups and tickets in turn, or without tickets (static_queue.cuh). Counts how often an item comes up.
static void replay(const pt_launch_t *l, uint32_t groups, bool is_dealt, unsigned char *seen)
{
    for (uint32_t g = 0; g < groups; g++) {
        uint32_t item = g * (l->stride == 1 ? l->chunk : 1);
        uint32_t end = item + l->chunk < l->items ? item + l->chunk : l->items;
        cr_assert_lt(item, l->items, "every group has an item");
        for (;;) {
            for (; item < end; item += l->stride)
                seen[item]++;
            if (l->tickets && !is_dealt)
                break;
            const uint32_t begin = pt_static_chunk(l, item);
            uint32_t chunk_end = begin + l->chunk;
            if (item == begin) {
                item += l->round_items - l->chunk;
                chunk_end = item + l->chunk;
            }
            end = chunk_end < l->items ? chunk_end : l->items;
            if (item >= l->items)
                break;
        }
    }
    if (is_dealt)
        return;
    uint32_t at = l->round_items;
    for (uint32_t t = 0; t < l->tickets; t++) {
        const pt_range r = pt_ticket_range(l, t);
        cr_assert_eq(r.begin, at, "tickets follow each other");
        cr_assert_gt(r.end, r.begin, "no ticket is empty");
        cr_assert_leq(r.end, l->items);
        for (uint32_t i = r.begin; i < r.end; i++)
            seen[i]++;
        at = r.end;
    }
    const uint32_t some[] = {0, 1, groups, l->round_items, l->round_items + 1, l->items / 2, l->items - 1, l->items};
    for (size_t k = 0; k < sizeof some / sizeof *some; k++) {
        const uint32_t below = pt_tickets_below(l, some[k]);
        cr_assert(below <= l->tickets);
        cr_assert(below == 0 || pt_ticket_range(l, below - 1).begin < some[k]);
        cr_assert(below == l->tickets || pt_ticket_range(l, below).begin >= some[k]);
    }
    if (l->tickets) {
        cr_assert_eq(at, l->items);
        cr_assert_eq(l->last_ticket, l->tickets + groups - 1);
    }
}

// Ranges follow each other, and none is more than one ticket larger than another or empty.
static void check_ranges(const pt_launch_t *l, uint32_t groups, uint32_t tickets, bool has_empty)
{
    const uint32_t log2 = pt_ranges_log2(l), ranges = 1u << log2;
    cr_assert_leq(log2, PT_RANGES_LOG2_AT_MOST);
    cr_assert_leq(ranges, groups, "a range that no group begins with");
    cr_assert_eq(pt_range_begin(tickets, log2, 0), 0);
    cr_assert_eq(pt_range_begin(tickets, log2, ranges), tickets);
    for (uint32_t r = 0; r < ranges; r++) {
        const uint32_t begin = pt_range_begin(tickets, log2, r), end = pt_range_begin(tickets, log2, r + 1);
        cr_assert(end > begin || (has_empty && end == begin), "range %u of %u, %u tickets", r, ranges, tickets);
        cr_assert(end - begin - tickets / ranges <= 1, "range %u of %u: %u of %u tickets", r, ranges, end - begin, tickets);
    }
}

static void check_plan(const uint32_t grid[3], uint32_t groups, bool exact, ptrt_scheme_t scheme)
{
    pt_launch_t l;
    const uint32_t got = ptrt_plan(&l, grid, groups, exact, scheme, 96);
    const uint32_t items = grid[0] * grid[1] * grid[2];
    cr_assert_eq(l.items, items);
    cr_assert_eq(l.slot_offset, 96);
    cr_assert(got >= 1 && got <= groups && got <= items);
    if (exact && scheme.chunk == 1)
        cr_assert_eq(got, groups < items ? groups : items);
    for (int is_dealt = 0; is_dealt < 2; is_dealt++) {
        unsigned char *seen = calloc(items, 1);
        replay(&l, got, is_dealt, seen);
        for (uint32_t i = 0; i < items; i++)
            cr_assert_eq(seen[i], 1, "item %u of %u, %u groups, schedule %d, chunk %u, dealt %d: %u times", i, items, got,
                         scheme.schedule, scheme.chunk, is_dealt, seen[i]);
        free(seen);
    }
    if (scheme.schedule == PTRT_SCHEDULE_STATIC)
        cr_assert_eq(l.tickets, 0);
    if (scheme.schedule == PTRT_SCHEDULE_DYNAMIC || scheme.schedule == PTRT_SCHEDULE_STEAL)
        cr_assert_eq(l.levels, 0);
    if (scheme.schedule != PTRT_SCHEDULE_STEAL)
        cr_assert_eq(pt_ranges_log2(&l), 0, "one counter");
    if (l.tickets)
        check_ranges(&l, got, l.tickets, false);
    check_ranges(&l, got, l.tickets / 3, true); // items(...): the device says how many there are
    for (uint32_t t = 1; t < l.tickets; t++) {
        const pt_range a = pt_ticket_range(&l, t - 1), b = pt_ticket_range(&l, t);
        cr_assert(b.end - b.begin <= a.end - a.begin, "chunks never grow");
    }
}

Test(ptrt_plan, every_item_once)
{
    const uint32_t grids[][3] = {{1, 1, 1},    {2, 1, 1},    {131, 1, 1},   {132, 1, 1},  {133, 1, 1}, {1056, 1, 1},
                                 {1057, 1, 1}, {2113, 1, 1}, {10000, 1, 1}, {65, 33, 1},  {7, 5, 3},   {1, 300, 2},
                                 {99991, 1, 1}, {1, 1, 65535}, {250000, 1, 1}};
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
        for (int schedule = PTRT_SCHEDULE_STATIC; schedule <= PTRT_SCHEDULE_STEAL; schedule++)
            for (int exact = 0; exact < 2; exact++) {
                static const uint32_t chunks[] = {0, 1, 2, 3, 5, 64, 1000, 300000};
                static const uint32_t groups[] = {1, 2, 7, 132, 1056, 4224};
                for (size_t c = 0; c < sizeof chunks / sizeof *chunks; c++)
                    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++)
                        check_plan(grids[i], groups[g], exact, (ptrt_scheme_t){schedule, chunks[c]});
            }
}

Test(ptrt_plan, many_items_do_not_wrap)
{
    const uint32_t grid[3] = {0x7fffffff, 1, 1};
    for (int schedule = PTRT_SCHEDULE_STATIC; schedule <= PTRT_SCHEDULE_STEAL; schedule++)
        for (uint32_t chunk = 1; chunk < 1u << 31 && chunk != 0; chunk *= 8) {
            pt_launch_t l;
            const uint32_t groups = ptrt_plan(&l, grid, 4224, false, (ptrt_scheme_t){schedule, chunk}, 0);
            cr_assert_eq(l.items, 0x7fffffff);
            cr_assert_leq((uint64_t)l.tickets + groups, UINT32_MAX);
            if (l.tickets) {
                const pt_range first = pt_ticket_range(&l, 0), last = pt_ticket_range(&l, l.tickets - 1);
                cr_assert_eq(first.begin, l.round_items);
                cr_assert_eq(last.end, 0x7fffffff);
                cr_assert_lt(last.begin, last.end);
                check_ranges(&l, groups, l.tickets, false);
            }
        }
    cr_assert_eq(ptrt_items((const uint32_t[3]){0x80000000u, 1, 1}), 0);
    cr_assert_eq(ptrt_items((const uint32_t[3]){65536, 65535, 65535}), 0);
    cr_assert_eq(ptrt_items((const uint32_t[3]){0x7fffffffu, 65535, 65535}), 0);
    cr_assert_eq(ptrt_items((const uint32_t[3]){32767, 65535, 1}), 32767u * 65535u);
}

// As many ranges as there are groups to begin with them, or tickets in them; a power of two.
Test(ptrt_plan, ranges_of_a_launch_that_steals)
{
    const struct { uint32_t items, groups, chunk, ranges; } rows[] = {
        {100000, 1056, 1, 32}, {100000, 1056, 16, 32}, {100000, 31, 1, 16}, {100000, 1, 1, 1}, {1059, 1056, 1, 2}, {1057, 1056, 1, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pt_launch_t l;
        ptrt_plan(&l, (const uint32_t[3]){rows[i].items, 1, 1}, rows[i].groups, false, (ptrt_scheme_t){PTRT_SCHEDULE_STEAL, rows[i].chunk}, 0);
        cr_assert_eq(1u << pt_ranges_log2(&l), rows[i].ranges, "row %zu", i);
        pt_launch_t dynamic;
        ptrt_plan(&dynamic, (const uint32_t[3]){rows[i].items, 1, 1}, rows[i].groups, false, (ptrt_scheme_t){PTRT_SCHEDULE_DYNAMIC, rows[i].chunk}, 0);
        cr_assert_eq(l.tickets, dynamic.tickets);
        cr_assert_eq(l.chunk, dynamic.chunk);
    }
    pt_launch_t l, dynamic;
    ptrt_plan(&l, (const uint32_t[3]){100000, 1, 1}, 1056, false, (ptrt_scheme_t){PTRT_SCHEDULE_STEAL, 0}, 0);
    ptrt_plan(&dynamic, (const uint32_t[3]){100000, 1, 1}, 1056, false, (ptrt_scheme_t){PTRT_SCHEDULE_DYNAMIC, 0}, 0);
    cr_assert_eq(l.chunk, dynamic.chunk, "the chunk that nobody asked for");
}

// Every p-th block is heavy: static dealing gives no group many more of them than another.
Test(ptrt_plan, static_dealing_breaks_up_periods)
{
    const uint32_t grid[3] = {100000, 1, 1};
    for (uint32_t period = 2; period <= 10; period++) {
        pt_launch_t l;
        const uint32_t groups = ptrt_plan(&l, grid, 1056, false, (ptrt_scheme_t){PTRT_SCHEDULE_STATIC, 0}, 0);
        cr_assert_gt(groups, 1040);
        unsigned most = 0;
        for (uint32_t g = 0; g < groups; g++) {
            unsigned heavy = 0;
            for (uint32_t item = g; item < l.items; item += l.stride)
                heavy += item % period == 0;
            most = heavy > most ? heavy : most;
        }
        cr_assert_leq(most, 100000 / groups / period + 2, "period %u: %u heavy blocks in one group", period, most);
    }
}
