// Whole warps leave, as far as the number of a warp stays as it is: an address becomes one of what a template leaves open.
#include <cooperative_groups.h>

template <class T> __device__ void set_open(const T &n) { *(T *)&n = threadIdx.x; }
__device__ void set(const int &n) { set_open(n); }

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
