// What stands behind finish means what it does in the original kernel: reductions by warps under conditions, returns before barriers,
// functions that wait, tiles and lambdas. In front of it, lanes that pass an operation of the warp by, and functions that read the
// block index.
// expect: handled
#include "check.h"

#include <cooperative_groups.h>

__device__ unsigned warp_sum(unsigned value)
{
    for (int k = 16; k > 0; k /= 2)
        value += __shfl_down_sync(~0u, value, k);
    return value;
}

__device__ unsigned block_sum(unsigned value, unsigned *part)
{
    value = warp_sum(value);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x < 32)
        value = warp_sum(threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0);
    return value;
}

__device__ unsigned index_of_thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

#pragma pt kernel
__global__ void by_function(const unsigned *in, unsigned *out, unsigned n)
{
    #pragma pt state
    unsigned total = 0;
    if (index_of_thread() < n)
        total += in[index_of_thread()];
    #pragma pt finish
    {
        __shared__ unsigned part[32];
        total = block_sum(total, part);
        if (threadIdx.x == 0)
            atomicAdd(out, total);
    }
}

#pragma pt kernel
__global__ void returns_in_finish(const unsigned *in, unsigned *out, unsigned n)
{
    #pragma pt state
    unsigned total = 0;
    #pragma pt state
    __shared__ unsigned part[256];
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        total += in[i];
    #pragma pt finish
    {
        part[threadIdx.x] = total;
        __syncthreads();
        if (threadIdx.x >= 64)
            return;
        for (unsigned k = threadIdx.x + 64; k < blockDim.x; k += 64)
            part[threadIdx.x] += part[k];
        __syncthreads();
        if (threadIdx.x >= 32)
            return;
        unsigned v = part[threadIdx.x] + part[threadIdx.x + 32];
        for (int k = 16; k > 0; k /= 2)
            v += __shfl_down_sync(~0u, v, k);
        if (threadIdx.x == 0)
            atomicAdd(out, v);
    }
}

// Lanes pass the exchange by in each block; those of the other half exchange in finish.
#pragma pt kernel
__global__ void lanes(const unsigned *in, unsigned *out)
{
    #pragma pt state
    unsigned total = 0;
    if (threadIdx.y == 0)
        total += __shfl_down_sync(0xffu, in[blockIdx.x * 8 + threadIdx.x], 4, 8);
    #pragma pt finish
    {
        const auto sum = [&] (unsigned v) {
            for (int k = 4; k > 0; k /= 2)
                v += __shfl_down_sync(0xffu, v, k, 8);
            return v;
        };
        if (threadIdx.y == 0) {
            const unsigned v = sum(threadIdx.x < 4 ? total : 0);
            if (threadIdx.x == 0)
                atomicAdd(out, v);
        }
    }
}

#pragma pt kernel schedule(static)
__global__ void by_tile(const unsigned *in, unsigned *out, unsigned n)
{
    #pragma pt state
    unsigned total = 0;
    const auto add = [&] (unsigned i) { if (i < n) total += in[i]; };
    add(blockIdx.x * blockDim.x + threadIdx.x);
    #pragma pt finish
    {
        namespace cg = cooperative_groups;
        const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
        for (unsigned k = tile.size() / 2; k > 0; k /= 2)
            total += tile.shfl_down(total, k);
        cg::this_thread_block().sync();
        if (tile.thread_rank() == 0)
            atomicAdd(out, total);
    }
}

int main()
{
    check::begin("state_reduce");
    const unsigned blocks = 1777, threads = 256, n = blocks * threads - 131;
    const std::vector<unsigned> in = check::mixed_vector(blocks * threads);
    check::device_array<unsigned> d_in(in), sum(1);
    std::vector<unsigned> want(1);
    for (unsigned i = 0; i < n; i++)
        want[0] += in[i];

    sum.zero();
    by_function<<<blocks, threads>>>(d_in.get(), sum.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("function", sum, want);

    sum.zero();
    returns_in_finish<<<blocks / 2, threads>>>(d_in.get(), sum.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("returns", sum, want);

    sum.zero();
    by_tile<<<blocks, threads>>>(d_in.get(), sum.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("tile", sum, want);

    std::vector<unsigned> half(1);
    for (unsigned i = 0; i < blocks * 8; i++)
        half[0] += i % 8 >= 4 ? in[i] : 0;
    sum.zero();
    lanes<<<blocks, dim3(8, 4)>>>(d_in.get(), sum.get());
    CUDA_OK(cudaGetLastError());
    check::equal("lanes", sum, half);
    return check::finish();
}
