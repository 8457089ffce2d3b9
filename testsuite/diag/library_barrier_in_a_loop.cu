#include <cooperative_groups.h>

#pragma pt kernel
__global__ void k(float *out, int n)
{
    auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    for (int i = 0; i < n; i++) {
        tile.sync();
        out[threadIdx.x] += i;
        if (out[threadIdx.x] > 100)
            return;
    }
}
