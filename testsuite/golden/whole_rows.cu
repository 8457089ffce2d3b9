// Which kernels need blocks with rows of whole warps: those that know their lanes by threadIdx.x / 32 or by an index in the grid, and not
// those that count the threads of the whole block.
#include <cooperative_groups.h>

#pragma pt kernel
__global__ void by_row(unsigned *out, unsigned mode)
{
    if (mode > 1) {
        if (threadIdx.x / 32 > 0)
            return;
    }
    out[threadIdx.x] += __ballot_sync(~0u, mode);
}

#pragma pt kernel
__global__ void by_number(unsigned *out, unsigned mode)
{
    const unsigned number = threadIdx.y * blockDim.x + threadIdx.x;
    if (mode > 1) {
        if (number / 32 > 0)
            return;
        if ((threadIdx.x + threadIdx.y * blockDim.x) / 32 > mode)
            return;
    }
    out[number] += __ballot_sync(~0u, mode);
}

// Followed lane by lane.
#pragma pt kernel
__global__ void by_guard(unsigned *out, unsigned mode)
{
    if (threadIdx.x / 32 > 0)
        return;
    out[threadIdx.x] += __ballot_sync(~0u, mode);
}

// Of a tile, which is never followed.
#pragma pt kernel
__global__ void by_tile(unsigned *out, unsigned mode)
{
    auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
    if (threadIdx.x / 8 > mode)
        return;
    out[threadIdx.x] += tile.shfl(1u, 0);
}

#pragma pt kernel
__global__ void by_tile_of_block(unsigned *out, unsigned mode)
{
    auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
    if ((threadIdx.y * blockDim.x + threadIdx.x) / 8 > mode)
        return;
    out[threadIdx.x] += tile.shfl(1u, 0);
}
