// The grid barrier (GBS): all thread groups of a launch wait for each other.
//
// In:  a cooperative launch, so that all groups run at once, each for one software block or, where the kernel splits into
//      phases, for several; the group's slot (block.cuh). Out: what any thread wrote before the barrier, every thread reads behind it.
// Invariant: barriers are counted, so one can be entered again at once. What groups tell each other (barrier_algorithms.cuh)
//            lies in an entry of the directory (queue_directory.cuh) that the launch's groups claim; it is not set back while a group
//            of the launch may still look at it, and the last group out leaves it as it was found.
// Memory order: the block's barrier orders its threads' accesses before the arrival, which is a release at device scope and
//            so cumulative over them; the look that ends the waiting is an acquire, and comes before the block's second
//            barrier (PTX ISA, "Memory Consistency Model").
// Source: Gupta, Stuart, Owens, "A Study of Persistent Threads Style GPU Programming", 3.4.
#ifndef PT_BARRIER_CUH
#define PT_BARRIER_CUH

#include "atomic.cuh"
#include "barrier_algorithms.cuh"
#include "barrier_places.cuh"
#include "block.cuh"
#include "live.cuh"
#include "queue.cuh"

#include <stdio.h>

namespace pt {

namespace detail {

static_assert(barriers::entries == directory_entries, "an entry of the one is an entry of the other");
static __device__ barriers::word left[directory_entries] __attribute__((unused)); // groups that come to no barrier any more
static __device__ barriers::word out[directory_entries] __attribute__((unused));  // groups that touch the entry no more

// For a group whose blocks have ended, while others may still come to barriers: it goes on to arrive at each of them,
// until all have ended.
static __device__ __forceinline__ void serve(slot *s)
{
    unsigned *const all = &left[s->entry].value;
    const bool checks = s->checks_grid != 0u && s->generation_of_grid != 0u; // a block that comes to none is as it should be
    device_scope::count_release(all);
    while (device_scope::load_acquire(all) != ::gridDim.x) {
        unsigned next = 0u;
        s->generation_of_grid++;
        if (checks)
            note_place(s, s->generation_of_grid, 0u);
        pause(barriers::algorithm::arrive(s->entry, s->generation_of_grid));
        while (!barriers::algorithm::passed(s->entry, s->generation_of_grid, next) &&
               device_scope::load_acquire(all) != ::gridDim.x)
            wait_turn();
        if (checks)
            compare_places(s, s->generation_of_grid, 0u);
    }
}

} // namespace detail

// What stands for a barrier in the kernel as it was, and for all of its persistent twin where a file has launched it that knew of
// no barrier: one that sees a prototype only.
static __device__ __forceinline__ void no_grid_barrier()
{
    if (is_first_thread())
        printf("ptcc: a kernel with a grid barrier was launched as it stands; launch it from a file that ptcc has rewritten\n");
    if (::blockDim.x != 0u) // always; ptxas of CUDA 13.0 crashes where a call of a recursive function stands behind a trap for sure
        __trap();
}

// What a kernel without collectives (collectives.cuh) keeps in an entry.
struct no_cells {
    static __device__ __forceinline__ void begin(detail::slot *) {}
    static __device__ __forceinline__ void forget(unsigned) {}
};

// The group's part in the barriers of a launch, from the first statement of the kernel to its end. `may_miss`: some
// groups may come to fewer barriers than others; with PTRT_DEBUG=1 they are told of by the kernel's name. `drains`: so may threads
// of a group, which have left their item then.
template <bool may_miss, bool drains = false, class Cells = no_cells> class global_sync {
  public:
    __device__ __forceinline__ explicit global_sync(const launch &l, const char *kernel = "") : kernel_(kernel)
    {
        if (l.meets == 0u)
            no_grid_barrier();
        if (is_first_thread()) {
            detail::slot *const s = detail::slot_of_group();
            s->entry = detail::claim_queue();
            s->generation_of_grid = 0u;
            s->checks_grid = l.meets == 2u ? 1u : 0u;
            s->line_of_threads = 0u;
            Cells::begin(s);
            barriers::algorithm::prepare(s);
        }
        ::__syncthreads(); // a barrier begins with a look at the slot
        barriers::algorithm::begin();
    }
    __device__ __forceinline__ ~global_sync()
    {
        if (may_miss && !drains && detail::slot_of_group()->checks_grid != 0u)
            detail::compare_threads(detail::slot_of_group(), detail::ended);
        ::__syncwarp();
        ::__syncthreads();
        if (is_first_thread())
            leave();
        barriers::algorithm::end();
    }
    global_sync(const global_sync &) = delete;
    global_sync &operator=(const global_sync &) = delete;

  private:
    __device__ __forceinline__ void leave() const
    {
        detail::slot *const s = detail::slot_of_group();
        if (may_miss)
            detail::serve(s);
        if (device_scope::draw_ticket_in_order(&detail::out[s->entry].value, ::gridDim.x - 1u) == ::gridDim.x - 1u) {
            if (may_miss && s->checks_grid != 0u)
                detail::tell_places(s, kernel_);
            barriers::algorithm::forget(s->entry);
            Cells::forget(s->entry);
            device_scope::store_relaxed(&detail::left[s->entry].value, 0u);
            detail::release_queue(s->entry);
        }
    }

    const char *kernel_;
};

namespace detail {

// A barrier of all groups, by all threads of this one. `Before` brings these together; in it and in `Behind` the first thread may do more,
// of which the other groups, and the group's own threads, know behind the barrier.
template <class Before, class Behind> static __device__ __forceinline__ void meet_grid(unsigned line, const Before &before, const Behind &behind)
{
    slot *const s = slot_of_group();
    const unsigned generation = s->generation_of_grid + 1u; // in front of the wait for the group, which hides it
    const bool checks = line != 0u && s->checks_grid != 0u;
    if (checks)
        compare_threads(s, line);
    before(s);
    if (checks && is_first_thread())
        note_place(s, generation, line);
    barriers::meet<barriers::algorithm>(s->entry, generation, thread_in_group(), group_threads(), &s->generation_of_grid);
    behind(s);
    ::__syncthreads();
    if (checks) {
        if (is_first_thread()) {
            s->line_of_threads = 0u;
            compare_places(s, generation, line);
        }
        ::__syncthreads(); // one that comes to the next barrier notes its line
    }
}

} // namespace detail

// #pragma pt barrier, by all threads of the group. With its line where it is not known whether all groups come to it.
static __device__ __forceinline__ void grid_barrier(unsigned line = 0u)
{
    detail::meet_grid(line, [](detail::slot *) { ::__syncthreads(); }, [](detail::slot *) {});
}

namespace detail {

// In a draining item, by the threads that are still in it: any of them may be the one that meets the other groups. All have
// counted themselves before the first wait ends, and have taken that back before the second one does.
template <class Body> static __device__ __forceinline__ void one_of_those_left(unsigned line, const Body &body)
{
    slot *const s = slot_of_group();
    if (line != 0u && s->checks_grid != 0u)
        compare_threads(s, line);
    atomicAdd(&s->votes, 1u);
    drain_wait(s);
    if (atomicSub(&s->votes, 1u) == 1u) {
        s->line_of_threads = 0u;
        body(s);
    }
    drain_wait(s);
}

static __device__ __forceinline__ void arrive_at_next(slot *s, unsigned line)
{
    s->generation_of_grid++;
    if (line != 0u && s->checks_grid != 0u) {
        s->checks_grid = 1u + line;
        note_place(s, s->generation_of_grid, line);
    }
    (void)barriers::algorithm::arrive(s->entry, s->generation_of_grid);
}

static __device__ __forceinline__ void have_passed(slot *s, unsigned line)
{
    if (line != 0u && s->checks_grid != 0u)
        compare_places(s, s->generation_of_grid, line);
}

// Behind the wait of a barrier in two parts: its place is where the group arrived.
static __device__ __forceinline__ void have_passed_since_arrival(slot *s)
{
    if (s->checks_grid > 1u)
        have_passed(s, s->checks_grid - 1u);
}

} // namespace detail

namespace detail {

// As meet_grid, in a draining item; `before` and `behind` by the one thread that meets the other groups.
template <class Before, class Behind> static __device__ __forceinline__ void draining_meet(unsigned line, const Before &before, const Behind &behind)
{
    one_of_those_left(line, [&](slot *s) {
        const unsigned generation = s->generation_of_grid + 1u;
        before(s);
        if (line != 0u && s->checks_grid != 0u)
            note_place(s, generation, line);
        barriers::meet<barriers::algorithm>(s->entry, generation, 0u, 1u, &s->generation_of_grid);
        have_passed(s, line);
        behind(s);
    });
}

} // namespace detail

// grid_barrier(), and the two parts below, in a draining item.
static __device__ __forceinline__ void draining_grid_barrier(unsigned line = 0u)
{
    detail::draining_meet(line, [](detail::slot *) {}, [](detail::slot *) {});
}

// #pragma pt barrier arrive, by all threads of the group. It neither ends nor comes to another barrier of the grid before its wait.
static __device__ __forceinline__ void grid_arrive(unsigned line = 0u)
{
    ::__syncthreads();
    if (is_first_thread())
        detail::arrive_at_next(detail::slot_of_group(), line);
}

static __device__ __forceinline__ void grid_wait()
{
    detail::slot *const s = detail::slot_of_group();
    ::__syncthreads(); // the first thread has written the number
    barriers::algorithm::await(s->entry, s->generation_of_grid, detail::thread_in_group(), detail::group_threads());
    ::__syncthreads();
    if (is_first_thread())
        detail::have_passed_since_arrival(s);
}

static __device__ __forceinline__ void draining_grid_arrive(unsigned line = 0u)
{
    detail::one_of_those_left(line, [line](detail::slot *s) { detail::arrive_at_next(s, line); });
}

static __device__ __forceinline__ void draining_grid_wait()
{
    detail::one_of_those_left(0u, [](detail::slot *s) {
        barriers::algorithm::await(s->entry, s->generation_of_grid, 0u, 1u);
        detail::have_passed_since_arrival(s);
    });
}

// A phase between two barriers, for each block that is the group's: every groups-th one, the same in every phase. No work
// queue: what it would keep is registers, of which a group more or less on a multiprocessor may depend.
// `KeepsShared`: what is live in shared memory stays there, and this phase uses none of it (live.cuh).
template <class Order, class Between, bool KeepsShared = false, class Body>
static __device__ __forceinline__ void for_each_block(const launch &l, const Body &body)
{
    Between::begin();
    for (unsigned item = ::blockIdx.x; item < l.items;) {
        body(Order::block_of(item, l), dim3(l.grid_x, l.grid_y, l.grid_z));
#if defined(PT_CPU)
        if (!KeepsShared)
            pt_cpu_next_item();
#endif
        item += ::gridDim.x;
        if (Between::before_fetch || item < l.items)
            Between::separate();
    }
}

// For variables that a phase has again and need not use.
template <class... T> static __device__ __forceinline__ void mention(const T &...)
{
}

static __device__ __forceinline__ dim3 software_grid(const launch &l) { return dim3(l.grid_x, l.grid_y, l.grid_z); }

} // namespace pt

#endif
