// How a thread group works on tasks: it looks for some, again and again, until no task is left anywhere.
//
// In:  a queue (task_queue.cuh); all threads of the group, in each turn. Out: tasks for the group, its warps or its threads.
// Invariant: a turn's tasks are handed to this group alone. Where the groups may wait for each other, none ends before all tasks are
//            done; where they may not, each ends when it finds nothing, and tasks that others push later are theirs.
//
// A turn: the group makes the tasks that it pushed in the last one visible, and takes the youngest ones of its ring (so that a tree is
// worked on depth first, and the ring stays short). When its ring is empty, it moves half of the tasks of another group's, the oldest
// ones (which in a tree are the largest), or some of the common ring's, into its own. And where others are idle, a group that has more
// tasks than it takes gives some to the common ring, from which many groups can take at once.
//
// A ring's state is one word that holds its lock, too: who sets bit 63 by an atomic OR knows where tasks lie, may copy those that are to
// be taken, and stores the word anew, without that bit. The owner waits for the lock, and others do not: they look elsewhere. Only the
// owner pushes, so that behind `bottom` the ring is its own without a lock.
//
// The end: a group that finds its own ring, all others and the common one empty counts itself as idle, and before it takes tasks from
// others, as not idle: from the common ring before it claims some, from another group's while it holds that ring's lock, since the owner
// of a ring that is not empty is not idle. If all are idle at one time, all rings are empty and stay so: only groups that are not idle push, each finds its
// own ring empty before it is idle, and who pushed into the common ring last looks at that one, too. (Its count dips while a group that
// wanted more than there was gives back the rest; but then that group looks again later, and is not idle before.) Who counts the last one
// says that all are done. The last group to leave sets the counts back to 0 for the next launch. What is pushed behind the end, in `finish`, goes
// to the common ring: a group that has not seen yet that all are done may find it there, and takes it like any other; else it stays.
// Memory order: what a group wrote lies in front of the lock's release by its first thread (behind a barrier of the group), and who
// acquires that lock comes behind it, as does the counting of idle groups: what tasks have written, later ones read, and who ends as well.
// Source: see task_queue.cuh. Each deque's two ends are Arora, Blumofe, Plaxton, "Thread Scheduling for Multiprogrammed
//         Multiprocessors", SPAA 1998; with a lock, as many threads take at once.
#ifndef PT_TASK_GROUP_CUH
#define PT_TASK_GROUP_CUH

#include "abi.h"
#include "atomic.cuh"
#include "block.cuh"
#include "group_id.cuh"
#include "order.cuh"
#include "task_queue.cuh"

