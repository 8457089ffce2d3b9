// Whole warps leave, as far as the number of a warp stays as it is: a library's function hands on a reference to it.
#include <cooperative_groups.h>
#include <algorithm>

__device__ void set_last(const int &n) { const_cast<int &>(n) = threadIdx.x; }
__device__ void set(int &n) { set_last(std::max(n, 3)); }

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
