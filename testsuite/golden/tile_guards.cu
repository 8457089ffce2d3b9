// Functions that tiles return from in front of what a library does for them: each guard that may part their lanes is checked, in the copy.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ static int of_row(const cg::thread_block_tile<16> &tile, const int *in, int i, int rows, int state)
{
    if (i / 16 >= rows)
        return 5;
    if (in[i / 16] == 1)
        return 6;
    if (state == 2)
        return 8;
    if (rows == 3) // the same for all
        return 7;
    return tile.shfl(in[i], 2);
}

#pragma pt kernel
__global__ void behind_return(const int *in, int *out, int rows)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = of_row(tile, in, i, rows, in[i]);
}

template <unsigned lanes> __device__ int of_any(const cg::thread_block_tile<lanes> &tile, int v, int n)
{
    if (v >= n)
        return 0;
    return tile.shfl(v, 0);
}

#pragma pt kernel
__global__ void by_named_lanes(int *out, int n)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = of_any<8>(tile, i, n);
}