namespace pt {

// Who works on a task: all threads of a group, a warp of it, or a thread.
struct worker_block {
    static __device__ __forceinline__ unsigned per_group() { return 1u; }
    static __device__ __forceinline__ unsigned index() { return 0u; }
};
struct worker_warp {
    static __device__ __forceinline__ unsigned per_group() { return (detail::group_threads() + 31u) / 32u; }
    static __device__ __forceinline__ unsigned index() { return detail::thread_in_group() / 32u; }
};
struct worker_thread {
    static __device__ __forceinline__ unsigned per_group() { return detail::group_threads(); }
    static __device__ __forceinline__ unsigned index() { return detail::thread_in_group(); }
};

namespace detail {

constexpr unsigned long long ring_lock = 1ull << 63;
constexpr unsigned ring_places = 0x7fffffffu; // places are counted modulo 2^31

static __device__ __forceinline__ unsigned ring_top(unsigned long long state) { return static_cast<unsigned>(state >> 32) & ring_places; }
static __device__ __forceinline__ unsigned ring_bottom(unsigned long long state) { return static_cast<unsigned>(state) & ring_places; }
static __device__ __forceinline__ unsigned ring_size(unsigned long long state) { return (ring_bottom(state) - ring_top(state)) & ring_places; }
static __device__ __forceinline__ unsigned long long ring_state(unsigned top, unsigned bottom)
{
    return static_cast<unsigned long long>(top & ring_places) << 32 | (bottom & ring_places);
}

// What was found. In between: how far behind the own one a ring is, in units of ring_number, and its number.
constexpr unsigned found_in_common = 0u, nothing_found = ~0u, ring_number = 1u << 16;

// Cycles between two looks of a group that has found nothing: it must not keep those that work from the memory they need.
constexpr unsigned first_pause = 200u, longest_pause = 3200u;

} // namespace detail

template <class Queue, class Worker> class task_loop {
    static_assert(sizeof(Queue) == 0, "the queue of '#pragma pt foreach' must be a pt_queue");
};

template <class Task, class Worker> class task_loop<pt_queue<Task>, Worker> {
  public:
    // All threads of the group; in the persistent kernel, all groups of the launch come here, if they run at once (pt_launch.meets).
    __device__ __forceinline__ task_loop(const pt_queue<Task> &queue, const launch &l) : task_loop(queue, l.meets != 0u) {}

    // In the original.
    __device__ __forceinline__ explicit task_loop(const pt_queue<Task> &queue) : task_loop(queue, false) {}

    // All threads of the group: false when there is nothing left to do. The tasks of the last turn are done.
    __device__ __forceinline__ bool next_turn()
    {
        detail::task_group &g = detail::task_group_here();
        unsigned pause_cycles = detail::first_pause;
        bool is_idle = false;
        meet();
        for (;;) {
            if (is_first_thread())
                take_own();
            meet();
            if (g.given != 0u)
                give();
            if (g.count != 0u)
                break;
            look();
            if (g.found == detail::nothing_found) {
                if (is_first_thread()) {
                    g.is_over = is_over(is_idle);
                    g.room = g.is_over ? 0u : g.room; // what is pushed behind the end goes to the common ring
                }
                is_idle = true;
                meet();
                if (g.is_over) {
                    leave();
                    return false;
                }
                rest(pause_cycles);
                if (is_first_thread())
                    wait_turn();
                continue;
            }
            if (g.found == detail::found_in_common)
                take_common(is_idle);
            else
                steal(is_idle);
            is_idle = is_idle && !g.is_awake;
            if (g.ready == 0u) // others were faster
                rest(pause_cycles);
        }
        if (has_task())
            task_.value = own_task(g.first + Worker::index());
        meet(); // what is pushed from now on may lie where this one lay
        return true;
    }

    // Has the caller one in this turn? All threads of its worker say the same.
    __device__ __forceinline__ bool has_task() const { return Worker::index() < detail::task_group_here().count; }

    __device__ __forceinline__ Task this_task() const { return task_.value; }

  private:
    static constexpr unsigned size = detail::ring_tasks<Task>();

    __device__ __forceinline__ task_loop(const pt_queue<Task> &queue, bool meets) : queue_(queue), meets_(meets)
    {
        detail::task_group &g = detail::task_group_here();
        if (is_first_thread()) {
            enter();
            g.ring = take_ring();
            g.bottom = detail::ring_bottom(device_scope::load_acquire(&queue_.rings[g.ring].state));
            g.pushed = 0u;
            g.room = size;
            g.shared = 0u;
        }
        meet();
    }

    static __device__ __forceinline__ void meet()
    {
        ::__syncwarp();
        ::__syncthreads();
    }

    static __device__ __forceinline__ void rest(unsigned &pause_cycles)
    {
        if (is_first_thread()) // the others wait for it
            doze(pause_cycles);
        pause_cycles = pause_cycles < detail::longest_pause ? 2u * pause_cycles : pause_cycles;
    }

    __device__ __forceinline__ Task &task_at(unsigned ring, unsigned place) const
    {
        return queue_.ring_tasks[static_cast<size_t>(ring) * size + (place & (size - 1u))];
    }
    __device__ __forceinline__ Task &own_task(unsigned place) const { return task_at(detail::task_group_here().ring, place); }

    // ---- the first thread's part ---------------------------------------------------------------------------------------

    // Groups of two launches would count each other.
    __device__ __forceinline__ void enter() const
    {
        if (!meets_ || device_scope::add_relaxed(&queue_.state->entered.value, 1u) < pt_num_groups())
            return;
#if defined(PT_CPU)
        ::pt_cpu_assert_failed("one launch at a time works on the tasks of a queue", __FILE__, __LINE__, "#pragma pt foreach");
#else
#if defined(__CUDA_ARCH__) && defined(__GNUC__)
        ::__assert_fail("one launch at a time works on the tasks of a queue", __FILE__, __LINE__, "#pragma pt foreach");
#endif
        __trap();
#endif
    }

    // There are more rings than groups that a device can hold.
    __device__ __forceinline__ unsigned take_ring() const
    {
        unsigned ring = pt_group_id() % queue_.ring_count;
        while (device_scope::exchange_acquire(&queue_.rings[ring].is_taken, 1u) != 0u) {
            ring = ring + 1u < queue_.ring_count ? ring + 1u : 0u;
            wait_turn();
        }
        device_scope::at_least_relaxed(&queue_.state->rings.value, ring + 1u);
        return ring;
    }

    // The youngest tasks are for the next turn; what else was pushed is there for all.
    __device__ __forceinline__ void take_own() const
    {
        detail::task_group &g = detail::task_group_here();
        const unsigned pushed = min(g.pushed, g.room);
        if (g.shared == 0u && pushed <= Worker::per_group())
            take_all(pushed);
        else
            take_some(pushed);
        g.pushed = 0u;
        g.found = detail::nothing_found;
    }

    // Nobody else sees any of the ring's tasks, and the group takes all of them.
    __device__ __forceinline__ void take_all(unsigned pushed) const
    {
        detail::task_group &g = detail::task_group_here();
        g.first = g.bottom;
        g.count = pushed;
        g.given = 0u;
        g.room = size;
    }

    __device__ __forceinline__ void take_some(unsigned pushed) const
    {
        detail::task_group &g = detail::task_group_here();
        detail::task_ring &ring = queue_.rings[g.ring];
        const unsigned idle = meets_ ? device_scope::load_relaxed(&queue_.state->idle.value) : 0u;
        unsigned long long state;
        while ((state = device_scope::or_acquire(&ring.state, detail::ring_lock)) & detail::ring_lock)
            wait_turn();
        const bool was_filled = detail::ring_size(state) != 0u;
        unsigned top = detail::ring_top(state);
        unsigned bottom = detail::ring_bottom(state) + pushed;
        const unsigned tasks = (bottom - top) & detail::ring_places;
        const unsigned taken = min(tasks, Worker::per_group());
        bottom -= taken;
        g.given = idle ? places_for(min(tasks - taken, share_of(idle))) : 0u;
        g.from = top;
        top += g.given;
        g.shared = tasks - taken - g.given;
        mark(g.ring, was_filled, g.shared != 0u);
        device_scope::store_release(&ring.state, detail::ring_state(top, bottom));
        g.first = g.bottom = bottom & detail::ring_places;
        g.count = taken;
        g.room = size - g.shared;
    }

    // With the ring's lock held.
    __device__ __forceinline__ void mark(unsigned ring, bool was_filled, bool is_filled) const
    {
        if (is_filled && !was_filled)
            device_scope::set_bits_relaxed(&queue_.filled[ring / 32u], 1u << ring % 32u);
        if (!is_filled && was_filled)
            device_scope::clear_bits_relaxed(&queue_.filled[ring / 32u], 1u << ring % 32u);
    }

    // What a group gives away so that all that give have enough for those that are idle.
    static __device__ __forceinline__ unsigned share_of(unsigned idle)
    {
        const unsigned at_work = max(pt_num_groups() - min(idle, pt_num_groups()), 1u);
        return (idle * Worker::per_group() + at_work - 1u) / at_work;
    }

    // Takes so many places in the common ring, or as many as there are: cells from `to` on. Where little of it is used, by an addition, which
    // all groups together could not make too large; else never more than there are, even for a moment, since pushes that fit would be
    // rejected then, and none where others change the number meanwhile.
    __device__ __forceinline__ unsigned places_for(unsigned wanted) const
    {
        detail::task_group &g = detail::task_group_here();
        unsigned *const places = &queue_.state->places.value;
        const unsigned quarter = queue_.capacity / 4u, share = quarter / pt_num_groups();
        const unsigned taken = wanted ? device_scope::load_relaxed(places) : queue_.capacity;
        if (taken <= quarter && share != 0u) {
            wanted = min(wanted, share);
            if (device_scope::add_relaxed(places, wanted) + wanted > queue_.capacity) {
                device_scope::add_relaxed(places, 0u - wanted);
                return 0u;
            }
        } else {
            wanted = taken < queue_.capacity ? min(wanted, queue_.capacity - taken) : 0u;
            if (wanted == 0u || device_scope::compare_exchange_relaxed(places, taken, taken + wanted) != taken)
                return 0u;
        }
        g.to = device_scope::add_relaxed(&queue_.state->tail.value, wanted);
        return wanted;
    }

    // Nothing was found. Says whether that is the end.
    __device__ __forceinline__ unsigned is_over(bool is_idle) const
    {
        if (!meets_)
            return 1u;
        detail::task_queue_state &s = *queue_.state;
        if (!is_idle && device_scope::add_in_order(&s.idle.value, 1u) == pt_num_groups() - 1u)
            device_scope::store_release(&s.is_done.value, 1u);
        return device_scope::load_acquire(&s.is_done.value);
    }

    // ---- all threads ---------------------------------------------------------------------------------------------------

    // Where there may be tasks: in the common ring, else in the next one behind the own ring that is not empty. A warp looks for all.
    __device__ __forceinline__ void look() const
    {
        detail::task_group &g = detail::task_group_here();
        if (detail::thread_in_group() < 32u) {
            const unsigned lanes = min(detail::group_threads(), 32u), words = (device_scope::load_relaxed(&queue_.state->rings.value) + 31u) / 32u;
            unsigned nearest = detail::nothing_found;
            for (unsigned word = detail::thread_in_group(); word < words; word += lanes)
                nearest = min(nearest, nearest_of(device_scope::load_relaxed(&queue_.filled[word]), word, words));
            if (is_first_thread() && static_cast<int>(device_scope::load_acquire(&queue_.state->count.value)) > 0)
                nearest = detail::found_in_common;
            if (nearest != detail::nothing_found)
                ::atomicMin(&g.found, nearest);
        }
        meet();
    }

    // Of 32 rings, which these bits tell of, the next one behind the own ring that is not empty.
    __device__ __forceinline__ unsigned nearest_of(unsigned bits, unsigned word, unsigned words) const
    {
        const unsigned own = detail::task_group_here().ring, begin = own % 32u;
        if (bits == 0u)
            return detail::nothing_found;
        const unsigned turned = bits >> begin | (bits << 1 << (31u - begin));
        const unsigned bit = static_cast<unsigned>(__ffs(static_cast<int>(turned))) - 1u;
        const unsigned behind = word >= own / 32u ? word - own / 32u : word + words - own / 32u;
        return (behind * 32u + bit + 1u) * detail::ring_number | (word * 32u + (begin + bit) % 32u);
    }

    // The oldest tasks of the own ring into the common one, where others are idle.
    __device__ __forceinline__ void give() const
    {
        const detail::task_group &g = detail::task_group_here();
        for (unsigned i = detail::thread_in_group(); i < g.given; i += detail::group_threads())
            detail::put(queue_, g.to + i, own_task(g.from + i));
        meet(); // g.from is for others
        if (is_first_thread())
            device_scope::add_relaxed(&queue_.state->count.value, g.given);
    }

    // Before the group has tasks again, or takes some that nobody answers for.
    __device__ __forceinline__ void wake(bool is_idle) const
    {
        if (is_idle)
            device_scope::add_in_order(&queue_.state->idle.value, ~0u);
        detail::task_group_here().is_awake = 1u;
    }

    // Moves the older half of a ring's tasks into the own one, which is empty. While these lie in the ring, its owner answers for them.
    __device__ __forceinline__ void steal(bool is_idle) const
    {
        detail::task_group &g = detail::task_group_here();
        const unsigned victim = g.found % detail::ring_number;
        detail::task_ring &ring = queue_.rings[victim];
        unsigned long long state = 0ull;
        if (is_first_thread()) {
            state = device_scope::or_acquire(&ring.state, detail::ring_lock);
            g.ready = state & detail::ring_lock ? 0u : min((detail::ring_size(state) + 1u) / 2u, detail::group_threads());
            g.from = detail::ring_top(state);
            g.is_awake = 0u;
            if (g.ready != 0u)
                wake(is_idle);
            if (state & detail::ring_lock)
                wait_turn();
        }
        meet();
        const unsigned i = detail::thread_in_group();
        if (i < g.ready)
            own_task(g.bottom + i) = task_at(victim, g.from + i);
        meet();
        if (is_first_thread() && !(state & detail::ring_lock)) {
            const unsigned tasks = detail::ring_size(state);
            mark(victim, tasks != 0u, tasks != g.ready);
            device_scope::store_release(&ring.state, detail::ring_state(detail::ring_top(state) + g.ready, detail::ring_bottom(state)));
        }
        if (is_first_thread())
            g.pushed = g.ready;
    }

    // Moves some tasks of the common ring into the own one, which is empty: those of the next cells, whose pushes have begun: as
    // many were counted as are taken, and so let in, but perhaps others of them.
    __device__ __forceinline__ void take_common(bool is_idle) const
    {
        detail::task_group &g = detail::task_group_here();
        detail::task_queue_state &s = *queue_.state;
        if (is_first_thread()) {
            wake(is_idle);
            const int waiting = static_cast<int>(device_scope::load_relaxed(&s.count.value));
            const unsigned share = waiting > 0 ? static_cast<unsigned>(waiting) / pt_num_groups() : 0u;
            const unsigned wanted = min(max(Worker::per_group(), share), size);
            const int there = static_cast<int>(device_scope::add_in_order(&s.count.value, 0u - wanted)); // behind `wake`
            g.ready = there < 0 ? 0u : min(static_cast<unsigned>(there), wanted);
            if (g.ready < wanted)
                device_scope::add_relaxed(&s.count.value, wanted - g.ready);
            g.from = device_scope::add_relaxed(&s.head.value, g.ready);
        }
        meet();
        for (unsigned i = detail::thread_in_group(); i < g.ready; i += detail::group_threads()) {
            detail::task_cell<Task> &cell = queue_.cells[(g.from + i) & (queue_.capacity - 1u)];
            while (device_scope::load_acquire(&cell.turn) != g.from + i + 1u)
                wait_turn();
            own_task(g.bottom + i) = cell.task;
            device_scope::store_release(&cell.turn, g.from + i + queue_.capacity);
        }
        meet();
        if (is_first_thread()) {
            g.pushed = g.ready;
            device_scope::add_relaxed(&s.places.value, 0u - g.ready);
        }
    }

    __device__ __forceinline__ void leave() const
    {
        if (!is_first_thread())
            return;
        detail::task_queue_state &s = *queue_.state;
        device_scope::store_release(&queue_.rings[detail::task_group_here().ring].is_taken, 0u);
        const unsigned last = pt_num_groups() - 1u;
        if (!meets_ || device_scope::draw_ticket_in_order(&s.left.value, last) != last)
            return;
        device_scope::store_relaxed(&s.entered.value, 0u);
        device_scope::store_relaxed(&s.idle.value, 0u);
        device_scope::store_relaxed(&s.is_done.value, 0u);
    }

    union uninitialised { // tasks may have constructors
        Task value;
        __device__ __forceinline__ uninitialised()
        {
#if defined(PT_CPU) // gcc would warn
            __builtin_memset(static_cast<void *>(&value), 0, sizeof value);
#endif
        }
    };

    pt_queue<Task> queue_;
    uninitialised task_;
    const bool meets_;
};

// `decltype(queue)` may be const, or a reference.
template <class Queue, class Worker>
using tasks_of = task_loop<typename std::remove_cv<typename std::remove_reference<Queue>::type>::type, Worker>;

} // namespace pt

#endif
