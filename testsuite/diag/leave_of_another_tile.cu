// Threads return by the number of a tile, and it is not that tile which waits then, or no longer the same one.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

#pragma pt kernel
__global__ void another(int *out, int n)
{
    auto half = cg::tiled_partition<16>(cg::this_thread_block());
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    if (half.meta_group_rank() >= n)
        return;
    out[threadIdx.x] = half.shfl(out[threadIdx.x], 3);
    warp.sync();
}

#pragma pt kernel
__global__ void exchanged(int *out, int n)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    if (tile.meta_group_rank() >= n)
        return;
    tile = cg::tiled_partition<16>(cg::this_thread_block());
    tile.sync();
}

struct pretended {
    __device__ int meta_group_rank() const { return threadIdx.x; }
};

#pragma pt kernel
__global__ void other_condition(int *out, int n)
{
    pretended group;
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    if (group.meta_group_rank() >= n)
        return;
    tile.sync();
}

#pragma pt kernel
__global__ void by_lane(int *out, int n)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    if (tile.meta_group_rank() + tile.thread_rank() >= n)
        return;
    tile.sync();
}
