// DESIGN part 4, Thread indices: a called function reads the block index and has barriers; of two kernels with it only one is left early.
// expect: handled
#include "check.h"

enum { BLOCK = 64 };

__device__ unsigned neighbour(unsigned *tile, unsigned value)
{
    tile[threadIdx.x] = value + blockIdx.x;
    __syncthreads();
    const unsigned other = tile[(threadIdx.x + 1) % BLOCK];
    __syncthreads();
    return other;
}

__device__ unsigned total(unsigned *tile, unsigned value)
{
    tile[threadIdx.x] = value;
    __syncthreads();
    unsigned sum = gridDim.x;
    for (unsigned t = 0; t < BLOCK; ++t)
        sum += tile[t];
    __syncthreads();
    return sum;
}

#pragma pt kernel
__global__ void nobody_leaves(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[BLOCK];
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    out[i] = neighbour(tile, in[i]);
}

#pragma pt kernel
__global__ void also_nobody(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[BLOCK];
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    out[i] = total(tile, in[i]);
}

#pragma pt kernel
__global__ void some_leave(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[BLOCK];
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    tile[threadIdx.x] = 0;
    __syncthreads();
    if (in[i] % 3 == 0)
        return;
    out[i] = total(tile, in[i]);
}

int main()
{
    check::begin("idx_helper_with_barrier");
    const unsigned blocks = 5003, n = blocks * BLOCK;
    std::vector<unsigned> in = check::mixed_vector(n), want(n);
    check::device_array<unsigned> d_in(in), out(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = in[i / BLOCK * BLOCK + (i + 1) % BLOCK] + i / BLOCK;
    nobody_leaves<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("nobody_leaves", out, want);
    for (unsigned b = 0; b < blocks; ++b) {
        unsigned all = blocks;
        for (unsigned t = 0; t < BLOCK; ++t)
            all += in[b * BLOCK + t];
        for (unsigned t = 0; t < BLOCK; ++t)
            want[b * BLOCK + t] = all;
    }
    out.poison();
    also_nobody<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("also_nobody", out, want);
    for (unsigned b = 0; b < blocks; ++b) {
        unsigned staying = blocks;
        for (unsigned t = 0; t < BLOCK; ++t)
            staying += in[b * BLOCK + t] % 3 ? in[b * BLOCK + t] : 0;
        for (unsigned t = 0; t < BLOCK; ++t)
            want[b * BLOCK + t] = in[b * BLOCK + t] % 3 ? staying : check::poisoned<unsigned>();
    }
    out.poison();
    some_leave<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("some_leave", out, want);
    return check::finish();
}
