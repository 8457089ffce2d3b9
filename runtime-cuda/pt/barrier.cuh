// The grid barrier (GBS): all thread groups of a launch wait for each other.
//
// In:  a cooperative launch, in which every software block has a group of its own, so that all of them run at once; the
//      group's slot (block.cuh). Out: what any thread wrote before the barrier, every thread reads behind it.
// Invariant: the n-th barrier of a group is passed when n times as many arrivals were counted as there are groups. The
//            counter is never set back while a group of the launch may still look at it, so a barrier can be entered
//            again at once: the target is the generation. It lives in an entry of the directory (queue.cuh) that the
//            launch's groups claim, and the last group out leaves it as it was found.
// Memory order: the block's barrier orders its threads' writes before thread 0's arrival, which is a release at device
//            scope, and so cumulative over them; the polling load that sees the target is an acquire, and comes before
//            the block's second barrier. A chain of read-modify-writes continues the release of each arrival before it
//            (PTX ISA, "Release and Acquire Patterns"), so the last value seen carries all of them.
// Source: Gupta, Stuart, Owens, "A Study of Persistent Threads Style GPU Programming", 3.4; the counter is the simple
//         one of Xiao and Feng, "Inter-Block GPU Communication via Fast Barrier Synchronization", 5.1, without its reset.
//
// One thread of a group polls, and nothing else shares the counter's cache line. The counter may wrap: arrivals that are
// under way are far fewer than 2^31.
#ifndef PT_BARRIER_CUH
#define PT_BARRIER_CUH

#include "atomic.cuh"
#include "block.cuh"
#include "queue.cuh"

#include <stdio.h>

namespace pt {

namespace detail {

struct alignas(128) barrier_word {
    unsigned value;
};

struct barrier_directory { // entries are those of the queues' directory
    barrier_word arrived[directory_entries];
    barrier_word left[directory_entries]; // groups that come to no barrier any more
    barrier_word out[directory_entries];  // groups that touch the entry no more
};

static __device__ barrier_directory barriers __attribute__((unused));

// By one thread of the group.
static __device__ __forceinline__ unsigned arrive(slot *s)
{
    s->target += ::gridDim.x;
    device_scope::add_release(&barriers.arrived[s->entry].value, 1u);
    return s->target;
}

static __device__ __forceinline__ bool have_arrived(const slot *s, unsigned target)
{
    return static_cast<int>(device_scope::load_acquire(&barriers.arrived[s->entry].value) - target) >= 0;
}

static __device__ __forceinline__ void meet_all(slot *s)
{
    const unsigned target = arrive(s);
    while (!have_arrived(s, target))
        wait_turn();
}

// For a group whose blocks have ended, while others may still come to barriers: it goes on to arrive at each of them,
// until all have ended.
static __device__ __forceinline__ void serve(slot *s)
{
    unsigned *const left = &barriers.left[s->entry].value;
    device_scope::add_release(left, 1u);
    while (device_scope::load_acquire(left) != ::gridDim.x) {
        const unsigned target = arrive(s);
        while (!have_arrived(s, target) && device_scope::load_acquire(left) != ::gridDim.x)
            wait_turn();
    }
}

} // namespace detail

// The group's part in the barriers of a launch, from the first statement of the kernel to its end. `may_miss`: some
// groups may come to fewer barriers than others.
template <bool may_miss> class global_sync {
  public:
    __device__ __forceinline__ global_sync()
    {
        if (is_first_thread()) {
            detail::slot *const s = detail::slot_of_group();
            s->entry = detail::claim_queue();
            s->target = 0u;
        }
    }
    __device__ __forceinline__ ~global_sync()
    {
        ::__syncwarp();
        ::__syncthreads();
        if (!is_first_thread())
            return;
        detail::slot *const s = detail::slot_of_group();
        if (may_miss)
            detail::serve(s);
        unsigned *const out = &detail::barriers.out[s->entry].value;
        if (device_scope::draw_ticket_in_order(out, ::gridDim.x - 1u) == ::gridDim.x - 1u) {
            device_scope::store_release(&detail::barriers.arrived[s->entry].value, 0u);
            device_scope::store_release(&detail::barriers.left[s->entry].value, 0u);
            detail::release_queue(s->entry);
        }
    }
    global_sync(const global_sync &) = delete;
    global_sync &operator=(const global_sync &) = delete;
};

// #pragma pt barrier, by all threads of the group.
static __device__ __forceinline__ void grid_barrier()
{
    ::__syncthreads();
    if (is_first_thread())
        detail::meet_all(detail::slot_of_group());
    ::__syncthreads();
}

// The same in a draining item, by the threads that are still in it: any of them may be the one that meets the other
// groups. All have counted themselves before the first wait ends, and have taken that back before the second one does.
static __device__ __forceinline__ void draining_grid_barrier()
{
    detail::slot *const s = detail::slot_of_group();
    atomicAdd(&s->votes, 1u);
    detail::drain_wait(s);
    if (atomicSub(&s->votes, 1u) == 1u)
        detail::meet_all(s);
    detail::drain_wait(s);
}

// What stands for a barrier in the kernel as it was: only its persistent twin can be launched.
static __device__ __forceinline__ void no_grid_barrier()
{
    if (is_first_thread())
        printf("ptcc: a kernel with a grid barrier was launched as it stands; launch it from a file that ptcc has rewritten\n");
    __trap();
}

} // namespace pt

#endif
