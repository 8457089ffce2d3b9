// DESIGN part 4, Launches: cudaLaunchKernelEx with a cluster dimension: kept or refused; blocks of a cluster exchange data.
// expect: handled
// needs: c++17
#include "check.h"
#include <cooperative_groups.h>

#pragma pt kernel
__global__ void exchange(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[32];
    auto cluster = cooperative_groups::this_cluster();
    unsigned i = blockIdx.x * 32 + threadIdx.x;
    tile[threadIdx.x] = in[i];
    cluster.sync();
    out[i] = *cluster.map_shared_rank(&tile[31 - threadIdx.x], (cluster.block_rank() + 1) % cluster.num_blocks());
    cluster.sync();
}

int main()
{
    check::begin("launch_cluster_attribute");
    const unsigned blocks = 5108, n = blocks * 32;
    std::vector<unsigned> in = check::mixed_vector(n), want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = in[(i / 128 * 4 + (i / 32 + 1) % 4) * 32 + 31 - i % 32];
    check::device_array<unsigned> d_in(in), out(n);
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = 4;
    attribute.val.clusterDim.y = 1;
    attribute.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(32);
    config.attrs = &attribute;
    config.numAttrs = 1;
    CUDA_OK(cudaLaunchKernelEx(&config, exchange, static_cast<const unsigned *>(d_in.get()), out.get()));
    check::equal("out", out, want);
    return check::finish();
}
