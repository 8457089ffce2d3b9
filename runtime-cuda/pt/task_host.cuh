// What the host does with a queue of tasks: makes it, fills it, asks how it is, destroys it.
//
// In:  pt_queue<Task> (task_queue.cuh). Out: cudaError_t, as CUDA's own functions; CUDA's last error is set as by these.
// Invariant: each function waits for the device, so that no kernel works on the queue meanwhile; and so each reports what went wrong in
//            kernels before it. A queue belongs to the device that was current when it was made. Different threads may use different
//            queues at any time, and one queue one after the other.
#ifndef PT_TASK_HOST_CUH
#define PT_TASK_HOST_CUH

#include "ptrt.h"
#include "task_queue.cuh"

#include <stdint.h>
#include <stdlib.h>

typedef struct {
    ptrt_error_t error; // PT_ERROR_QUEUE_FULL: tasks were rejected since the queue was made or cleared; else PT_SUCCESS
    unsigned rejected;  // how many
    unsigned waiting;   // tasks that are in the queue
} ptrt_queue_status_t;

#if defined(PTCC_READS)

template <class Task> cudaError_t ptrt_queue_create(pt_queue<Task> *queue, size_t capacity_items);
template <class Task> cudaError_t ptrt_queue_clear(const pt_queue<Task> &queue);
template <class Task> cudaError_t ptrt_queue_push(const pt_queue<Task> &queue, const typename pt_queue<Task>::task_type *tasks, size_t count);
template <class Task> cudaError_t ptrt_queue_status(const pt_queue<Task> &queue, ptrt_queue_status_t *status);
template <class Task> cudaError_t ptrt_queue_destroy(pt_queue<Task> *queue);

#else

namespace ptrt {
namespace detail {

constexpr size_t least_capacity = 64, largest_capacity = size_t(1) << 30;

static inline size_t rounded_up(size_t bytes) { return (bytes + 255u) / 256u * 256u; }

// A bit for each ring.
static inline size_t filled_bytes(unsigned rings) { return (rings + 31u) / 32u * sizeof(unsigned); }

// Where the parts of a queue lie in its memory, and how much that is. With `base` NULL, how much it would be.
template <class Task> size_t lay_out(pt_queue<Task> *queue, unsigned char *base)
{
    size_t at = 0;
    const auto part = [&](size_t bytes) {
        unsigned char *const begin = base ? base + at : nullptr;
        at += rounded_up(bytes);
        return begin;
    };
    queue->state = reinterpret_cast<::pt::detail::task_queue_state *>(part(sizeof *queue->state));
    queue->rings = reinterpret_cast<::pt::detail::task_ring *>(part(queue->ring_count * sizeof *queue->rings));
    queue->filled = reinterpret_cast<unsigned *>(part(filled_bytes(queue->ring_count)));
    queue->cells = reinterpret_cast<::pt::detail::task_cell<Task> *>(part(queue->capacity * sizeof *queue->cells));
    queue->ring_tasks = reinterpret_cast<Task *>(part(queue->ring_count * sizeof(Task) * ::pt::detail::ring_tasks<Task>()));
    return at;
}

// As many as the groups that the current device can hold, each of which has a ring of its own.
static inline cudaError_t find_ring_count(unsigned *count)
{
    int device = 0, multiprocessors = 0, blocks = 0;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&blocks, cudaDevAttrMaxBlocksPerMultiprocessor, device);
    const unsigned groups = static_cast<unsigned>(multiprocessors) * static_cast<unsigned>(blocks);
    *count = groups < ::pt::detail::rings_at_most ? groups : ::pt::detail::rings_at_most;
    return error;
}

// Memory of the host for a part of the common ring.
template <class Task> class host_cells {
  public:
    explicit host_cells(size_t count) : memory_(calloc(1, count * sizeof(cell) + alignof(cell))) {}
    ~host_cells() { free(memory_); }
    host_cells(const host_cells &) = delete;
    host_cells &operator=(const host_cells &) = delete;

    using cell = ::pt::detail::task_cell<Task>;
    // NULL: there was no memory.
    cell *get() const
    {
        const uintptr_t begin = reinterpret_cast<uintptr_t>(memory_);
        return memory_ ? reinterpret_cast<cell *>((begin + alignof(cell) - 1) / alignof(cell) * alignof(cell)) : nullptr;
    }

  private:
    void *memory_;
};

} // namespace detail
} // namespace ptrt

