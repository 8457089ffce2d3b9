// Tiles of cooperative groups that return as a whole in front of what their tile does together, as kernels do that have a tile for
// each row: by the tile's number, directly or in a local variable; tiles of a warp and of part of one; in a template; and with
// a barrier between two blocks, since shared memory is used again.
// expect: handled
// needs: c++17
#include "check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

constexpr unsigned lanes = 16;

#pragma pt kernel
__global__ void sum_rows(const unsigned *in, unsigned *out, unsigned rows, unsigned columns)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    const unsigned row = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
    if (row >= rows)
        return;
    unsigned sum = 0;
    for (unsigned i = warp.thread_rank(); i < columns; i += warp.size())
        sum += in[row * columns + i];
    sum = cg::reduce(warp, sum, cg::plus<unsigned>());
    const unsigned of_another = warp.shfl(sum, 5);
    if (warp.thread_rank() == 0)
        out[row] = sum + of_another;
}

#pragma pt kernel
template <class Value> __global__ void mirror_rows(const Value *in, Value *out, unsigned rows)
{
    __shared__ Value first[32];
    auto tile = cg::tiled_partition<lanes>(cg::this_thread_block());
    if (blockIdx.x * tile.meta_group_size() + tile.meta_group_rank() >= rows)
        return;
    const unsigned row = blockIdx.x * (blockDim.x / lanes) + threadIdx.x / lanes;
    const Value mine = in[row * lanes + tile.thread_rank()];
    if (tile.thread_rank() == 0)
        first[threadIdx.x / lanes] = mine;
    tile.sync();
    out[row * lanes + tile.thread_rank()] = tile.shfl(mine, lanes - 1 - tile.thread_rank()) + first[threadIdx.x / lanes];
}

// Whole warps leave: by the thread's index, and not by the tile's number.
#pragma pt kernel
template <class T> __global__ void sum_warps(const T *in, T *out, unsigned rows)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    const unsigned row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (row >= rows)
        return;
    const T sum = cg::reduce(tile, in[row * 32 + tile.thread_rank()], cg::plus<T>());
    tile.sync();
    if (tile.thread_rank() == 0)
        out[row] = sum;
}

// By the tile's number, and what the tile does stands in a function.
__device__ unsigned total(cg::thread_block_tile<32> warp, const unsigned *in, unsigned columns)
{
    unsigned sum = 0;
    for (unsigned i = warp.thread_rank(); i < columns; i += warp.size())
        sum += in[i];
    return cg::reduce(warp, sum, cg::plus<unsigned>());
}
#pragma pt kernel
__global__ void sum_by_function(const unsigned *in, unsigned *out, unsigned rows)
{
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    const unsigned row = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
    if (row >= rows)
        return;
    const unsigned sum = total(warp, in + row * 32, 32);
    if (warp.thread_rank() == 0)
        out[row] = sum;
}

// By the index of the tile's first thread.
#pragma pt kernel
__global__ void by_first_thread(const unsigned *in, unsigned *out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    auto tile = cg::tiled_partition<lanes>(cg::this_thread_block());
    if (i - tile.thread_rank() >= n)
        return;
    const unsigned here = tile.ballot(i < n);
    if (i < n)
        out[i] = in[i] + here;
}

int main()
{
    check::begin("cg_tile_leaves_as_one");
    const unsigned rows = 4321, columns = 45, block = 160;
    std::vector<unsigned> in = check::mixed_vector(rows * columns), want(rows), mirrored(rows * lanes);
    for (unsigned row = 0; row < rows; ++row)
        for (unsigned i = 0; i < columns; ++i)
            want[row] += 2 * in[row * columns + i];
    for (unsigned i = 0; i < rows * lanes; ++i)
        mirrored[i] = in[i / lanes * lanes + lanes - 1 - i % lanes] + in[i / lanes * lanes];
    check::device_array<unsigned> d_in(in), sums(rows), out(rows * lanes);
    sum_rows<<<(rows * 32 + block - 1) / block, block>>>(d_in.get(), sums.get(), rows, columns);
    CUDA_OK(cudaGetLastError());
    check::equal("sums", sums, want);
    mirror_rows<unsigned><<<(rows * lanes + block - 1) / block, block>>>(d_in.get(), out.get(), rows);
    CUDA_OK(cudaGetLastError());
    check::equal("mirrored", out, mirrored);
    std::vector<unsigned> of_warps(rows);
    for (unsigned i = 0; i < rows * 32; ++i)
        of_warps[i / 32] += in[i];
    check::device_array<unsigned> warps(rows);
    sum_warps<unsigned><<<(rows * 32 + block - 1) / block, block>>>(d_in.get(), warps.get(), rows);
    CUDA_OK(cudaGetLastError());
    check::equal("of warps", warps, of_warps);
    warps.poison();
    sum_by_function<<<(rows * 32 + block - 1) / block, block>>>(d_in.get(), warps.get(), rows);
    CUDA_OK(cudaGetLastError());
    check::equal("by function", warps, of_warps);
    const unsigned n = rows * lanes - 5;
    std::vector<unsigned> of_first(rows * lanes, check::poisoned<unsigned>());
    for (unsigned i = 0; i < n; ++i)
        of_first[i] = in[i] + (i / lanes * lanes + lanes <= n ? 0xffffu : (1u << n % lanes) - 1);
    out.poison();
    by_first_thread<<<(rows * lanes + block - 1) / block, block>>>(d_in.get(), out.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("by first thread", out, of_first);
    return check::finish();
}
