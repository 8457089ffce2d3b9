#include <cooperative_groups.h>

#pragma pt kernel
__global__ void k(float *out, int n)
{
    auto block = cooperative_groups::this_thread_block();
    auto tile = cooperative_groups::tiled_partition<32>(block);
    if (threadIdx.x >= n)
        return;
    out[threadIdx.x] = 1;
    tile.sync();
    out[n + threadIdx.x] = 2;
}
