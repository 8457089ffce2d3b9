// From a schedule to the launch record.
//
// In:  the software grid, how many groups may run at once, the schedule. Out: the record and the groups.
// Invariant: pure; every group gets at least one item; with tickets, the first chunks of all groups are full.
#include "internal.h"

#include <string.h>

uint32_t ptrt_items(const uint32_t grid[3])
{
    const uint64_t row = (uint64_t)grid[0] * grid[1];
    if (row >= UINT64_C(1) << 31 || row * grid[2] >= UINT64_C(1) << 31)
        return 0;
    return (uint32_t)(row * grid[2]);
}

static uint32_t at_least_one(uint32_t n)
{
    return n ? n : 1;
}

static uint32_t floor_log2(uint32_t n)
{
    uint32_t log2 = 0;
    while (n >>= 1)
        log2++;
    return log2;
}

// With a number of groups that shares a factor with a period in the work (every second block is heavy, say)
// static dealing gives all heavy blocks to the same groups. So leave out a few groups: at most 9 of them
// until none of 2, 3, 5 and 7 divides their number.
static uint32_t without_small_factors(uint32_t groups)
{
    if (groups < 100)
        return groups;
    while (groups % 2 == 0 || groups % 3 == 0 || groups % 5 == 0 || groups % 7 == 0)
        groups--;
    return groups;
}

// Each range has a group that begins with it, and a ticket.
static uint8_t ranges_log2(uint32_t at_most)
{
    const uint32_t log2 = floor_log2(at_most);
    return (uint8_t)(log2 < PT_RANGES_LOG2_AT_MOST ? log2 : PT_RANGES_LOG2_AT_MOST);
}

// Items of a chunk. A dozen chunks for each group keep the end even; more than 16 items a chunk save nothing more.
static uint32_t chunk_of(ptrt_scheme_t scheme, uint32_t items, uint32_t groups)
{
    const uint32_t share = at_least_one(items / groups); // items for each group
    uint32_t chunk = scheme.chunk;
    if (chunk == 0)
        chunk = scheme.schedule == PTRT_SCHEDULE_DYNAMIC || scheme.schedule == PTRT_SCHEDULE_STEAL ? at_least_one(share / 12 < 16 ? share / 12 : 16) : 1;
    return chunk < items ? chunk : items;
}

// How often the chunks of schedule(guided) halve, as many of each size as there are groups or somewhat fewer. The large ones
// together stay below three quarters of all, and none is above 64 items unless asked for.
static uint32_t levels_of(uint32_t items, uint32_t groups, uint32_t chunk)
{
    const uint32_t level_log2 = floor_log2(groups), largest = chunk > 64 ? chunk : 64;
    uint32_t levels = 0;
    while (levels < 16 && (uint64_t)chunk << (levels + 1) <= largest &&
           ((((uint64_t)chunk << (levels + 1)) - chunk) << (level_log2 + 1)) + ((uint64_t)groups * chunk << (levels + 1)) <=
               (uint64_t)items / 4 * 3)
        levels++;
    return levels;
}

uint32_t ptrt_plan(pt_launch_t *launch, const uint32_t grid[3], uint32_t groups, bool exact_groups,
                   ptrt_scheme_t scheme, uint32_t slot_offset)
{
    const uint32_t items = ptrt_items(grid);
    memset(launch, 0, sizeof *launch);
    launch->grid_x = grid[0];
    launch->grid_y = grid[1];
    launch->grid_z = grid[2];
    launch->items = items;
    uint32_t shift;
    launch->magic_x = pt_magic(grid[0], &shift);
    launch->shift_x = (uint8_t)shift;
    launch->magic_y = pt_magic(grid[1], &shift);
    launch->shift_y = (uint8_t)shift;
    launch->slot_offset = slot_offset;

    if (groups > items)
        groups = items;
    const uint32_t chunk = chunk_of(scheme, items, groups);
    const uint32_t chunks = items / chunk + (items % chunk != 0);
    if (groups > chunks)
        groups = chunks;
    if (scheme.schedule == PTRT_SCHEDULE_STATIC && !exact_groups && groups < chunks)
        groups = without_small_factors(groups);

    const uint32_t level_log2 = floor_log2(groups);
    const uint32_t levels = scheme.schedule == PTRT_SCHEDULE_GUIDED ? levels_of(items, groups, chunk) : 0;
    const uint32_t first_chunk = chunk << levels;
    launch->stride = 1;
    launch->chunk = first_chunk;
    launch->round_items = groups * first_chunk;
    if (scheme.schedule != PTRT_SCHEDULE_STATIC && launch->round_items < items) {
        const uint32_t rest = items - launch->round_items;
        const uint32_t large = ((chunk << levels) - chunk) << (level_log2 + 1);
        launch->ticket_chunk = chunk;
        launch->levels = (uint8_t)levels;
        launch->tickets = (levels << level_log2) + (rest - large) / chunk + ((rest - large) % chunk != 0);
        launch->last_ticket = launch->tickets + groups - 1;
        if (levels)
            launch->level_log2 = (uint8_t)level_log2;
        else if (scheme.schedule == PTRT_SCHEDULE_STEAL)
            launch->level_log2 = ranges_log2(groups < launch->tickets ? groups : launch->tickets);
    } else if (first_chunk == 1) {
        launch->stride = groups;
        launch->chunk = items;
        launch->round_items = items;
    }
    launch->magic_chunk = pt_magic(launch->chunk, &launch->shift_chunk);
    return groups;
}
