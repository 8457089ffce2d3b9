// What a library does for a tile or a warp waits for all of its lanes: where a condition that a thread's number is a part of keeps some from it, and that
// cannot be checked, the others would go on to the next block.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

#pragma pt kernel
__global__ void by_question(int *out, int n)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    out[threadIdx.x] = threadIdx.x > 5 ? tile.shfl(n, 0) : 0;
}

#pragma pt kernel
__global__ void by_jump(int *out, int n)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    for (int k = 0; k < n; k++) {
        if (threadIdx.x == k)
            continue;
        out[threadIdx.x] = tile.shfl(k, 1);
    }
}

#pragma pt kernel
__global__ void by_break(int *out, int n)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    for (int k = threadIdx.x; k < n; k += 32) {
        if (out[k] == 3)
            break;
        out[k] = warp.shfl(k, 1);
    }
}

#pragma pt kernel
__global__ void by_operator(int *out, int n)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    out[threadIdx.x] = threadIdx.x < n && tile.any(n);
}

#pragma pt kernel
__global__ void by_switch(int *out, int n)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    switch (threadIdx.x % 3) {
    case 0: out[threadIdx.x] = tile.shfl(n, 1); break;
    default: out[threadIdx.x] = n;
    }
}

#define UNLESS_FIRST if (threadIdx.x != 0)
#pragma pt kernel
__global__ void by_macro(int *out, int n)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    UNLESS_FIRST
    {
        out[threadIdx.x] = tile.shfl(n, 1);
    }
}

// Of a tile of half the size the condition parts no lanes, of a warp it does.
__device__ int half_of(cg::thread_block_tile<16> &tile, int v) { return tile.shfl(v, 0); }
__device__ int whole_of(cg::thread_block_tile<32> tile, int v)
{
    return tile.thread_rank() < v ? tile.shfl(v, 0) : 0;
}

#pragma pt kernel
__global__ void by_size(int *out, int n)
{
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    out[threadIdx.x] = threadIdx.x / 16 < n ? half_of(tile, n) : 0;
    out[threadIdx.x] += threadIdx.x / 16 < n ? warp.shfl(n, 0) : 0;
}

#pragma pt kernel
__global__ void in_function(int *out, int n)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    out[threadIdx.x] = whole_of(warp, n);
}

// A function that does both: by masks, for which the lanes in a loop are followed, and by a tile.
__device__ int both_of(cg::thread_block_tile<32> &warp, int v) { return warp.shfl(v, 0) + __shfl_sync(~0u, v, 1); }

#pragma pt kernel
__global__ void in_both(int *out, int n)
{
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    for (int k = 0; k < n; k++) {
        if (threadIdx.x == k)
            break;
        out[threadIdx.x] = both_of(warp, n);
    }
}

// Two kernels come to the function: its first operation is told of, for both.
__device__ int twice_of(int v)
{
    int sum = threadIdx.x < v ? __shfl_sync(~0u, v, 0) + __shfl_sync(~0u, v, 1) : 0;
    return sum + (threadIdx.x < v ? __shfl_sync(~0u, v, 2) : 0);
}

#pragma pt kernel
__global__ void first_of_two(int *out, int n) { out[threadIdx.x] = twice_of(n); }

#pragma pt kernel
__global__ void second_of_two(int *out, int n) { out[threadIdx.x] = twice_of(n); }

// A group of the lanes that were there, of which some do not come.
#pragma pt kernel
__global__ void by_coalesced(int *out, int n)
{
    auto some = cg::coalesced_threads();
    if (threadIdx.x < n)
        out[threadIdx.x] = some.shfl(n, 0);
}

template <class number> __device__ number first_of(const cg::thread_block_tile<32> &tile, number v) { return tile.shfl(v, 0); }

#pragma pt kernel
__global__ void in_template(int *out, int n)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    out[threadIdx.x] = threadIdx.x < n ? first_of(warp, n) : 0;
}

// All lanes come to these: by a number of the tile, by what memory holds, by a vote of the tile, and since each waits for it behind the condition.
#pragma pt kernel
template <int lanes> __global__ void open(int *out, int n)
{
    auto tile = cg::tiled_partition<lanes>(cg::this_thread_block());
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / lanes;
    out[row] = row < n ? tile.shfl(n, 0) : 0;
    bool todo = threadIdx.x < n;
    out[row] += tile.any(todo) ? tile.shfl(n, 1) : 0;
}

__device__ int first_warps(cg::thread_block_tile<32> &warp, int n) { return warp.meta_group_rank() < n ? warp.shfl(n, 0) : 0; }

#pragma pt kernel
__global__ void together(const int *flags, int *out, int n)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int row = blockIdx.x * tile.meta_group_size() + tile.meta_group_rank();
    out[row] = flags[row] ? tile.shfl(n, 0) : 0;
    out[row] += first_warps(warp, n);
    switch (threadIdx.x % 3) {
    case 0: out[threadIdx.x] = tile.shfl(n, 0); break;
    }
    tile.sync();
    if (threadIdx.x < n) {
        auto some = cg::coalesced_threads();
        if (some.thread_rank() == 0)
            out[1] = out[0];
        out[threadIdx.x] = some.shfl(n, 0);
    }
    const auto odd = cg::labeled_partition(cg::coalesced_threads(), threadIdx.x % 2);
    if (threadIdx.x % 2)
        out[threadIdx.x] = odd.shfl(n, 0);
}
