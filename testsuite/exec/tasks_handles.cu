// Dynamic tasks: handles of queues in tasks, in memory, in functions; names that mean something else in the block; what finish pushes;
// queues that are const or of a template; operations of a tile; a push next to a barrier of the grid.
// expect: handled
// needs: c++17
#include "check.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#ifdef __PTCC__
#include <pt/tasks.cuh>

namespace cg = cooperative_groups;

// What is pushed behind the end is done by a group that still looks for tasks, or by the next launch.
#pragma pt kernel
__global__ void again(pt_queue<int> queue, unsigned *sum, unsigned *pushed)
{
    #pragma pt foreach(int v : queue) worker(thread)
    { atomicAdd(sum, v); }
    #pragma pt finish
    {
        if (threadIdx.x == 0 && pt_push(queue, 5))
            atomicAdd(pushed, 5);
    }
}

// A task holds another queue than the one that it came from.
struct letter {
    pt_queue<int> to;
    int v;
};

#pragma pt kernel
__global__ void write_letters(pt_queue<int> queue, pt_queue<letter> letters, pt_queue<int> *saved)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *saved = queue;
    #pragma pt foreach(int v : queue) worker(thread)
    { pt_push(letters, letter{ queue, v + 1 }); }
}

#pragma pt kernel
__global__ void deliver(pt_queue<letter> letters)
{
    #pragma pt foreach(letter l : letters) worker(warp)
    {
        if (threadIdx.x % 32 == 0)
            pt_push(l.to, l.v);
    }
}

#pragma pt kernel
__global__ void from_memory(const pt_queue<int> *saved, int v)
{
    if (threadIdx.x < 3)
        pt_push(*saved, v);
}

static __device__ void by_reference(pt_queue<int> &queue, int v) { pt_push(queue, v); }
static __device__ void by_pointer(pt_queue<int> *queue, int v) { pt_push(*queue, v); }
template <class Task> __device__ void by_value(pt_queue<Task> queue, Task v) { pt_push(queue, v); }
template <class Queue> __device__ void by_type(const Queue &queue, int v) { pt_push(queue, v); }

// Each number up to 100 once, by whatever way.
#pragma pt kernel
template <class Task> __global__ void ways(const pt_queue<Task> queue, unsigned *hits, unsigned n)
{
    const Task i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 5)
        pt_push(queue, i);
    #pragma pt foreach(typename pt_queue<Task>::task_type i : queue) worker(thread)
    {
        typename decltype(queue)::task_type next = i + 5;
        atomicAdd(&hits[i], 1);
        if (next >= Task(n))
            continue;
        auto copy = queue;
        const auto push = [&, queue](Task v) { pt_push(queue, v); };
        switch (i % 5) {
        case 0: pt_push(copy, next); break;
        case 1: push(next); break;
        case 2: by_value<Task>(queue, next); break;
        case 3: by_type(queue, next); break;
        default: by_type(copy, next); break;
        }
    }
}

#pragma pt kernel
__global__ void names(pt_queue<int> queue, unsigned *hits)
{
    if (blockIdx.x == 0 && threadIdx.x < 10)
        pt_push(queue, threadIdx.x);
    #pragma pt foreach(int queue : queue) worker(thread)
    {
        const int mine = queue;
        {
            int queue = mine + 1;
            atomicAdd(&hits[queue - 1], 1);
        }
    }
}

#pragma pt kernel
__global__ void own_names(pt_queue<int> queue, unsigned *hits)
{
    if (blockIdx.x == 0 && threadIdx.x < 5)
        pt_push(queue, threadIdx.x);
    #pragma pt foreach(auto &&v : queue) worker(thread)
    {
        if (v < 3)
            by_reference(queue, v + 5);
        else if (v < 5)
            by_pointer(&queue, v + 5);
        int queue = v;
        atomicAdd(&hits[queue], 1);
    }
}

