// DESIGN part 4, Shared memory and resources: cudaFuncSetCacheConfig, cudaFuncGetAttributes, occupancy calls name the kernel.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void __launch_bounds__(256) twice(const unsigned *in, unsigned *out, unsigned n)
{
    __shared__ unsigned tile[256];
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    if (i < n)
        out[i] = tile[threadIdx.x] + tile[blockDim.x - 1 - threadIdx.x];
}

int main()
{
    check::begin("function_attributes");
    CUDA_OK(cudaFuncSetCacheConfig(twice, cudaFuncCachePreferShared));
    CUDA_OK(cudaFuncSetAttribute(twice, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
    cudaFuncAttributes attributes;
    CUDA_OK(cudaFuncGetAttributes(&attributes, twice));
    check::value("static_bytes", static_cast<long long>(attributes.sharedSizeBytes), 1024);
    check::value("threads", attributes.maxThreadsPerBlock, 256);
    int per_sm = 0, least_grid = 0, best_block = 0;
    CUDA_OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, twice, 256, 0));
    check::value("resident", per_sm > 0, 1);
    CUDA_OK(cudaOccupancyMaxPotentialBlockSize(&least_grid, &best_block, twice));
    check::value("block", best_block, 256);
    const unsigned n = 5005 * 256 - 3;
    std::vector<unsigned> in = check::mixed_vector(n), want = check::poisoned_vector<unsigned>(n + 256);
    for (unsigned i = 0; i < n; ++i) {
        unsigned other = i / 256 * 256 + 255 - i % 256;
        want[i] = in[i] + (other < n ? in[other] : 0);
    }
    check::device_array<unsigned> d_in(in), out(n + 256);
    twice<<<(n + best_block - 1) / best_block, best_block>>>(d_in.get(), out.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
