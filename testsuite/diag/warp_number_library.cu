// Whole warps leave, as the number of a warp stays as it is: something here casts const away, and CUDA's functions do not.
#include <cooperative_groups.h>
#include <algorithm>

__device__ float4 *row_of(const float *p) { return (float4 *)p; }

#pragma pt kernel
__global__ void any(float *p, int n)
{
    const auto lanes = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    int warp = threadIdx.x / 32;
    row_of(p)->x = std::max(warp, 3);
    if (warp > n)
        return;
    p[threadIdx.x] = lanes.any(p[warp] > n);
}
