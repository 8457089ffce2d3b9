// Whole warps leave, as far as the number of a warp stays as it is: a reference becomes one to what a template leaves open.
#include <cooperative_groups.h>

template <class T> __device__ const T &same(const T &n) { return n; }
template <class T> __device__ void set(const T &n)
{
    using reference = T &;
    ((reference)(same(n))) = threadIdx.x;
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
