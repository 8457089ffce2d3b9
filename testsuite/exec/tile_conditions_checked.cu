// Conditions on a thread's number around what a tile of cooperative groups does together: nothing says that its lanes go the same way, and they do.
// Each time that is checked, by a vote of the tile (DESIGN part 4: lanes that pass by what others wait at).
// expect: handled
// needs: c++17
#include "check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

constexpr unsigned items = 32 * 171;

template <class number> __device__ static number sum_of(const cg::thread_block_tile<32> &warp, number value)
{
    for (int d = 16; d; d /= 2)
        value += warp.shfl_xor(value, d);
    return value;
}

// A grid-stride loop, in whose last turn whole warps take part; and a part of them.
#pragma pt kernel
__global__ void by_stride(const unsigned *in, unsigned *out, unsigned n)
{
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    unsigned odd = 0, all = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        all += cg::reduce(warp, in[i], cg::plus<unsigned>());
        if (warp.any(in[i] % 64 == 1))
            odd += sum_of(warp, in[i] % 2);
    }
    if (warp.thread_rank() == 0)
        out[blockIdx.x * (blockDim.x / 32) + warp.meta_group_rank()] = all * 31 + odd;
}

// The number of lanes is a template's parameter; and the condition stands in a function, under another one.
template <unsigned lanes> __device__ unsigned turned(const cg::thread_block_tile<lanes> &tile, unsigned value, unsigned from, unsigned to)
{
    unsigned result = 7;
    const unsigned lane = threadIdx.x % lanes;
    if (threadIdx.x - lane < to)
        result = tile.shfl(value, (lane + 1) % lanes);
    while (from + lane < to) {
        result += tile.shfl_up(result, 1);
        from += lanes;
    }
    return result;
}

#pragma pt kernel
template <unsigned lanes> __global__ void by_parameter(const unsigned *in, unsigned *out, unsigned n)
{
    auto tile = cg::tiled_partition<lanes>(cg::this_thread_block());
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned value = tile.shfl(in[i], 0);
        for (unsigned k = threadIdx.x % lanes; k < 2 * lanes; k += lanes)
            value += tile.shfl_xor(value, 1);
        out[i] = value;
    }
}

#pragma pt kernel
__global__ void in_function(const unsigned *in, unsigned *out, unsigned n)
{
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = turned<8>(tile, in[i], 0, n);
}

// The last warp of the block is none of 32 lanes.
#pragma pt kernel
__global__ void by_part_of_warp(const unsigned *in, unsigned *out, unsigned n)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && threadIdx.x < 48)
        out[i] = tile.shfl(in[i], 3);
}

// Functions that whole tiles return from, as their own threads' numbers say, or what lies in memory.
__device__ static unsigned of_row(const cg::thread_block_tile<16> &tile, const unsigned *in, unsigned i, unsigned rows)
{
    const unsigned row = i / 16;
    if (row >= rows)
        return 5;
    if (in[row] % 4 == 1)
        return 6;
    return tile.shfl(in[i], 2) + row;
}

#pragma pt kernel
__global__ void behind_return(const unsigned *in, unsigned *out, unsigned rows)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = of_row(tile, in, i, rows);
}

int main()
{
    check::begin("tile_conditions_checked");
    const std::vector<unsigned> in = check::mixed_vector(items);
    check::device_array<unsigned> d_in(in), out(items);
    std::vector<unsigned> want;

    const unsigned blocks = 12, threads = 128, warps = blocks * threads / 32;
    by_stride<<<blocks, threads>>>(d_in.get(), out.get(), items);
    CUDA_OK(cudaGetLastError());
    want.assign(items, check::poisoned<unsigned>());
    for (unsigned w = 0; w < warps; w++) {
        unsigned all = 0, odd = 0;
        for (unsigned first = 32 * w; first < items; first += blocks * threads) {
            unsigned of_warp = 0;
            bool any = false;
            for (unsigned k = 0; k < 32; k++) {
                all += in[first + k];
                of_warp += in[first + k] % 2;
                any |= in[first + k] % 64 == 1;
            }
            odd += any ? of_warp : 0;
        }
        want[w] = all * 31 + odd;
    }
    check::equal("stride", out, want);

    out.poison();
    const unsigned part = items - 4 * 9;
    by_parameter<4><<<items / 32, 32>>>(d_in.get(), out.get(), part);
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < items; i++)
        want[i] = i < part ? in[i / 4 * 4] * 4 : check::poisoned<unsigned>();
    check::equal("parameter", out, want);

    out.poison();
    in_function<<<items / 96, 96>>>(d_in.get(), out.get(), 64);
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < items; i++) {
        const unsigned thread = i % 96, lane = thread % 8;
        if (lane)
            continue;
        unsigned of[8];
        for (unsigned k = 0; k < 8; k++)
            of[k] = thread < 64 ? in[i + (k + 1) % 8] : 7;
        for (unsigned from = 0; from < 64; from += 8)
            for (unsigned k = 8; k-- > 0;)
                of[k] += of[k ? k - 1 : 0];
        for (unsigned k = 0; k < 8; k++)
            want[i + k] = of[k];
    }
    check::equal("function", out, want);

    out.poison();
    by_part_of_warp<<<items / 48, 48>>>(d_in.get(), out.get(), items - 80);
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < items; i++)
        want[i] = i < items - 80 ? in[i / 48 * 48 + i % 48 / 16 * 16 + 3] : check::poisoned<unsigned>();
    check::equal("part of a warp", out, want);

    out.poison();
    behind_return<<<items / 96, 96>>>(d_in.get(), out.get(), items / 16 - 7);
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < items; i++)
        want[i] = i / 16 >= items / 16 - 7 ? 5 : in[i / 16] % 4 == 1 ? 6 : in[i / 16 * 16 + 2] + i / 16;
    check::equal("return", out, want);
    return check::finish();
}
