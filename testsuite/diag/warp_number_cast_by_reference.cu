// Whole warps leave, as far as the number of a warp stays as it is: a reference to a constant becomes another, by a name of its type.
#include <cooperative_groups.h>

using reference = int &;
__device__ const int &same(const int &n) { return n; }
__device__ void set(const int &n) { (reference)same(n) = threadIdx.x; }

#pragma pt kernel
__global__ void any(int *p, int n)
{
    const auto lanes = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    int warp = threadIdx.x / 32;
    set(warp);
    if (warp > n)
        return;
    p[threadIdx.x] = lanes.any(p[warp] > n);
}
