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

// Reading and writing as statements of their own: the same.
__global__ void scan_in_two(int *out)
{
    __shared__ volatile int x[64];
    unsigned t = threadIdx.x;
    int value = 1;
    x[t] = 0;
    x[t + 32] = value;
    __syncthreads();
    for (unsigned k = 1; k < 32; k *= 2) {
        value += x[t + 32 - k];
        x[t + 32] = value;
    }
    out[t] = value;
}

__device__ int last_steps(volatile int *v, unsigned t)
{
    int sum = v[t] + v[t + 16];
    v[t] = sum;
    sum += v[t + 8];
    v[t] = sum;
    sum += v[t + 4];
    v[t] = sum;
    return sum;
}

// And none of that: one thread goes through the memory; each step is waited for; memory that is not shared; no step but one.
__global__ void alone(int *out, volatile int *table)
{
    __shared__ volatile int x[64];
    unsigned t = threadIdx.x;
    x[t] = t;
    __syncthreads();
    if (t == 0)
        for (int i = 1; i < 64; i++) {
            int before = x[i - 1];
            x[i] = x[i] + before;
        }
    __syncthreads();
    for (int k = 1; k < 32; k *= 2) {
        int other = x[t ^ k];
        __syncwarp();
        x[t] = other;
        __syncwarp();
    }
    for (int k = 0; k < 8; k++) {
        int next = table[k];
        table[t] = next;
    }
    int one = x[t + 1];
    x[t] = one;
    out[t] = x[t] + last_steps(x, t);
}
