// What a function of the program's gives may be the same for all lanes of a warp, as its body says: then no lane is kept from what follows.
#include <cuda_runtime.h>

__device__ int warp_id() { return threadIdx.x / 32; }
__device__ int warp_of_block()
{
    return blockIdx.x * 4 + (threadIdx.x >> 5);
}
__device__ int lane_id() { return threadIdx.x % 32; }
__device__ int half_warp() { return threadIdx.x / 16; }
__device__ int shifted(int by) { return by + threadIdx.x / 32; }
__device__ int in_two()
{
    int t = threadIdx.x;
    return t / 32;
}

#pragma pt kernel
__global__ void by_warps(const int *chosen, int *out, int n)
{
    for (int row = blockIdx.x * 4 + warp_id(); row < n; row += 4) {
        if (chosen[row] != 1)
            continue;
        out[row] = __any_sync(~0u, row);
    }
    for (int row = warp_of_block(); row < n; row += 4) {
        if (chosen[row] != 1)
            continue;
        out[row] = __any_sync(~0u, row);
    }
}

#pragma pt kernel
__global__ void by_lanes(const int *chosen, int *out, int n)
{
    for (int row = blockIdx.x * 4 + lane_id(); row < n; row += 4) {
        if (chosen[row] != 1)
            continue;
        out[row] = __any_sync(~0u, row);
    }
}

#pragma pt kernel
__global__ void by_half_warps(const int *chosen, int *out, int n)
{
    for (int row = blockIdx.x * 4 + half_warp(); row < n; row += 4) {
        if (chosen[row] != 1)
            continue;
        out[row] = __any_sync(~0u, row);
    }
}

#pragma pt kernel
__global__ void by_argument(const int *chosen, int *out, int n)
{
    for (int row = shifted(threadIdx.x); row < n; row += 4) {
        if (chosen[row] != 1)
            continue;
        out[row] = __any_sync(~0u, row);
    }
}

// Not followed: it has two statements.
#pragma pt kernel
__global__ void by_two_statements(const int *chosen, int *out, int n)
{
    for (int row = in_two(); row < n; row += 4) {
        if (chosen[row] != 1)
            continue;
        out[row] = __any_sync(~0u, row);
    }
}
