// DESIGN part 4, Leaving early: barriers in loops that threads go through a different number of times, and none behind them.
// expect: handled
#include "check.h"

#include <algorithm>

enum { BLOCK = 64 };

#pragma pt kernel
__global__ void strided(const unsigned *in, unsigned *out, unsigned n)
{
    __shared__ unsigned tile[BLOCK];
    const unsigned t = threadIdx.x;
    for (unsigned i = t; i < n; i += BLOCK) {
        tile[t] = in[i] + blockIdx.x;
        __syncthreads();
        const unsigned there = i / BLOCK * BLOCK, here = min(BLOCK, n - there);
        out[blockIdx.x * n + i] = tile[(t + 1) % here];
        __syncthreads();
    }
}

#pragma pt kernel
__global__ void until_small(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[BLOCK];
    const unsigned t = threadIdx.x;
    unsigned rounds = 0;
    while (true) {
        if (rounds > t / 8 + blockIdx.x % 3)
            break;
        tile[t] = in[t] + rounds;
        __syncthreads();
        out[blockIdx.x * BLOCK + t] = tile[BLOCK - 1] * rounds;
        ++rounds;
        __syncthreads();
    }
}

int main()
{
    check::begin("barrier_in_divergent_loop");
    const unsigned blocks = 5003, n = 3 * BLOCK + 17;
    std::vector<unsigned> in = check::mixed_vector(n), want(blocks * n), rounds(blocks * BLOCK);
    check::device_array<unsigned> d_in(in), out(blocks * n), by_rounds(blocks * BLOCK);
    for (unsigned b = 0; b < blocks; ++b)
        for (unsigned i = 0; i < n; ++i) {
            const unsigned there = i / BLOCK * BLOCK, here = std::min<unsigned>(BLOCK, n - there);
            want[b * n + i] = in[there + (i % BLOCK + 1) % here] + b;
        }
    strided<<<blocks, BLOCK>>>(d_in.get(), out.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("strided", out, want);
    // The last thread takes part in all rounds of the others.
    for (unsigned b = 0; b < blocks; ++b)
        for (unsigned t = 0; t < BLOCK; ++t) {
            const unsigned last = t / 8 + b % 3;
            rounds[b * BLOCK + t] = (in[BLOCK - 1] + last) * last;
        }
    until_small<<<blocks, BLOCK>>>(d_in.get(), by_rounds.get());
    CUDA_OK(cudaGetLastError());
    check::equal("rounds", by_rounds, rounds);
    return check::finish();
}
