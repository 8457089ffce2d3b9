// Lanes that hand each other values through volatile memory and trust that they run in step.
#include <cooperative_groups.h>

__global__ void last_warp(const float *in, float *out)
{
    __shared__ float sums[64];
    unsigned t = threadIdx.x;
    sums[t] = in[t];
    __syncthreads();
    if (t < 32) {
        volatile float *v = sums;
        v[t] += v[t + 32];
        v[t] += v[t + 16];
        *(v + t) = *(v + t) + *(v + t + 8);
    }
    if (t == 0)
        *out = sums[0];
}

template <unsigned n, class T> __device__ void last_warp_of(volatile T *v, unsigned t)
{
    if (n >= 64) v[t] += v[t + 32];
    if (n >= 32) v[t] += v[t + 16];
}

__global__ void scan(int *out)
{
    extern __shared__ volatile int x[];
    unsigned t = threadIdx.x;
    int value = x[t + 32] = 1;
    __syncthreads();
    for (unsigned k = 1; k < 32; k *= 2)
        x[t + 32] = value = value + x[t + 32 - k];
    out[t] = x[t + 32];
}

// Nothing of that: each step is waited for, or none takes from another.
__device__ void meet() { __syncwarp(); }

__global__ void waits(int *out)
{
    volatile __shared__ int x[64];
    __shared__ float sums[64];
    unsigned t = threadIdx.x;
    x[t] = 1;
    sums[t] = 1;
    __syncthreads();
    for (unsigned k = 16; k > 0; k /= 2) {
        if (t < k)
            x[t] += x[t + k];
        __syncthreads();
    }
    x[t] += x[t + 1];
    __syncwarp();
    x[t] += x[t + 2];
    meet();
    x[t] += x[t + 3];
    auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    tile.sync();
    x[t] += x[t + 4];
    for (int i = 0; i < 3; i++)
        x[t] = x[t] + i;
    if (t < 32)
        last_warp_of<64, float>(sums, t);
    out[t] = x[t];
}
