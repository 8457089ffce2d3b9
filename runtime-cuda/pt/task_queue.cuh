// The queue of dynamic tasks: what a program holds of it, how it lies in memory, and how a task comes into it.
//
// In:  tasks, from any thread of any kernel, or from the host (task_host.cuh). Out: a task waits in the queue, or the push says that
//      there is no room, and the queue keeps that in mind.
// Invariant: a task that was taken in is handed out exactly once; capacity_items tasks always fit, wherever they come from. Nobody
//            who works on tasks holds a lock for longer than it takes to copy some.
//
// The queue has two parts. The tasks that a group pushes while it works on tasks go into a ring of the group's own, in which they are
// not seen by others until the group's next look for work (task_group.cuh). All others, and those that a ring has no room for, go into
// the common ring: a bounded one for many producers and consumers, each cell of which has a number that says whose turn it is. A push first
// takes one of `capacity` places, which is what "full" is told from, then a cell, and then counts its task; a group takes tasks by that count,
// then cells, and gives the places back when it has copied them. Either waits for whoever used its cell last, who is in the midst of copying.
// Memory order: a producer writes its task, then releases the cell's number; who acquires that number reads the task, and so back.
// Source: Tzeng, Patney, Owens, "Task Management for Irregular-Parallel Workloads on the GPU", HPG 2010 (distributed queues, stealing);
//         Vyukov, "Bounded MPMC queue" (numbers of cells); Kerbl et al., "The Broker Queue", ICS 2018 (places by a count).
#ifndef PT_TASK_QUEUE_CUH
#define PT_TASK_QUEUE_CUH

#include <cuda_runtime.h>

#include <stddef.h>
#include <type_traits>

#include "group_id.cuh"

#if !defined(PTCC_READS)
#include "atomic.cuh"
#endif

namespace pt {

namespace detail {

struct alignas(128) task_counter {
    unsigned value; // alone on its cache line
};

// In device memory, all 0 at first.
struct task_queue_state {
    task_counter places;   // of the common ring that are taken: pushes that were let in and not copied yet. For a moment it may be too large,
                           // where a push finds out that it does not fit
    task_counter count;    // tasks in the common ring, as a signed number: for a moment it may be too small, where a group finds out that there
                           // is less than it wanted; never too large, since only what was let in counts
    task_counter tail;     // of the common ring: its cells are used in this order, again and again
    task_counter head;     // the first one that was not handed out
    task_counter idle;     // groups that have found nothing to do, and wait for others
    task_counter is_done;  // no task is left anywhere
    task_counter entered;  // groups of the launch that works on the queue
    task_counter left;     // and those that are done with it
    task_counter rings;    // number of the last ring that was ever used, plus one
    task_counter rejected; // pushes that found the queue full, since it was made or cleared
};

// A group's ring. `state`: tasks lie from `top` (bits 32 to 62) to `bottom` (bits 0 to 30), both modulo 2^31; bit 63: somebody changes it.
struct alignas(128) task_ring {
    unsigned long long state;
    unsigned is_taken; // a group owns it
};

template <class Task> struct task_cell {
    unsigned turn; // its place in the order of cells: free for that push; plus one: it holds that push's task
    Task task;
};

// Room in the ring of a group.
constexpr unsigned rings_at_most = 32768u, ring_bytes = 16384u, ring_tasks_at_least = 64u, ring_tasks_at_most = 2048u;

static __host__ __device__ constexpr unsigned ring_tasks_for(unsigned tasks, size_t task_bytes)
{
    return tasks > ring_tasks_at_least && tasks * task_bytes > ring_bytes ? ring_tasks_for(tasks / 2u, task_bytes) : tasks;
}

// How many tasks a ring holds: a power of two.
template <class Task> __host__ __device__ constexpr unsigned ring_tasks() { return ring_tasks_for(ring_tasks_at_most, sizeof(Task)); }

} // namespace detail

} // namespace pt

// A queue of tasks, made by ptrt_queue_create. A plain value: kernels take it as a parameter, and all copies are the same queue.
// `Task` must be trivially copyable.
template <class Task> struct pt_queue {
    static_assert(std::is_trivially_copyable<Task>::value && std::is_copy_assignable<Task>::value, "tasks are copied: their type must be trivially copyable, and assignable");
    static_assert(alignof(Task) <= 256, "a queue's memory is aligned to 256 bytes");
    using task_type = Task;

    ::pt::detail::task_queue_state *state;
    ::pt::detail::task_cell<Task> *cells; // the common ring
    ::pt::detail::task_ring *rings;
    unsigned *filled;  // a bit for each ring, changed with its lock held: it has tasks. What others look at first
    Task *ring_tasks;  // ring_tasks<Task>() for each ring
    unsigned capacity; // of the common ring: a power of two
    unsigned ring_count;

#if defined(PTCC_READS)
    // `#pragma pt foreach(Task v : queue)` is read as the loop that it looks like.
    struct iterator {
        __host__ __device__ Task operator*() const { return *static_cast<Task *>(nullptr); }
        __host__ __device__ iterator &operator++() { return *this; }
        __host__ __device__ bool operator!=(const iterator &) const { return false; }
    };
    __host__ __device__ iterator begin() const { return iterator(); }
    __host__ __device__ iterator end() const { return iterator(); }
#endif
};

