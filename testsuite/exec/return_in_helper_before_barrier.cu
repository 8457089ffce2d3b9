// DESIGN part 4, Leaving early: the return and the barrier behind it stand in a called function; threads that return go on in the kernel.
// expect: handled
#include "check.h"

enum { BLOCK = 96 };

__device__ unsigned rotate(unsigned *tile, unsigned value, unsigned distance, unsigned part)
{
    const unsigned t = threadIdx.x;
    if (t >= part)
        return value + blockIdx.x;
    tile[t] = value;
    __syncthreads();
    const unsigned other = tile[(t + distance) % part];
    __syncthreads();
    return other;
}

// The same under a condition, in a function that does not read the block index.
__device__ void add_up(unsigned *tile, unsigned part)
{
    if (threadIdx.x < part) {
        for (unsigned step = 1; step < part; step *= 2) {
            const unsigned other = threadIdx.x >= step ? tile[threadIdx.x - step] : 0;
            __syncthreads();
            tile[threadIdx.x] += other;
            __syncthreads();
        }
    }
}

#pragma pt kernel
__global__ void rotate_some(const unsigned *in, unsigned *out, unsigned part)
{
    __shared__ unsigned tile[BLOCK];
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    out[i] = rotate(tile, in[i], 5, part + blockIdx.x % 7);
}

#pragma pt kernel
__global__ void add_some(const unsigned *in, unsigned *out, unsigned part)
{
    __shared__ unsigned tile[BLOCK];
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    tile[threadIdx.x] = in[i];
    __syncthreads();
    add_up(tile, part);
    out[i] = tile[threadIdx.x];
}

int main()
{
    check::begin("return_in_helper_before_barrier");
    const unsigned blocks = 5003, n = blocks * BLOCK, part = 41;
    std::vector<unsigned> in = check::mixed_vector(n), want(n);
    check::device_array<unsigned> d_in(in), out(n);
    for (unsigned i = 0; i < n; ++i) {
        const unsigned b = i / BLOCK, t = i % BLOCK, here = part + b % 7;
        want[i] = t < here ? in[b * BLOCK + (t + 5) % here] : in[i] + b;
    }
    rotate_some<<<blocks, BLOCK>>>(d_in.get(), out.get(), part);
    CUDA_OK(cudaGetLastError());
    check::equal("rotated", out, want);
    for (unsigned i = 0; i < n; ++i)
        want[i] = in[i] + (i % BLOCK && i % BLOCK < part ? want[i - 1] : 0);
    out.poison();
    add_some<<<blocks, BLOCK>>>(d_in.get(), out.get(), part);
    CUDA_OK(cudaGetLastError());
    check::equal("added", out, want);
    return check::finish();
}
