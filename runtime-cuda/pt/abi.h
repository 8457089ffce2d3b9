// What the host tells a persistent kernel: the one record that libptrt fills in and the device reads.
//
// In:  nothing. Out: plain C types and the enums of the language, for C11, C++14 and CUDA alike.
// Invariant: a `pt_launch_t` is passed by value as the first parameter of every rewritten kernel, so it is
//            constant during the launch and costs no device allocation, no copy and no clean-up. It stays
//            at most 80 bytes. Every count fits 32 bits: a grid of 2^31 blocks or more is launched as it is.
#ifndef PT_ABI_H
#define PT_ABI_H

#include <stddef.h>
#include <stdint.h>

// Changes whenever a field below or a record in ptrt.h changes, or libptrt must know a new flag: libptrt and the headers a program was compiled with must
// agree. What every rewritten program calls bears the version in its name, so that what does not agree does not link.
#define PTRT_ABI_VERSION 9
#define PTRT_JOIN_VERSION(name, version) name##_abi##version
#define PTRT_WITH_VERSION(name, version) PTRT_JOIN_VERSION(name, version)

enum ptrt_schedule {
    PTRT_SCHEDULE_AUTO = 0,
    PTRT_SCHEDULE_STATIC = 1,   // items dealt out round by round, no shared state
    PTRT_SCHEDULE_DYNAMIC = 2,  // items fetched in chunks of equal size from one counter
    PTRT_SCHEDULE_GUIDED = 3,   // the same with chunks that shrink towards the end
    PTRT_SCHEDULE_STEAL = 4,    // chunks of equal size from several counters; a group whose own is exhausted goes to another one
    PTRT_SCHEDULE_HARDWARE = 5, // the plain launch
};

enum ptrt_groups_kind {
    PTRT_GROUPS_MAX = 0,    // as many thread groups as are resident at once
    PTRT_GROUPS_N = 1,      // that many in all; more than are resident is an error
    PTRT_GROUPS_PER_SM = 2, // that many on each multiprocessor; likewise
};

enum ptrt_kernel_flags {
    // Blocks of the kernel wait for blocks with a smaller index: start them in ascending order only, and
    // let nothing depend on all groups being resident.
    PTRT_KERNEL_ORDERED = 1,
    // Items of the twin use draining barriers (block.cuh), which live in the slot: every launch has one.
    PTRT_KERNEL_DRAINS = 2,
    // All blocks wait for each other in the kernel (barrier.cuh): there is no plain launch, and the persistent one is
    // cooperative, with a group for each block but where it splits. It has a slot.
    PTRT_KERNEL_GRID_BARRIER = 4,
    // Between the barriers a group can work on several blocks, one after the other: there may be fewer groups than blocks.
    PTRT_KERNEL_SPLITS = 8,
    // items(...): how many of the launched blocks there are only the device knows (count.cuh).
    PTRT_KERNEL_COUNTED = 16,
    // The steps of a loop (loop.cuh), and not a kernel of the program's.
    PTRT_KERNEL_LOOP = 32,
    // The twin draws no tickets (static_queue.cuh): it deals out all items, whatever the record says.
    PTRT_KERNEL_DEALT = 64,
    // order(longest): launches note how long blocks take, or begin with those that took longest (longest.cuh).
    PTRT_KERNEL_LONGEST_FIRST = 128,
    // Both kernels wait for what they depend on before anything else (count.cuh): they may begin before that has ended.
    PTRT_KERNEL_BEGINS_EARLY = 256,
    // Groups work on tasks until none is left anywhere (task_group.cuh): as many groups as are resident, however few blocks there
    // are, and they wait for each other.
    PTRT_KERNEL_TASKS = 512,
    // Lanes of a warp are taken to have one threadIdx.x / 32, one (blockIdx.x * blockDim.x + threadIdx.x) / 32 and one threadIdx.y: blocks
    // in which they have not (pt_has_whole_rows) are launched as the program launches them.
    PTRT_KERNEL_WHOLE_ROWS = 1024,
};

