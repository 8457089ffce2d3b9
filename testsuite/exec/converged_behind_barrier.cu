// DESIGN part 4, Leaving early: the lanes of a warp go on together from a barrier that not all threads need come to, as they do from
// __syncthreads(). Programs rely on it: they name the lanes of a warp by __activemask(), in the way of CUDA 8's shuffles.
// expect: handled
#include "check.h"

enum { BLOCK = 256, LENGTH = 1000 };

__device__ unsigned sum_of_warp(unsigned v)
{
#if PT_CPU // a lane knows of no other one there
    const unsigned active = ~0u;
#else
    const unsigned active = __activemask();
#endif
    for (int offset = 16; offset > 0; offset /= 2)
        v += __shfl_down_sync(active, v, offset);
    return v;
}

__device__ unsigned sum_of_block(const unsigned *values, int length)
{
    __shared__ unsigned parts[BLOCK / 32];
    unsigned v = 0;
    for (int i = threadIdx.x; i < length; i += blockDim.x)
        v += values[i];
    v = sum_of_warp(v);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x < BLOCK / 32 ? parts[threadIdx.x] : 0;
    if (threadIdx.x < 32) {
        v = sum_of_warp(v);
        if (threadIdx.x == 0)
            parts[0] = v;
    }
    __syncthreads();
    v = parts[0];
    __syncthreads();
    return v;
}

// How many turns there are lies in memory: for all that is known, threads leave the loop, and the kernel, at different times.
#pragma pt kernel
__global__ void sums(const unsigned *first, const unsigned *in, unsigned *out)
{
    __shared__ unsigned values[LENGTH];
    for (unsigned turn = first[blockIdx.x]; turn < first[blockIdx.x + 1]; turn++) {
        for (int i = threadIdx.x; i < LENGTH; i += blockDim.x)
            values[i] = in[(turn + i) % LENGTH] * (turn + 1);
        __syncthreads();
        const unsigned sum = sum_of_block(values, LENGTH);
        for (int i = threadIdx.x; i < LENGTH; i += blockDim.x)
            values[i] += sum;
        __syncthreads();
        const unsigned again = sum_of_block(values, LENGTH - 9);
        if (threadIdx.x == 0)
            out[turn] = again;
    }
}

int main()
{
    check::begin("converged_behind_barrier");
    const unsigned blocks = 1500;
    std::vector<unsigned> in = check::mixed_vector(LENGTH), first(blocks + 1);
    for (unsigned i = 0; i < blocks; ++i)
        first[i + 1] = first[i] + i % 5;
    std::vector<unsigned> want(first[blocks]);
    for (unsigned turn = 0; turn < want.size(); ++turn) {
        std::vector<unsigned> values(LENGTH);
        unsigned sum = 0;
        for (unsigned i = 0; i < LENGTH; ++i)
            sum += values[i] = in[(turn + i) % LENGTH] * (turn + 1);
        for (unsigned i = 0; i < LENGTH - 9; ++i)
            want[turn] += values[i] + sum;
    }
    check::device_array<unsigned> d_in(in), d_first(first), out(want.size());
    sums<<<blocks, BLOCK>>>(d_first.get(), d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("sums", out, want);
    return check::finish();
}
