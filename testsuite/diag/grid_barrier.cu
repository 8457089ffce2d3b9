#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <class Group> __device__ void open(Group group) { group.sync(); }

__device__ void helper()
{
    #pragma pt barrier
}

__global__ void plain(float *out)
{
    #pragma pt barrier
    out[blockIdx.x] = 1;
}

#pragma pt kernel
__global__ void places(float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (n > 3)
        #pragma pt barrier
        out[0] = 1;
    for (int k = 0; k < n; k++)
        #pragma pt barrier
    out[1] = 2;
    do {
        out[i] = 1;
    }
    #pragma pt barrier
    while (out[i] > 3);
    auto f = [&]() {
        #pragma pt barrier
        out[i] = 2;
    };
    f();
}

#pragma pt kernel
__global__ void divergent(float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int other = i / 2;
    if (threadIdx.x < 32) {
        #pragma pt barrier
    }
    if (other < n) {
        out[i] = 1;
        #pragma pt barrier
    }
    for (int k = i; k < n; k += gridDim.x * blockDim.x) {
        out[k] = 1;
        cg::this_grid().sync();
    }
    if (out[0] > 3) { // nobody knows
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void groups(float *out)
{
    cg::grid_group grid = cg::this_grid();
    cg::grid_group::arrival_token token = grid.barrier_arrive();
    grid.barrier_wait(static_cast<cg::grid_group::arrival_token &&>(token));
    open(grid);
    auto f = [&]() { grid.sync(); };
    f();
    out[blockIdx.x] = 2;
}

#pragma pt kernel schedule(hardware)
__global__ void as_it_is(float *out)
{
    out[blockIdx.x] = 1;
    #pragma pt barrier
    out[blockIdx.x] += out[0];
}

#pragma pt kernel schedule(dynamic)
__global__ void from_a_queue(float *out)
{
    static int calls;
    out[blockIdx.x] = calls++;
    #pragma pt barrier
    out[blockIdx.x] += out[0];
}

#pragma pt kernel
template <class T> __global__ void launched(T *out)
{
    out[blockIdx.x] = 1;
    #pragma pt barrier
    out[blockIdx.x] += out[0];
}

__global__ void parent(float *out) { launched<<<1, 1>>>(out); }

void host(float *out)
{
    #pragma pt launch mode(nonpt)
    launched<<<2, 32>>>(out);
    #pragma pt launch mode(groups(2))
    launched<<<2, 32>>>(out);
}
