// A barrier over all blocks of a launch, for this_grid().sync() (CUDA C++ Programming Guide, "Grid Synchronization").
//
// In:  all threads of all blocks that have not ended. Out: they go on when all blocks have come.
// Invariant: what is counted belongs to one launch, by its identity, and is there while a block of it waits. A block
//            that comes to the next barrier before another one has left this one counts for the next. All blocks have
//            to be resident: where they cannot be, the launch ends with a message, since no block would ever go on.
#ifndef PT_CPU_GRID_BARRIER_HPP
#define PT_CPU_GRID_BARRIER_HPP

#include "engine.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

namespace pt {
namespace cpu {

inline unsigned block_threads() { return pt_cpu_block_dim.x * pt_cpu_block_dim.y * pt_cpu_block_dim.z; }

inline unsigned long long grid_blocks()
{
    return static_cast<unsigned long long>(pt_cpu_grid_dim.x) * pt_cpu_grid_dim.y * pt_cpu_grid_dim.z;
}

// As many blocks of the launch that the caller runs in are resident at once.
inline unsigned long long resident_blocks()
{
    const pt_cpu_launch_t *const launch = pt_cpu_current_launch();
    const pt_cpu_kernel_t shape = {}; // host code asks about no kernel
    return static_cast<unsigned long long>(pt_cpu_resident_groups(launch ? launch->kernel : &shape, block_threads(),
                                                                  pt_cpu_dynamic_shared_bytes())) *
           pt_cpu_device()->multiprocessors;
}

namespace detail {

struct grid_barrier {
    uint64_t identity;           // of the launch
    unsigned long long arrived;  // blocks, at the barrier that is next
    unsigned long long inside;   // blocks between arrival and departure, of this barrier and the next
    unsigned generation;         // barriers that all blocks have come to; atomic
    grid_barrier *next;
};

inline pthread_mutex_t grid_barriers_lock = PTHREAD_MUTEX_INITIALIZER;
inline grid_barrier *grid_barriers; // guarded by the lock: a launch has one while a block of it is inside

// The launch for which a thread of the block that runs on this OS thread has taken it on to arrive.
inline thread_local uint64_t arriving_for;

inline grid_barrier *find_grid_barrier(uint64_t identity) // under the lock
{
    grid_barrier *b = grid_barriers;
    while (b && b->identity != identity)
        b = b->next;
    if (b)
        return b;
    b = static_cast<grid_barrier *>(calloc(1, sizeof *b));
    if (b) {
        b->identity = identity;
        b->next = grid_barriers;
        grid_barriers = b;
    }
    return b;
}

inline void leave_grid_barrier(grid_barrier *b)
{
    pthread_mutex_lock(&grid_barriers_lock);
    if (--b->inside == 0) {
        grid_barrier **link = &grid_barriers;
        while (*link != b)
            link = &(*link)->next;
        *link = b->next;
        free(b);
    }
    pthread_mutex_unlock(&grid_barriers_lock);
}

} // namespace detail

// What grid_arrive gives and grid_wait takes, in the same thread. One thread of the block waits for the other blocks.
struct grid_arrival {
    detail::grid_barrier *barrier; // NULL in the others
    unsigned generation;
};

inline grid_arrival grid_arrive()
{
    const uint64_t identity = pt_cpu_launch_identity();
    grid_arrival own = {nullptr, 0};
    pt_cpu_barrier();
    if (__atomic_exchange_n(&detail::arriving_for, identity, __ATOMIC_RELAXED) == identity)
        return own;
    const unsigned long long blocks = grid_blocks();
    if (blocks > resident_blocks()) {
        fprintf(stderr, "ptcpu: a grid barrier for %llu blocks, of which %llu are resident\n", blocks,
                resident_blocks());
        pt_cpu_trap();
    }
    pthread_mutex_lock(&detail::grid_barriers_lock);
    own.barrier = detail::find_grid_barrier(identity);
    if (own.barrier) {
        own.generation = __atomic_load_n(&own.barrier->generation, __ATOMIC_RELAXED);
        own.barrier->inside++;
        if (++own.barrier->arrived == blocks) {
            own.barrier->arrived = 0;
            __atomic_store_n(&own.barrier->generation, own.generation + 1u, __ATOMIC_RELEASE);
        }
    }
    pthread_mutex_unlock(&detail::grid_barriers_lock);
    if (!own.barrier)
        pt_cpu_trap();
    return own;
}

inline void grid_wait(const grid_arrival &own)
{
    if (own.barrier) {
        while (__atomic_load_n(&own.barrier->generation, __ATOMIC_ACQUIRE) == own.generation)
            pt_cpu_wait();
        detail::leave_grid_barrier(own.barrier);
    }
    pt_cpu_barrier();
    // By each thread, before any of them can have passed the next arrival's barrier.
    __atomic_store_n(&detail::arriving_for, 0u, __ATOMIC_RELAXED);
}

} // namespace cpu
} // namespace pt

#endif
