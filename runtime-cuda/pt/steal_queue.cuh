// The work queue of a kernel with schedule(steal): several counters, and groups that go to another one when theirs is exhausted.
//
// In:  the launch record. Out: one item after another, each as a block index.
// Invariant: that of the work queue (queue.cuh). The tickets are cut into ranges, one for each counter (schedule.h); ranges only
//            shrink, so that no ticket is handed out twice and none is put back. A group ends when it has seen every range empty.
//
// A group begins with the range that its number stands for, and draws tickets of it as it does in the work queue: the next one is
// in flight while a chunk is worked on. When the range is exhausted the first warp looks at all counters at once, and the
// group goes on with the range that has the most tickets left. That is the steal. When its ticket arrives that range may be exhausted,
// too: then the group looks again, since others have drawn meanwhile.
//
// Counters do not wrap: a group that has once drawn behind a range's end finds the range empty whenever it looks again, so a
// counter is at most its range's tickets and one for each group. All of these have an item each: fewer than 2^31.
//
// Memory order: tickets are drawn relaxed, since a chunk's items depend on nothing that another group has written. Each group counts
// itself out behind its last look and its last draw (acquire and release); the barrier of the warp is what makes that hold for
// the looks of other lanes. So whoever sees that it is the last one sets counters back behind everything that others do to
// them, and releases the entry behind that; a launch that claims it acquires. Nobody guesses: a group that has found work is not out.
// Source: Tzeng, Patney, Owens, "Task Management for Irregular-Parallel Workloads on the GPU", HPG 2010 (a queue for each
//         processor, and stealing); PTX ISA, "Memory Consistency Model".
#ifndef PT_STEAL_QUEUE_CUH
#define PT_STEAL_QUEUE_CUH

#include "queue.cuh"

namespace pt {

namespace detail {

constexpr unsigned ranges_at_most = 1u << PT_RANGES_LOG2_AT_MOST;

struct range_counters {
    ticket_counter of[ranges_at_most]; // tickets drawn of each range
    ticket_counter out;                // groups that touch none of them any more
};

// By entry of the directory. They are 528 KB: this header is included only where a kernel has schedule(steal).
static __device__ range_counters ranges[directory_entries] __attribute__((unused));

struct counter_of_range {
    static constexpr bool are_several = true;

    static __device__ __forceinline__ void begin(slot *s, const launch &l) { s->range = ::blockIdx.x & ((1u << pt_ranges_log2(&l)) - 1u); }

    static __device__ __forceinline__ unsigned draw(const slot *s, unsigned entry, unsigned)
    {
        return device_scope::draw_ticket(&ranges[entry].of[s->range].next, ~0u);
    }

    // The ticket that was drawn, or `tickets` where the range has no more.
    static __device__ __forceinline__ unsigned ticket(const slot *s, const launch &l, unsigned tickets, unsigned drawn)
    {
        return drawn < range_size(l, tickets, s->range) ? pt_range_begin(tickets, pt_ranges_log2(&l), s->range) + drawn : tickets;
    }

    // Those who search: the first warp, or thread 0 where that is not a whole one.
    static __device__ __forceinline__ bool is_searching() { return thread_in_group() < searching_lanes(); }

    static __device__ __forceinline__ unsigned from_first(unsigned value)
    {
        return searching_lanes() == 1u ? value : __shfl_sync(~0u, value, 0);
    }

    // Thread 0 goes on to the range that has the most tickets left. False where none has any.
    static __device__ __forceinline__ bool move(slot *s, const launch &l, unsigned tickets)
    {
        const unsigned own = from_first(is_first_thread() ? s->range : 0u), best = most_left(s->entry, l, tickets, own);
        if (is_first_thread())
            s->range = best % ranges_at_most ^ own;
        return best != 0u;
    }

    // Counts the group out. The last one, behind `others` as thread 0 knows them, sets all counters back; then that may give back the entry.
    static __device__ __forceinline__ bool is_last(const slot *s, const launch &l, unsigned others)
    {
        range_counters &r = ranges[s->entry];
        meet();
        unsigned is_last = 0u;
        if (is_first_thread())
            is_last = device_scope::count_in_order(&r.out.next) == others;
        if (from_first(is_last) == 0u)
            return false;
        meet();
        for (unsigned i = thread_in_group(); i >> pt_ranges_log2(&l) == 0u; i += searching_lanes())
            device_scope::store_relaxed(&r.of[i].next, 0u);
        if (is_first_thread())
            device_scope::store_relaxed(&r.out.next, 0u);
        meet();
        return true;
    }

  private:
    static __device__ __forceinline__ unsigned searching_lanes() { return group_threads() < 32u ? 1u : 32u; }

    static __device__ __forceinline__ void meet()
    {
        if (searching_lanes() != 1u)
            ::__syncwarp();
    }

    static __device__ __forceinline__ unsigned range_size(const launch &l, unsigned tickets, unsigned range)
    {
        return pt_range_begin(tickets, pt_ranges_log2(&l), range + 1u) - pt_range_begin(tickets, pt_ranges_log2(&l), range);
    }

    // Which range has the most tickets left: their number (as far as it fits), and below it the range; 0: none has any. Of ranges
    // with equally many, groups whose own ones differ prefer different ones.
    static __device__ __forceinline__ unsigned most_left(unsigned entry, const launch &l, unsigned tickets, unsigned own)
    {
        unsigned best = 0u;
        for (unsigned i = thread_in_group(); i >> pt_ranges_log2(&l) == 0u; i += searching_lanes()) {
            const unsigned size = range_size(l, tickets, i);
            const unsigned drawn = device_scope::load_relaxed(&ranges[entry].of[i].next);
            if (drawn < size)
                best = max(best, min(size - drawn, ~0u / ranges_at_most) * ranges_at_most + (i ^ own));
        }
        for (unsigned distance = searching_lanes() / 2u; distance != 0u; distance /= 2u)
            best = max(best, __shfl_xor_sync(~0u, best, static_cast<int>(distance)));
        return best;
    }
};

} // namespace detail

template <class Order, class Between, class Blocks = all_blocks>
using steal_queue = detail::ticket_queue<Order, Between, Blocks, detail::counter_of_range>;

} // namespace pt

#endif
