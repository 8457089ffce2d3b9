// What a library lets a warp do, behind returns that part a warp, or of which that is not known; and what it lets more than a warp do,
// behind one that whole warps take.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cub/cub.cuh>

namespace cg = cooperative_groups;
typedef cub::WarpReduce<int> of_warp;
typedef cub::BlockReduce<int, 256> of_block;

__device__ int sum_of_warp(int value, of_warp::TempStorage &storage) { return of_warp(storage).Sum(value); }
__device__ int sum_of_block(int value)
{
    __shared__ of_block::TempStorage storage;
    return of_block(storage).Sum(value);
}
__device__ int sum_of_both(int value, of_warp::TempStorage &storage) { return sum_of_block(sum_of_warp(value, storage)); }

#pragma pt kernel
__global__ void by_thread(const int *in, int *out, int n)
{
    __shared__ of_warp::TempStorage storage[8];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = of_warp(storage[threadIdx.x / 32]).Sum(in[i]);
}

#pragma pt kernel
template <class T> __global__ void by_thread_of_template(const T *in, T *out, int n)
{
    __shared__ typename cub::WarpReduce<T>::TempStorage storage[8];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = cub::WarpReduce<T>(storage[threadIdx.x / 32]).Sum(in[i]);
}

#pragma pt kernel
__global__ void by_thread_in_function(const int *in, int *out, int n)
{
    __shared__ of_warp::TempStorage storage[8];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = sum_of_warp(in[i], storage[threadIdx.x / 32]);
}

#pragma pt kernel
template <class T> __global__ void tile_of_part(const T *in, T *out, int n)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = cg::reduce(tile, in[i], cg::plus<T>());
}

#pragma pt kernel
__global__ void block_behind_warps(const int *in, int *out, int n)
{
    __shared__ of_block::TempStorage storage;
    const int row = blockIdx.x * 8 + threadIdx.x / 32;
    if (row >= n)
        return;
    out[row] = of_block(storage).Sum(in[row]);
}

#pragma pt kernel
__global__ void both_behind_warps(const int *in, int *out, int n)
{
    __shared__ of_warp::TempStorage storage[8];
    const int row = blockIdx.x * 8 + threadIdx.x / 32;
    if (row >= n)
        return;
    out[row] = sum_of_both(in[row], storage[threadIdx.x / 32]);
}

#pragma pt kernel
template <class T> __global__ void wide_tile_behind_warps(const T *in, T *out, int n)
{
    auto tile = cg::tiled_partition<64>(cg::this_thread_block());
    const int row = blockIdx.x * 8 + threadIdx.x / 32;
    if (row >= n)
        return;
    out[row] = cg::reduce(tile, in[row], cg::plus<T>());
}

#pragma pt kernel
__global__ void in_a_loop(const int *in, int *out, int n)
{
    __shared__ of_warp::TempStorage storage[8];
    for (int row = threadIdx.x / 32; row < n; row += 8) {
        if (in[row + threadIdx.x % 2])
            return;
        out[row] = of_warp(storage[threadIdx.x / 32]).Sum(in[row]);
    }
}

__device__ int sum_of_tile(cg::thread_block_tile<32> warp, int value) { return cg::reduce(warp, value, cg::plus<int>()); }

// Half a warp has left.
#pragma pt kernel
__global__ void by_smaller_tile(const int *in, int *out, int n)
{
    const auto half = cg::tiled_partition<16>(cg::this_thread_block());
    const cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int row = blockIdx.x * half.meta_group_size() + half.meta_group_rank();
    if (row >= n)
        return;
    out[row] = sum_of_tile(warp, in[row]);
}

// Questions for the thread and its lane by libraries, and what is not known.
__device__ int own_lane() { return cg::this_thread_block().thread_index().x % 32; }

#pragma pt kernel
__global__ void by_group(const int *in, int *out, int n)
{
    __shared__ of_warp::TempStorage storage[8];
    if (cg::this_thread_block().thread_index().x >= n)
        return;
    out[blockIdx.x] = of_warp(storage[threadIdx.x / 32]).Sum(in[n]);
}

#pragma pt kernel
__global__ void by_function(const int *in, int *out, int n)
{
    __shared__ of_warp::TempStorage storage[8];
    if (own_lane() >= n)
        return;
    out[blockIdx.x] = of_warp(storage[threadIdx.x / 32]).Sum(in[n]);
}

#pragma pt kernel
__global__ void by_clock(const int *in, int *out, int n)
{
    __shared__ of_warp::TempStorage storage[8];
    const int now = clock();
    if (now % 2 >= n)
        return;
    out[blockIdx.x] = of_warp(storage[threadIdx.x / 32]).Sum(in[n]);
}

// In assembly, too: lanes that part a warp would be waited for.
__device__ int of_first_lane(int v)
{
    asm volatile("shfl.sync.idx.b32 %0, %0, 0, 31, 0xffffffff;" : "+r"(v));
    return v;
}

#pragma pt kernel
__global__ void assembly_behind_thread(const int *in, int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = of_first_lane(in[i]);
}

// A row of the block is a warp, or the launch is made as it is written. A warp that multiplies matrices has left as a whole, or not at all.
#pragma pt kernel
__global__ void behind_rows(const int *in, int *out, int n)
{
    __shared__ of_warp::TempStorage storage[8];
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= n)
        return;
    out[row] = of_warp(storage[threadIdx.y]).Sum(in[row * blockDim.x + threadIdx.x]) + of_first_lane(row);
}

#pragma pt kernel
__global__ void multiplies_behind_thread(const int *in, int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int d[2] = {0, 0};
    asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+r"(d[0]), "+r"(d[1]) : "r"(in[i]), "r"(in[i]));
    out[i] = d[0] + d[1];
}
