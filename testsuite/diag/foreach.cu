// Dynamic tasks: where foreach may stand, and what has no meaning in it.
#include <pt/tasks.cuh>

__device__ void meet() { __syncthreads(); }
__device__ int place() { return blockIdx.x; }

void host(pt_queue<int> queue)
{
    #pragma pt foreach(int v : queue)
    { (void)v; }
}

__global__ void plain(pt_queue<int> queue)
{
    #pragma pt foreach(int v : queue)
    { (void)v; }
}

#pragma pt kernel
__global__ void not_last(pt_queue<int> queue, int *out)
{
    #pragma pt foreach(int v : queue)
    { out[v] = 1; }
    out[0] = 1;
}

#pragma pt kernel
__global__ void no_block(pt_queue<int> queue, int *out)
{
    #pragma pt foreach(int v : queue)
    out[v] = 1;
}

#pragma pt kernel
__global__ void twice(pt_queue<int> queue, int *out)
{
    #pragma pt foreach(int v : queue)
    { out[v] = 1; }
    #pragma pt foreach(int w : queue)
    { out[w] = 1; }
}

#pragma pt kernel
__global__ void behind_finish(pt_queue<int> queue, int *out)
{
    #pragma pt finish
    { out[0] = 1; }
    #pragma pt foreach(int v : queue)
    { out[v] = 1; }
}

#pragma pt kernel
__global__ void jumps(pt_queue<int> queue, int *out)
{
again:
    if (threadIdx.x == 1)
        return;
    #pragma pt foreach(int v : queue)
    {
        if (v == 0)
            return;
        if (v == 1)
            break;
        for (int i = 0; i < v; i++)
            if (out[i] == 0)
                break;
        switch (v) {
        case 2:
            break;
        }
        const auto twice = [](int x) { return 2 * x; };
        if (v == 3)
            continue;
        out[v] = twice(v);
        if (v == 4)
            goto again;
    }
}

#pragma pt kernel
__global__ void of_a_block(pt_queue<int> queue, int *out)
{
    int mine = blockIdx.x;
    #pragma pt foreach(int v : queue)
    {
        out[v] = blockIdx.x;
        out[v] = place();
        out[v] = mine;
        out[v] = gridDim.x;
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void barriers(pt_queue<int> queue, int *out)
{
    #pragma pt foreach(int v : queue) worker(warp)
    {
        __syncthreads();
        meet();
        __syncwarp();
        out[v] = __shfl_sync(~0u, v, 0);
    }
}

#pragma pt kernel
__global__ void warps(pt_queue<int> queue, int *out)
{
    #pragma pt foreach(int v : queue) worker(thread)
    {
        out[v] = __shfl_sync(~0u, v, 0);
        static int seen;
        seen++;
    }
}

#pragma pt kernel
__global__ void no_queue(int *queue, pt_queue<int> good)
{
    _Pragma("pt foreach(int v : good)")
    { queue[v] = 1; }
}

#pragma pt kernel
__global__ void of_an_element(pt_queue<int> queue, int *out)
{
    #pragma pt foreach(int v : queue[0])
    { out[v] = 1; }
}

#pragma pt kernel
__global__ void no_queue_at_all(int *queue, int *out)
{
    #pragma pt foreach(int v : queue)
    { out[v] = 1; }
}

struct pair { int a, b; };

#pragma pt kernel
__global__ void other_tasks(pt_queue<pair> queue, int *out)
{
    #pragma pt foreach(int v : queue)
    { out[v] = 1; }
}

struct waiting { __device__ void operator()() const { __syncthreads(); } };

#pragma pt kernel
template <class Functor> __global__ void hidden_barriers(pt_queue<int> queue, int *out, Functor f)
{
    #pragma pt foreach(int v : queue) worker(thread)
    {
        asm volatile("bar.sync 0;");
        f();
        out[v] = 1;
    }
}

void launches(pt_queue<int> queue, int *out) { hidden_barriers<<<1, 32>>>(queue, out, waiting()); }

#pragma pt kernel
__global__ void counts(pt_queue<int> queue, int *out)
{
    #pragma pt foreach(int n = 0; int v : queue)
    { out[v] = n++; }
}

#pragma pt kernel
__global__ void commented(pt_queue<int> queue, int *out)
{
    #pragma pt /* ( */ foreach(int v /* ) */ : queue) // )
    { out[v] = 1; }
}

#include <pt/collectives.cuh>
#include <cooperative_groups.h>

#pragma pt kernel
__global__ void meets_others(pt_queue<int> queue, int *out)
{
    out[0] = 2;
    #pragma pt foreach(int v : queue)
    {
        if (v > 2)
            cooperative_groups::this_grid().sync();
        out[v] = pt_any(v == 1);
    }
}
