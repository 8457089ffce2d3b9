// DESIGN part 4, Shared memory: cp.async by __pipeline_memcpy_async and cg::memcpy_async into shared memory that the next item fills again.
// expect: handled
// needs: c++17
#include "check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

enum { BLOCK = 128 };

#pragma pt kernel
__global__ void by_pipeline(const unsigned *in, unsigned *out)
{
    __shared__ unsigned stage[2][BLOCK];
    unsigned t = threadIdx.x, i = blockIdx.x * 2 * BLOCK + t;
    __pipeline_memcpy_async(&stage[0][t], &in[i], sizeof(unsigned));
    __pipeline_commit();
    __pipeline_memcpy_async(&stage[1][t], &in[i + BLOCK], sizeof(unsigned));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    out[i] = stage[0][BLOCK - 1 - t];
    __pipeline_wait_prior(0);
    __syncthreads();
    out[i + BLOCK] = stage[1][(t + 1) % BLOCK] + blockIdx.x;
}

#pragma pt kernel
__global__ void by_group(const unsigned *in, unsigned *out)
{
    __shared__ __align__(16) unsigned stage[2 * BLOCK];
    auto block = cooperative_groups::this_thread_block();
    unsigned t = threadIdx.x, i = blockIdx.x * 2 * BLOCK;
    cooperative_groups::memcpy_async(block, stage, in + i, sizeof(unsigned) * 2 * BLOCK);
    cooperative_groups::wait(block);
    out[i + t] = stage[2 * BLOCK - 1 - t];
    out[i + t + BLOCK] = stage[t] * 3;
}

int main()
{
    check::begin("async_copy");
    const unsigned blocks = 5107, n = blocks * 2 * BLOCK;
    std::vector<unsigned> in = check::mixed_vector(n), want(n), want_group(n);
    for (unsigned i = 0; i < n; ++i) {
        unsigned base = i / (2 * BLOCK) * 2 * BLOCK, o = i - base, t = o % BLOCK;
        want[i] = o < BLOCK ? in[base + BLOCK - 1 - t] : in[base + BLOCK + (t + 1) % BLOCK] + i / (2 * BLOCK);
        want_group[i] = o < BLOCK ? in[base + 2 * BLOCK - 1 - t] : in[base + t] * 3;
    }
    check::device_array<unsigned> d_in(in), out(n);
    by_pipeline<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("pipeline", out, want);
    out.poison();
    by_group<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("group", out, want_group);
    return check::finish();
}
