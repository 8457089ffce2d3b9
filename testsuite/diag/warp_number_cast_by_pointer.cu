// Whole warps leave, as far as the number of a warp stays as it is: a pointer to constants becomes one to others.
#include <cooperative_groups.h>

struct keeper {
    const int *p;
};
__device__ keeper keep(const int &n) { return keeper{&n}; }
__device__ void set_kept(keeper k) { *(int *)k.p = threadIdx.x; }
__device__ void keep_and_set(const int &n) { set_kept(keep(n)); }

#pragma pt kernel
__global__ void any(int *p, int n)
{
    const auto lanes = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    int warp = threadIdx.x / 32;
    keep_and_set(warp);
    if (warp > n)
        return;
    p[threadIdx.x] = lanes.any(p[warp] > n);
}
