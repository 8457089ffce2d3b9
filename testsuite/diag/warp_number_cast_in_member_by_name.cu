// Whole warps leave, as far as the number of a warp stays as it is: a member refers to it, as to no constant.
#include <cooperative_groups.h>

struct holder {
    const int &constant;
    int &r = const_cast<int &>(constant);
};
__device__ void set(const int &n)
{
    holder h{n};
    h.r = threadIdx.x;
}

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
