// The arithmetic of schedules: which block an item is, which items a group's next chunk holds, which items
// a ticket stands for.
//
// In:  a `pt_launch_t` and an item, a chunk or a ticket. Out: numbers; no state, no memory access.
// Invariant: over all groups and tickets every item in [0, items) comes up exactly once. The unit tests
//            replay whole launches with these very functions on the CPU.
// Source: division by multiplication, T. Granlund and P. Montgomery, "Division by Invariant Integers using
//         Multiplication", PLDI 1994, section 4; guided chunks, C. Polychronopoulos and D. Kuck, "Guided
//         Self-Scheduling", IEEE ToC 1987 (here in powers of two, so that a ticket is enough to know them).
#ifndef PT_SCHEDULE_H
#define PT_SCHEDULE_H

#include "abi.h"

#if defined(__CUDACC__) || defined(__HIPCC__)
#define PT_ARITHMETIC static __host__ __device__ __forceinline__
#else
#define PT_ARITHMETIC static inline
#endif

// n / d for n < 2^31, with the pair that pt_magic computed for d.
PT_ARITHMETIC uint32_t pt_divide(uint32_t n, uint32_t magic, uint32_t shift)
{
#if defined(__CUDA_ARCH__)
    return __umulhi(n << 1, magic) >> shift;
#else
    return (uint32_t)(((uint64_t)(n << 1) * magic) >> 32) >> shift;
#endif
}

// The pair for a divisor 1 <= d < 2^31: shift = ceil(log2 d), magic = ceil(2^(31 + shift) / d). Its error
// is below d <= 2^shift, which makes the quotient exact for 31-bit numerators; and since d > 2^(shift - 1)
// the multiplier fits 32 bits.
PT_ARITHMETIC uint32_t pt_magic(uint32_t d, uint32_t *shift)
{
    uint32_t s = 0;
    while (((uint64_t)1 << s) < d)
        s++;
    *shift = s;
    return (uint32_t)((((uint64_t)1 << (31 + s)) + d - 1) / d);
}

// First item of the chunk that `item` lies in, where all chunks are dealt out; static chunks begin at multiples of their size.
PT_ARITHMETIC uint32_t pt_static_chunk(const pt_launch_t *launch, uint32_t item)
{
    return pt_divide(item, launch->magic_chunk, launch->shift_chunk) * launch->chunk;
}

typedef struct pt_range {
    uint32_t begin, end; // items [begin, end)
} pt_range;

// Items of a ticket. Tickets come in levels of 2^level_log2; a ticket of level k < levels stands for
// ticket_chunk << (levels - k) items, all later ones for ticket_chunk. With levels = 0 all chunks are equal.
PT_ARITHMETIC pt_range pt_ticket_range(const pt_launch_t *launch, uint32_t ticket)
{
    uint32_t level = ticket >> launch->level_log2;
    if (level > launch->levels)
        level = launch->levels;
    const uint32_t chunk = launch->ticket_chunk << (launch->levels - level);
    // Levels before this one hold 2^level_log2 * chunk * (2 + 4 + ... + 2^level) items.
    const uint32_t before = ((launch->ticket_chunk << launch->levels) - chunk) << (launch->level_log2 + 1);
    pt_range range;
    range.begin = launch->round_items + before + (ticket - (level << launch->level_log2)) * chunk;
    range.end = range.begin + chunk;
    if (range.end > launch->items)
        range.end = launch->items;
    return range;
}

// How many tickets stand for an item below `items`; the others stand for none. Tickets stand for ascending items.
PT_ARITHMETIC uint32_t pt_tickets_below(const pt_launch_t *launch, uint32_t items)
{
    uint32_t below = 0, end = launch->tickets;
    while (below < end) {
        const uint32_t middle = below + (end - below) / 2;
        if (pt_ticket_range(launch, middle).begin < items)
            below = middle + 1;
        else
            end = middle;
    }
    return below;
}

// The tickets are cut into 2^pt_ranges_log2 ranges of nearly equal size, each with a counter of its own where the twin has several
// (steal_queue.cuh). No more than that: a group looks at all of them to find work.
#define PT_RANGES_LOG2_AT_MOST 5u

PT_ARITHMETIC uint32_t pt_ranges_log2(const pt_launch_t *launch) { return launch->levels ? 0u : launch->level_log2; }

// First ticket of a range, and end of the one before it.
PT_ARITHMETIC uint32_t pt_range_begin(uint32_t tickets, uint32_t ranges_log2, uint32_t range)
{
    return (uint32_t)((uint64_t)tickets * range >> ranges_log2);
}

#endif
