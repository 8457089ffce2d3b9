// Whole warps leave, as the number of a warp stays as it is: casts of what is read change nothing.
#include <cooperative_groups.h>

__device__ int doubled(const int &n) { return 2 * (int)n + (int)sizeof((const char *)&n); }
template <class T> __device__ float halved(const T &n) { return (T)n / (float)2; }
__device__ float of_both(const int &n) { return doubled(n) + halved(n) + max(n, 3); }

#pragma pt kernel
__global__ void any(int *p, int n)
{
    const auto lanes = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    int warp = threadIdx.x / 32;
    of_both(warp);
    if (warp > n)
        return;
    p[threadIdx.x] = lanes.any(p[warp] > n);
}