#pragma pt kernel
__global__ void tiles(pt_queue<int> queue, unsigned *hits)
{
    if (blockIdx.x == 0 && threadIdx.x < 40)
        pt_push(queue, threadIdx.x);
    #pragma pt foreach(int v : queue) worker(warp)
    {
        const cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());
        const int sum = v + tile.shfl(v, 3), of_all = cg::reduce(tile, v, cg::plus<int>());
        tile.sync();
        cg::sync(tile);
        if (tile.thread_rank() == 0 && sum == 2 * v && of_all == 32 * v)
            atomicAdd(&hits[v], 1);
    }
}

#pragma pt kernel
__global__ void between_barriers(pt_queue<int> queue, int *values)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    values[i] = i;
    #pragma pt barrier
    pt_push(queue, values[(i + 1) % (gridDim.x * blockDim.x)]);
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
    check::begin("tasks_handles");
    std::vector<unsigned> once(100, 1), ten(100, 0), forty(100, 0);
    for (unsigned i = 0; i < 40; i++) {
        ten[i] = i < 10;
        forty[i] = 1;
    }
#ifdef __PTCC__
    pt_queue<int> queue;
    pt_queue<letter> letters;
    CUDA_OK(ptrt_queue_create(&queue, 20000));
    CUDA_OK(ptrt_queue_create(&letters, 1000));
    check::device_array<unsigned> hits(100), numbers(2);
    check::device_array<pt_queue<int>> saved(1);

    numbers.zero();
    for (int i = 0; i < 3; i++) {
        again<<<3, 64>>>(queue, numbers.get(), numbers.get() + 1);
        CUDA_OK(cudaGetLastError());
    }
    const std::vector<unsigned> summed = numbers.host();
    check::value("behind-the-end", summed[1] - summed[0] == 5 * waiting_in(queue), 1);
    check::value("pushed", summed[0] > 0 && waiting_in(queue) > 0, 1);
    CUDA_OK(ptrt_queue_clear(queue));

    const int from_host[] = { 0, 1, 2, 3 };
    CUDA_OK(ptrt_queue_push(queue, from_host, 4));
    write_letters<<<1, 64>>>(queue, letters, saved.get());
    deliver<<<2, 64>>>(letters);
    from_memory<<<1, 32>>>(saved.get(), 9);
    CUDA_OK(cudaGetLastError());
    check::value("delivered", waiting_in(queue), 7);
    CUDA_OK(ptrt_queue_clear(queue));

    hits.zero();
    ways<int><<<2, 32>>>(queue, hits.get(), 100);
    CUDA_OK(cudaGetLastError());
    check::equal("ways", hits, once);
    hits.zero();
    names<<<2, 32>>>(queue, hits.get());
    CUDA_OK(cudaGetLastError());
    check::equal("names", hits, ten);
    hits.zero();
    own_names<<<2, 32>>>(queue, hits.get());
    CUDA_OK(cudaGetLastError());
    check::equal("own-names", hits, ten);
    hits.zero();
    tiles<<<2, 96>>>(queue, hits.get());
    CUDA_OK(cudaGetLastError());
    check::equal("tiles", hits, forty);

    check::device_array<int> values(40 * 32);
    between_barriers<<<40, 32>>>(queue, values.get());
    CUDA_OK(cudaGetLastError());
    check::value("between-barriers", waiting_in(queue), 40 * 32);
    CUDA_OK(ptrt_queue_destroy(&queue));
    CUDA_OK(ptrt_queue_destroy(&letters));
#else
    check::value("behind-the-end", 1, 1);
    check::value("pushed", 1, 1);
    check::value("delivered", 7, 7);
    check::equal("ways", once, once);
    check::equal("names", ten, ten);
    check::equal("own-names", ten, ten);
    check::equal("tiles", forty, forty);
    check::value("between-barriers", 40 * 32, 40 * 32);
#endif
    return check::finish();
}
