// Threads return by the number of a part of the tile that waits then, or of what is no part of it.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define LANES 8
#define LANES 8
constexpr int part = 4, whole = 8;
// half the tile's
#pragma pt kernel
__global__ void half_a_tile(int *out, int n)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    if ((blockIdx.x * blockDim.x + threadIdx.x) / 8 >= n)
        return;
    tile.sync();
}
#pragma pt kernel
__global__ void by_shift(int *out, int n)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    if (threadIdx.x >> 3 >= n)
        return;
    tile.sync();
}
#pragma pt kernel
template <int lanes, int others> __global__ void another_parameter(int *out, int n)
{
    auto tile = cg::tiled_partition<lanes>(cg::this_thread_block());
    if (threadIdx.x / others >= n)
        return;
    tile.sync();
}
#pragma pt kernel
template <int lanes> __global__ void hidden_parameter(int *out, int n)
{
    auto tile = cg::tiled_partition<whole>(cg::this_thread_block());
    const int whole = n;
    if (threadIdx.x / whole >= n)
        return;
    tile.sync();
}
#pragma pt kernel
__global__ void another_constant(int *out, int n)
{
    auto tile = cg::tiled_partition<whole>(cg::this_thread_block());
    if (threadIdx.x / part >= n)
        return;
    tile.sync();
}
#pragma pt kernel
__global__ void moved(int *out, int n)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    if ((n + threadIdx.x) / 8 >= n)
        return;
    tile.sync();
}
#pragma pt kernel
__global__ void times(int *out, int n)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    if ((blockIdx.x * 12 + threadIdx.x) / 8 >= n)
        return;
    tile.sync();
}
#pragma pt kernel
__global__ void of_macro(int *out, int n)
{
    auto tile = cg::tiled_partition<2 * LANES>(cg::this_thread_block());
    if (threadIdx.x / LANES >= n)
        return;
    tile.sync();
}
#pragma pt kernel
template <int lanes> __global__ void right(int *out, int n)
{
    auto tile = cg::tiled_partition<lanes>(cg::this_thread_block());
    if ((blockIdx.x * lanes + threadIdx.x) / lanes >= n)
        return;
    tile.sync();
}
#pragma pt kernel
__global__ void right_too(int *out, int n)
{
    auto tile = cg::tiled_partition<4>(cg::this_thread_block());
    if ((blockIdx.x * 12 + threadIdx.x) / 8 >= n)
        return;
    tile.sync();
}

// A local constant, and not what has its name elsewhere.
__device__ int elsewhere()
{
    const int width = 32;
    return width;
}
#pragma pt kernel
__global__ void of_a_name(int *out, int n)
{
    constexpr int width = 4;
    auto part = cg::tiled_partition<width>(cg::this_thread_block());
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    if (part.meta_group_rank() >= n)
        return;
    warp.sync();
}