// What a launch does about the lengths of its blocks.
enum pt_longest {
    PT_LONGEST_UNKNOWN = 0, // nothing
    PT_LONGEST_NOTED = 1,   // notes them
    PT_LONGEST_FIRST = 2,   // has the order that follows from them
};

// Items are software blocks, numbered 0 to items-1. A group first takes the chunk that bears its number, then
// either every groups-th chunk after it (no queue: tickets is 0) or what the tickets stand for that it draws
// (schedule.h). Static chunks of one item are told differently: one chunk with all items that are left, of
// which the group takes every stride-th.
typedef struct pt_launch {
    uint32_t grid_x, grid_y, grid_z; // software grid, blocks
    uint32_t items;                  // grid_x * grid_y * grid_z, below 2^31

    uint32_t magic_x, magic_y; // multipliers for the division by grid_x and grid_y (schedule.h)

    uint32_t stride;      // from one item of a chunk to the next: 1, or the number of groups
    uint32_t chunk;       // items in a group's first chunk and in every static one
    uint32_t round_items; // from a static chunk to the group's next one; the first item of a ticket
    uint32_t tickets;     // tickets that stand for items; the queue is exhausted from this one on

    uint32_t last_ticket;  // tickets + groups - 1: the last one drawn, which sets the counter back to 0
    uint32_t ticket_chunk; // items of a ticket in the last level
    uint8_t levels;        // guided: how often the chunk of a ticket halves
    uint8_t level_log2;    // guided: log2 of the number of tickets of one size; else of the number of ranges (schedule.h)
    uint8_t shift_x, shift_y; // for the division by grid_x and grid_y
    uint32_t slot_offset;  // bytes from the start of dynamic shared memory to the group's slot
    uint32_t magic_chunk;  // for the division by chunk: every record can be dealt out without its tickets, too
    uint32_t meets;        // 1: all groups run at once, so that they may wait for each other; 2: and they say where they do

    union {
        uint64_t live;    // address of the memory for live values (live.cuh); 0: each group has one block at most
        uint64_t lengths; // order(longest): of a uint32_t for each block, its length; or for each item, the block it stands for
    };
    union {
        uint32_t live_block_bytes; // of it, for each block
        uint32_t longest;          // enum pt_longest
    };
    uint32_t shift_chunk;
} pt_launch_t;

// What each rewritten kernel's parameters have room for (ptcc refuses those that leave less).
#define PT_LAUNCH_BYTES 80
#if defined(__cplusplus)
static_assert(sizeof(pt_launch_t) == PT_LAUNCH_BYTES, "");
#else
_Static_assert(sizeof(pt_launch_t) == PT_LAUNCH_BYTES, "");
#endif

// Live values are aligned to that many bytes, and the arrays in which they lie have sizes that are multiples of it.
#define PT_LIVE_ALIGNMENT 16u
#define PT_LIVE_ROUNDED(count) (((count) + (PT_LIVE_ALIGNMENT - 1u)) / PT_LIVE_ALIGNMENT * PT_LIVE_ALIGNMENT)

// Dynamic shared memory that a launch with a queue needs behind the user's own, at its very end. It begins at a multiple of
// PT_SLOT_ALIGNMENT from where dynamic shared memory begins, which may itself be aligned to 16 bytes only: nvlink (-rdc=true)
// does so, whatever is declared.
#define PT_SLOT_BYTES 96u
#define PT_SLOT_ALIGNMENT 32u

static inline size_t pt_slot_offset(size_t dynamic_bytes)
{
    return (dynamic_bytes + PT_SLOT_ALIGNMENT - 1) / PT_SLOT_ALIGNMENT * PT_SLOT_ALIGNMENT;
}

static inline size_t pt_bytes_with_slot(size_t dynamic_bytes) { return pt_slot_offset(dynamic_bytes) + PT_SLOT_BYTES; }

// Of a block of that many threads; one row that is a part of a warp is, too, where a warp is made of such.
static inline int pt_has_whole_rows(uint32_t x, uint32_t y, uint32_t z) { return x % 32u == 0u || (y * z == 1u && x != 0u && 32u % x == 0u); }

#endif
