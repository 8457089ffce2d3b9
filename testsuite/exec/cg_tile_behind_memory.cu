// DESIGN part 4, Leaving: a return by what lies in memory, the same for all threads of the block, before operations of cooperative groups.
// expect: handled
// needs: c++17
#include "check.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

static const unsigned threads = 64;

// A tree's nodes: leaves have nothing to divide.
#pragma pt kernel
__global__ void nodes(const unsigned *counts, unsigned *out)
{
    const cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());
    const unsigned count = counts[blockIdx.x];
    if (count < 40) {
        if (threadIdx.x == 0)
            out[blockIdx.x] = count;
        return;
    }
    unsigned v = threadIdx.x < count ? 1 : 0;
    for (unsigned offset = 16; offset; offset /= 2)
        v += tile.shfl_down(v, offset);
    if (tile.thread_rank() == 0)
        atomicAdd(&out[blockIdx.x], v * 1000);
}

// By what the block shares, before a function whose lanes ask each other by the warp's mask: not at the top level.
__device__ unsigned sum_of_warp(unsigned v)
{
    for (unsigned offset = 16; offset; offset /= 2)
        v += __shfl_xor_sync(~0u, v, offset);
    return v;
}

#pragma pt kernel
__global__ void shared_state(const unsigned *counts, unsigned *out, bool skip)
{
    const cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());
    __shared__ unsigned state[2];
    if (threadIdx.x < 2)
        state[threadIdx.x] = counts[blockIdx.x] + threadIdx.x;
    __syncthreads();
    if (skip) {
        if (state[1] % 4 == 0)
            return;
    }
    const unsigned sum = sum_of_warp(tile.shfl(state[0], 3) + threadIdx.x);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&out[blockIdx.x], sum);
}

int main()
{
    check::begin("cg_tile_behind_memory");
    const unsigned blocks = 3001;
    std::vector<unsigned> counts(blocks), want(blocks);
    for (unsigned b = 0; b < blocks; ++b) {
        counts[b] = b * 2654435761u >> 25;
        want[b] = counts[b] < 40 ? counts[b] : 1000 * (counts[b] < threads ? counts[b] : threads);
    }
    check::device_array<unsigned> d_counts(counts), out(std::vector<unsigned>(blocks, 0u));
    nodes<<<blocks, threads>>>(d_counts.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("nodes", out, want);

    for (unsigned skip = 0; skip < 2; ++skip) {
        check::device_array<unsigned> sums(std::vector<unsigned>(blocks, 0u));
        for (unsigned b = 0; b < blocks; ++b)
            want[b] = skip && (counts[b] + 1) % 4 == 0 ? 0 : threads * counts[b] + threads * (threads - 1) / 2;
        shared_state<<<blocks, threads>>>(d_counts.get(), sums.get(), skip != 0);
        CUDA_OK(cudaGetLastError());
        check::equal(skip ? "shared_state, skip" : "shared_state", sums, want);
    }
    return check::finish();
}
