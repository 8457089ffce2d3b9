#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ void step(cg::thread_block_tile<32> tile, float *s)
{
    s[threadIdx.x] += 1;
    tile.sync();
}

#pragma pt kernel
__global__ void k(float *s, float n)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    while (true) {
        step(tile, s);
        if (s[threadIdx.x] > n) {
            s[threadIdx.x] = n;
            break;
        }
    }
}