// Empties the queue, which has rejected nothing then.
template <class Task> cudaError_t ptrt_queue_clear(const pt_queue<Task> &queue)
{
    const ::ptrt::detail::host_cells<Task> cells(queue.capacity);
    if (!cells.get())
        return cudaErrorMemoryAllocation;
    for (unsigned i = 0; i < queue.capacity; i++)
        cells.get()[i].turn = i;
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        error = cudaMemset(queue.state, 0, sizeof *queue.state);
    if (error == cudaSuccess)
        error = cudaMemset(queue.rings, 0, queue.ring_count * sizeof *queue.rings);
    if (error == cudaSuccess)
        error = cudaMemset(queue.filled, 0, ::ptrt::detail::filled_bytes(queue.ring_count));
    if (error == cudaSuccess)
        error = cudaMemcpy(queue.cells, cells.get(), queue.capacity * sizeof *queue.cells, cudaMemcpyHostToDevice);
    return error == cudaSuccess ? cudaDeviceSynchronize() : error;
}

// Frees the queue's memory. Nobody may use it or a copy of it any more.
template <class Task> cudaError_t ptrt_queue_destroy(pt_queue<Task> *queue)
{
    const cudaError_t error = cudaFree(queue->state);
    *queue = pt_queue<Task>();
    return error;
}

// Makes an empty queue in which `capacity_items` tasks fit (rounded up to a power of two, 64 at least, 2^30 at most), and some more of
// groups that work on it. cudaErrorInvalidValue: no such capacity; cudaErrorMemoryAllocation: no memory. Then there is no queue.
template <class Task> cudaError_t ptrt_queue_create(pt_queue<Task> *queue, size_t capacity_items)
{
    *queue = pt_queue<Task>();
    if (capacity_items == 0 || capacity_items > ::ptrt::detail::largest_capacity)
        return cudaErrorInvalidValue;
    size_t capacity = ::ptrt::detail::least_capacity;
    while (capacity < capacity_items)
        capacity *= 2;
    pt_queue<Task> made = pt_queue<Task>();
    made.capacity = static_cast<unsigned>(capacity);
    cudaError_t error = ::ptrt::detail::find_ring_count(&made.ring_count);
    void *memory = nullptr;
    if (error == cudaSuccess)
        error = cudaMalloc(&memory, ::ptrt::detail::lay_out(&made, nullptr));
    if (error != cudaSuccess)
        return error;
    ::ptrt::detail::lay_out(&made, static_cast<unsigned char *>(memory));
    error = ptrt_queue_clear(made);
    if (error == cudaSuccess)
        *queue = made;
    else
        cudaFree(memory);
    return error;
}

// How the queue is.
template <class Task> cudaError_t ptrt_queue_status(const pt_queue<Task> &queue, ptrt_queue_status_t *status)
{
    ::pt::detail::task_queue_state state = ::pt::detail::task_queue_state();
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        error = cudaMemcpy(&state, queue.state, sizeof state, cudaMemcpyDeviceToHost);
    status->rejected = state.rejected.value;
    status->waiting = state.count.value;
    status->error = state.rejected.value ? PT_ERROR_QUEUE_FULL : PT_SUCCESS;
    return error;
}

// Puts tasks into the queue, from memory of the host. cudaErrorInvalidValue: they do not all fit; then none was taken in, and
// ptrt_queue_status says so.
template <class Task> cudaError_t ptrt_queue_push(const pt_queue<Task> &queue, const typename pt_queue<Task>::task_type *tasks, size_t count)
{
    ::pt::detail::task_queue_state state = ::pt::detail::task_queue_state();
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        error = cudaMemcpy(&state, queue.state, sizeof state, cudaMemcpyDeviceToHost);
    if (error != cudaSuccess)
        return error;
    const bool fits = count <= queue.capacity - state.places.value; // nobody is at work: the numbers are exact
    const unsigned begin = state.tail.value, added = static_cast<unsigned>(fits ? count : 0);
    const ::ptrt::detail::host_cells<Task> cells(added);
    if (!cells.get())
        return cudaErrorMemoryAllocation;
    for (unsigned i = 0; i < added; i++) {
        cells.get()[i].turn = begin + i + 1u;
        cells.get()[i].task = tasks[i];
    }
    const unsigned first = begin & (queue.capacity - 1u), behind = queue.capacity - first, until_end = added < behind ? added : behind;
    if (error == cudaSuccess && until_end)
        error = cudaMemcpy(queue.cells + first, cells.get(), until_end * sizeof *queue.cells, cudaMemcpyHostToDevice);
    if (error == cudaSuccess && added > until_end)
        error = cudaMemcpy(queue.cells, cells.get() + until_end, (added - until_end) * sizeof *queue.cells, cudaMemcpyHostToDevice);
    if (error != cudaSuccess)
        return error;
    if (fits) {
        state.places.value += added;
        state.count.value += added;
        state.tail.value += added;
    } else {
        const unsigned room = ~state.rejected.value; // until the count of rejected tasks would wrap
        state.rejected.value += count < room ? static_cast<unsigned>(count) : room;
    }
    error = cudaMemcpy(queue.state, &state, sizeof state, cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    return error != cudaSuccess || fits ? error : cudaErrorInvalidValue;
}

#endif
#endif
