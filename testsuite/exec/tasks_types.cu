// Dynamic tasks: what a program asks of the queue's type in the block, it is told as outside of it: overloads, specialisations, sizes, copies.
// And a name that means another queue later, by an assignment, a reference or a lambda's own copy.
// expect: handled
// needs: c++17
#include "check.h"

#include <type_traits>

#ifdef __PTCC__
#include <pt/tasks.cuh>

template <class T> struct is_queue : std::false_type {};
template <class T> struct is_queue<pt_queue<T>> : std::true_type {};

// 1 where the function is meant that a pt_queue chooses, 100 where it is another one.
template <class T> __device__ unsigned by_overload(T, int) { return 100; }
template <class T> __device__ unsigned by_overload(pt_queue<T> queue, int v) { return pt_push(queue, v), 1; }
template <class T> __device__ unsigned by_plain(const T &, int) { return 100; }
__device__ unsigned by_plain(const pt_queue<int> &queue, int v) { return pt_push(queue, v), 1; }
template <class Queue> __device__ unsigned by_trait(const Queue &queue, int v)
{
    if (!is_queue<Queue>::value)
        return 100;
    pt_push(queue, v);
    return 1;
}
template <class Queue, class = std::enable_if_t<is_queue<Queue>::value>> __device__ unsigned by_header(const Queue &queue, int v) { return pt_push(queue, v), 1; }
__device__ unsigned by_header(...) { return 100; }
template <class Queue> __device__ unsigned counted(const Queue &queue, int v)
{
    __shared__ unsigned calls;
    calls = 1;
    pt_push(queue, v);
    return calls;
}

#define TYPE_OF_QUEUE decltype(queue)

// Each number up to 100 once, and 1 for each of them.
#pragma pt kernel
__global__ void asks(pt_queue<int> queue, unsigned *hits, unsigned *sum)
{
    if (blockIdx.x == 0 && threadIdx.x < 8)
        pt_push(queue, threadIdx.x);
    #pragma pt foreach(int v : queue) worker(thread)
    {
        const int next = v + 8;
        unsigned one = 1;
        atomicAdd(&hits[v], 1);
        auto copy = queue;
        if (next < 100)
            switch (v % 8) {
            case 0: one = by_overload(queue, next); break;
            case 1: one = by_plain(queue, next); break;
            case 2: one = by_trait(queue, next); break;
            case 3: one = by_header(queue, next); break;
            case 4: one = counted(queue, next); break;
            case 5: one = pt_push(queue, next); break;
            case 6: one = is_queue<decltype(copy)>::value ? pt_push(copy, next) : 100; break;
            default: one = [&](const auto &q) { return is_queue<std::decay_t<decltype(q)>>::value ? pt_push(q, next) : 100; }(queue); break;
            }
        atomicAdd(sum, one);
    }
}

#pragma pt kernel
__global__ void measures(pt_queue<int> queue, unsigned *sum)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        pt_push(queue, 3);
    #pragma pt foreach(int v : queue) worker(thread)
    {
        if (std::is_same<TYPE_OF_QUEUE, pt_queue<int>>::value && sizeof queue == sizeof(pt_queue<int>))
            atomicAdd(sum, v);
    }
}

// Nothing but pushes: by a lambda that captures the queue or its own copy, and by a function that is handed the queue.
template <class Queue> __device__ void hand_on(const Queue &to, int v) { pt_push(to, v); }

#pragma pt kernel
__global__ void pushes(pt_queue<int> queue, unsigned *hits)
{
    if (blockIdx.x == 0 && threadIdx.x < 5)
        pt_push(queue, threadIdx.x);
    #pragma pt foreach(int v : queue) worker(thread)
    {
        const auto by_copy = [queue](int next) { pt_push(queue, next); };
        const auto by_name = [&](int next) { pt_push(queue, next); };
        const auto of_another_name = [q = queue](int next) { pt_push(q, next); };
        const auto of_its_own = [](pt_queue<int> queue, int next) { pt_push(queue, next); };
        const int next = v + 5;
        atomicAdd(&hits[v], 1);
        if (next >= 100)
            continue;
        switch (v % 5) {
        case 0: by_copy(next); break;
        case 1: by_name(next); break;
        case 2: of_another_name(next); break;
        case 3: of_its_own(queue, next); break;
        default: hand_on(queue, next); break;
        }
    }
}

// What is pushed after the assignment goes to the other queue.
#pragma pt kernel
__global__ void assigned(pt_queue<int> queue, pt_queue<int> other, unsigned *hits)
{
    if (blockIdx.x == 0 && threadIdx.x < 40)
        pt_push(queue, threadIdx.x);
    #pragma pt foreach(int v : queue) worker(thread)
    {
        atomicAdd(&hits[v], 1);
        queue = other;
        pt_push(queue, v);
    }
}

#pragma pt kernel
__global__ void hidden(pt_queue<int> queue, pt_queue<int> other, unsigned *hits)
{
    if (blockIdx.x == 0 && threadIdx.x < 40)
        pt_push(queue, threadIdx.x);
    #pragma pt foreach(int v : queue) worker(thread)
    {
        const auto into = [&](pt_queue<int> queue) { pt_push(queue, v + 1); };
        atomicAdd(&hits[v], 1);
        if (v < 40) {
            pt_queue<int> queue = other;
            pt_push(queue, v);
            into(other);
        }
    }
}

static unsigned waiting_in(const pt_queue<int> &queue)
{
    ptrt_queue_status_t status;
    CUDA_OK(ptrt_queue_status(queue, &status));
    return status.waiting;
}
#endif

int main()
{
    check::begin("tasks_types");
    const std::vector<unsigned> once(100, 1);
    std::vector<unsigned> forty(100, 0);
    for (unsigned i = 0; i < 40; i++)
        forty[i] = 1;
#ifdef __PTCC__
    pt_queue<int> queue, other;
    CUDA_OK(ptrt_queue_create(&queue, 1000));
    CUDA_OK(ptrt_queue_create(&other, 1000));
    check::device_array<unsigned> hits(100), sum(1);

    hits.zero();
    sum.zero();
    asks<<<3, 64>>>(queue, hits.get(), sum.get());
    CUDA_OK(cudaGetLastError());
    check::equal("asked", hits, once);
    check::equal("answered", sum, { 100 });
    measures<<<3, 64>>>(queue, sum.get());
    CUDA_OK(cudaGetLastError());
    check::equal("measured", sum, { 103 });

    hits.zero();
    pushes<<<3, 64>>>(queue, hits.get());
    CUDA_OK(cudaGetLastError());
    check::equal("pushed", hits, once);

    hits.zero();
    hidden<<<3, 64>>>(queue, other, hits.get());
    CUDA_OK(cudaGetLastError());
    check::equal("hidden", hits, forty);
    check::value("in-the-other", waiting_in(other), 80);

    hits.zero();
    assigned<<<3, 64>>>(queue, other, hits.get());
    CUDA_OK(cudaGetLastError());
    check::equal("assigned", hits, forty);
    check::value("in-the-other-too", waiting_in(other), 120);
    CUDA_OK(ptrt_queue_destroy(&queue));
    CUDA_OK(ptrt_queue_destroy(&other));
#else
    check::equal("asked", once, once);
    check::equal("answered", std::vector<unsigned>{ 100 }, { 100 });
    check::equal("measured", std::vector<unsigned>{ 103 }, { 103 });
    check::equal("pushed", once, once);
    check::equal("hidden", forty, forty);
    check::value("in-the-other", 80, 80);
    check::equal("assigned", forty, forty);
    check::value("in-the-other-too", 120, 120);
#endif
    return check::finish();
}