#if defined(PTCC_READS)

template <class Task> static __device__ inline bool pt_push(const pt_queue<Task> &, const typename pt_queue<Task>::task_type &) { return true; }

#else

namespace pt {

// The queue as a group knows it that works on its tasks: what is pushed by way of it goes into the group's own ring. Where a plain pt_queue is
// asked for, in another function, in memory, in a kernel that is launched, it is one, and nothing of the group goes with it.
template <class Task> struct own_queue : pt_queue<Task> {
    __device__ __forceinline__ explicit own_queue(const pt_queue<Task> &queue) : pt_queue<Task>(queue) {}
};

template <class Task> static __device__ __forceinline__ own_queue<Task> in_own_ring(const pt_queue<Task> &queue) { return own_queue<Task>(queue); }

namespace detail {

// What a group knows of its work on a queue; in its shared memory.
struct task_group {
    unsigned ring;   // its own
    unsigned bottom; // of it: the next task that the group pushes goes here
    unsigned room;   // how many it may push until it looks for work again
    unsigned pushed; // how many it tried to
    unsigned first;  // of the tasks that it works on: place in its ring,
    unsigned count;  // and number
    unsigned shared; // tasks in its ring that others see, or fewer
    unsigned found;  // where there may be tasks: in the common ring; else in a ring (task_group.cuh)
    unsigned ready;  // tasks to be moved into its ring
    unsigned from;   // and where they lie
    unsigned given;  // tasks to be moved from its ring into the common one, from `from` on
    unsigned to;     // and the turn of the first one's cell
    unsigned is_awake; // it does not count as idle any more
    unsigned is_over;
};

static __device__ __forceinline__ task_group &task_group_here()
{
#if defined(PT_CPU)
    return cpu::shared_of_group<task_group>("the state of a group that works on tasks");
#else
    static __shared__ task_group here;
    return here;
#endif
}

// Into the cell that has this turn.
template <class Task> static __device__ __forceinline__ void put(const pt_queue<Task> &queue, unsigned turn, const Task &task)
{
    task_cell<Task> &cell = queue.cells[turn & (queue.capacity - 1u)];
    while (device_scope::load_acquire(&cell.turn) != turn)
        wait_turn();
    cell.task = task;
    device_scope::store_release(&cell.turn, turn + 1u);
}

// Into the common ring. False: the queue is full.
template <class Task> static __device__ __forceinline__ bool push_common(const pt_queue<Task> &queue, const Task &task)
{
    task_queue_state &s = *queue.state;
    if (device_scope::add_relaxed(&s.places.value, 1u) >= queue.capacity) {
        device_scope::add_relaxed(&s.places.value, ~0u);
        device_scope::add_relaxed(&s.rejected.value, 1u);
        return false;
    }
    put(queue, device_scope::add_relaxed(&s.tail.value, 1u), task);
    device_scope::add_relaxed(&s.count.value, 1u); // who takes it waits for the cell
    return true;
}

} // namespace detail

} // namespace pt

// Puts a task into the queue: by any thread, in any kernel. True: some group will work on it, once. False: the queue is full, the task
// was not taken, and ptrt_queue_status says so.
template <class Task>
static __device__ __forceinline__ bool pt_push(const pt_queue<Task> &queue, const typename pt_queue<Task>::task_type &task)
{
    return ::pt::detail::push_common(queue, task);
}

template <class Task>
static __device__ __forceinline__ bool pt_push(const ::pt::own_queue<Task> &queue, const typename pt_queue<Task>::task_type &task)
{
    ::pt::detail::task_group &group = ::pt::detail::task_group_here();
    const unsigned place = ::atomicAdd(&group.pushed, 1u);
    if (place >= group.room)
        return ::pt::detail::push_common<Task>(queue, task);
    constexpr unsigned size = ::pt::detail::ring_tasks<Task>();
    queue.ring_tasks[static_cast<size_t>(group.ring) * size + ((group.bottom + place) & (size - 1u))] = task;
    return true;
}

#endif
#endif
