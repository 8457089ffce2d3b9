// Dynamic tasks of a warp or a thread: for whom a library's operations wait.
#include <pt/tasks.cuh>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cub/cub.cuh>

namespace cg = cooperative_groups;
using tile_of_warp = cg::thread_block_tile<32>;

// All right.
#pragma pt kernel
__global__ void of_lanes(pt_queue<int> queue, int *out)
{
    #pragma pt foreach(int v : queue) worker(warp)
    {
        __shared__ cub::WarpReduce<int>::TempStorage sums[4];
        __shared__ typename cub::WarpScan<int>::TempStorage scans[4];
        const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
        const tile_of_warp &named = tile;
        const auto half = cg::tiled_partition<16>(tile);
        cg::sync(tile);
        named.sync();
        out[v] = cg::reduce(half, v, cg::plus<int>()) + cg::exclusive_scan(named, v);
        out[v] += cub::WarpReduce<int>(sums[threadIdx.x / 32]).Sum(v);
        cub::WarpScan<int>(scans[threadIdx.x / 32]).InclusiveSum(v, out[v]);
        const auto there = cg::coalesced_threads();
        out[v] += there.shfl(v, 0) + cg::reduce(there, v, cg::plus<int>());
    }
}

#pragma pt kernel
__global__ void of_block(pt_queue<int> queue, int *out)
{
    #pragma pt foreach(int v : queue) worker(warp)
    {
        const auto block = cg::this_thread_block();
        cg::sync(block);
        block.sync();
        const cg::thread_group &any = block;
        cg::sync(any);
        __shared__ cub::BlockReduce<int, 128>::TempStorage sums;
        out[v] = cub::BlockReduce<int, 128>(sums).Sum(v);
    }
}

#pragma pt kernel
__global__ void of_several_warps(pt_queue<int> queue, int *out)
{
    __shared__ cg::block_tile_memory<128> memory;
    const auto block = cg::this_thread_block(memory);
    #pragma pt foreach(int v : queue) worker(warp)
    {
        const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
        tile.sync();
        cg::sync(tile);
        out[v] = cg::reduce(tile, v, cg::plus<int>());
    }
}

#pragma pt kernel
template <unsigned Size> __global__ void of_open_size(pt_queue<int> queue, int *out)
{
    #pragma pt foreach(int v : queue) worker(warp)
    {
        const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
        out[v] = cg::reduce(tile, v, cg::plus<int>());
    }
}

#pragma pt kernel
__global__ void of_threads(pt_queue<int> queue, int *out)
{
    #pragma pt foreach(int v : queue) worker(thread)
    {
        __shared__ cub::WarpReduce<int>::TempStorage sums[4];
        const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
        out[v] = tile.thread_rank() + tile.size();
        cg::sync(tile);
        out[v] += cg::reduce(tile, v, cg::plus<int>());
        out[v] += cub::WarpReduce<int>(sums[threadIdx.x / 32]).Sum(v);
    }
}
