// Whole warps leave, as far as the number of a warp stays as it is: a call that a template leaves open hands it on, bound to const, to what casts
// that away.
#include <cooperative_groups.h>

__device__ void set(const int &n) { (int &)n = threadIdx.x; }
template <class T> __device__ void lend_openly(T, const int &n) { set(n); }
template <class T> __device__ void lend(T one, int &n) { lend_openly(one, n); }

#pragma pt kernel
__global__ void any(int *p, int n)
{
    const auto lanes = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    int warp = threadIdx.x / 32;
    lend(1, warp);
    if (warp > n)
        return;
    p[threadIdx.x] = lanes.any(p[warp] > n);
}
