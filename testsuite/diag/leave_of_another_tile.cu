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

// The index of a tile's first thread: of another tile, of every second thread, of a thread and more.
#pragma pt kernel
__global__ void by_first_of_another(int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto half = cg::tiled_partition<16>(cg::this_thread_block());
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    if (i - half.thread_rank() >= n)
        return;
    warp.sync();
}

#pragma pt kernel
__global__ void by_second_thread(int *out, int n)
{
    const int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    if (i - tile.thread_rank() >= n)
        return;
    tile.sync();
}

#pragma pt kernel
__global__ void by_parameter(int *out, int n, int first)
{
    const int i = first + threadIdx.x;
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    if (i - tile.thread_rank() >= n)
        return;
    tile.sync();
}

#pragma pt kernel
__global__ void let_through(int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    if ((i - tile.thread_rank()) >= n)
        return;
    tile.sync();
}

// A part of a larger term.
#pragma pt kernel
__global__ void times(int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    if (i - tile.thread_rank() * 2 >= n)
        return;
    tile.sync();
}

#pragma pt kernel
__global__ void by_times(int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    if (n * i - tile.thread_rank() >= n)
        return;
    tile.sync();
}

#pragma pt kernel
__global__ void divided(int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int first = i - tile.thread_rank() / 2;
    if (first >= n)
        return;
    tile.sync();
}

#pragma pt kernel
__global__ void taken_away(int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    if (n - i - tile.thread_rank() >= 3)
        return;
    tile.sync();
}

#pragma pt kernel
__global__ void narrow(int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    if (i - float(tile.thread_rank()) >= n)
        return;
    tile.sync();
}

// A variable that the tile itself changes.
#pragma pt kernel
__global__ void answered(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, all = 0;
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    out[i] = tile.match_all(n, i);
    if (i - tile.thread_rank() >= n)
        return;
    tile.sync();
}

#pragma pt kernel
template <int lanes> __global__ void answered_in_template(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, all = 0;
    auto tile = cg::tiled_partition<lanes>(cg::this_thread_block());
    out[i] = tile.match_all(n, i);
    if (i - tile.thread_rank() >= n)
        return;
    tile.sync();
}

// Functions that take it by reference and change it, or hand it on to one that does, or give it another name.
__device__ int changes(cg::thread_block_tile<32> &warp, int v)
{
    warp = cg::tiled_partition<32>(cg::this_thread_block());
    return warp.shfl(v, 0);
}

__device__ int hands_on(cg::thread_block_tile<32> &warp, int v)
{
    return changes(warp, v);
}

__device__ int names(cg::thread_block_tile<32> &warp, int v)
{
    auto &other = warp;
    other = cg::tiled_partition<32>(cg::this_thread_block());
    return warp.shfl(v, 0);
}

#pragma pt kernel
__global__ void lent_to_one_that_changes(int *out, int n)
{
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    if (warp.meta_group_rank() >= n)
        return;
    out[threadIdx.x] = hands_on(warp, n);
}

#pragma pt kernel
__global__ void lent_to_one_that_names(int *out, int n)
{
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    if (warp.meta_group_rank() >= n)
        return;
    out[threadIdx.x] = names(warp, n);
}
