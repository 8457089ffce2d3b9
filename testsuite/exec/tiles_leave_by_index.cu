// Tiles of cooperative groups that are a part of a warp and return as a whole in front of what they do together: by the thread's index over the
// tile's size, as kernels do that give a row to some lanes. The size is a number, a template's parameter, a macro or a constant; and blocks
// whose rows are no whole tiles are launched as written.
// expect: handled
// needs: c++17
#include "check.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

#define LANES_OF_MACRO 4
constexpr int lanes_of_constant = 16;


#pragma pt kernel
__global__ void by_number(const unsigned *in, unsigned *out, int rows)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const int i = blockIdx.x * blockDim.x + threadIdx.x, row = i / 8;
    if (row >= rows)
        return;
    unsigned sum = in[i];
    for (int d = 4; d; d /= 2)
        sum += tile.shfl_down(sum, d);
    if (tile.thread_rank() == 0)
        out[row] = sum;
}

// A barrier between two blocks, too; and the other way to say where a row begins.
#pragma pt kernel
template <int lanes> __global__ void by_parameter(const unsigned *in, unsigned *out, int rows)
{
    __shared__ unsigned first[128];
    cg::thread_block_tile<lanes> tile = cg::tiled_partition<lanes>(cg::this_thread_block());
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i / lanes >= rows)
        return;
    unsigned sum = in[i];
    for (int d = lanes / 2; d; d /= 2)
        sum += tile.shfl_down(sum, d);
    if (tile.thread_rank() == 0)
        first[threadIdx.x / lanes] = sum;
    tile.sync();
    if (tile.thread_rank() == lanes - 1)
        out[i / lanes] = first[threadIdx.x / lanes];
}

#pragma pt kernel
__global__ void by_macro(const unsigned *in, unsigned *out, int rows)
{
    auto tile = cg::tiled_partition<LANES_OF_MACRO>(cg::this_thread_block());
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if ((i >> 2) < rows) {
        unsigned sum = in[i];
        if (i / LANES_OF_MACRO >= rows)
            return;
        sum += tile.shfl_down(sum, 2);
        sum += tile.shfl_down(sum, 1);
        if (tile.thread_rank() == 0)
            out[i / LANES_OF_MACRO] = sum;
    }
}

#pragma pt kernel
__global__ void by_constant(const unsigned *in, unsigned *out, int rows)
{
    auto tile = cg::tiled_partition<lanes_of_constant>(cg::this_thread_block());
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = i / lanes_of_constant;
    if (row >= rows)
        return;
    unsigned sum = in[i];
    for (int d = lanes_of_constant / 2; d; d /= 2)
        sum += tile.shfl_down(sum, d);
    if (tile.thread_rank() == 0)
        out[row] = sum;
}

// Tiles of two rows of the block, where those are no whole tiles.
#pragma pt kernel
__global__ void by_part_rows(unsigned *out, unsigned mode)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const unsigned at = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    if (threadIdx.x / 8 >= mode)
        return;
    out[at] = tile.meta_group_rank() + (mode > 1 ? tile.shfl(at, 0) : 0);
}

// The size is a template's parameter, and so what the tile does is open: by its number, and by the index of its first thread, which a cast and what the tile
// is told do not change.
#pragma pt kernel
template <int lanes> __global__ void by_open_number(const unsigned *in, unsigned *out, int rows)
{
    auto tile = cg::tiled_partition<lanes>(cg::this_thread_block());
    const int row = blockIdx.x * tile.meta_group_size() + tile.meta_group_rank();
    if (row >= rows)
        return;
    unsigned sum = in[row * lanes + tile.thread_rank()];
    for (int d = lanes / 2; d; d /= 2)
        sum += tile.shfl_down(sum, d);
    if (tile.thread_rank() == 0)
        out[row] = sum;
}

#pragma pt kernel
template <int lanes> __global__ void by_open_first(const unsigned *in, unsigned *out, int rows)
{
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<lanes>(block);
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i - tile.thread_rank() >= rows * lanes)
        return;
    const int first = tile.shfl(i, 0);
    unsigned sum = in[i];
    for (int d = lanes / 2; d; d /= 2)
        sum += tile.shfl_down(sum, d);
    if (i == first)
        out[i / lanes] = sum;
}

#pragma pt kernel
__global__ void by_first_with_cast(const unsigned *in, unsigned *out, int rows)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i - (int)tile.thread_rank() >= rows * 8 || i - static_cast<int>(tile.thread_rank()) >= rows * 8)
        return;
    const int first = tile.shfl(i, 0);
    unsigned sum = in[i];
    for (int d = 4; d; d /= 2)
        sum += tile.shfl_down(sum, d);
    if (i == first)
        out[i / 8] = sum;
}

// Functions that take the tile by reference, and hand it on, and do not change it.
__device__ static unsigned sum_of(cg::thread_block_tile<32> &warp, unsigned value)
{
    for (int d = 16; d; d /= 2)
        value += warp.shfl_down(value, d);
    return value;
}

template <int more> __device__ static unsigned sum_of_row(cg::thread_block_tile<32> &warp, const unsigned *row)
{
    return sum_of(warp, row[warp.thread_rank()] + more);
}

#pragma pt kernel
__global__ void by_reference(const unsigned *in, unsigned *out, int rows)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    const int row = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
    if (row >= rows)
        return;
    const unsigned sum = sum_of_row<0>(warp, in + 32 * row);
    if (warp.thread_rank() == 0)
        out[row] = sum;
}

static std::vector<unsigned> sums(const std::vector<unsigned> &in, unsigned rows, unsigned lanes)
{
    std::vector<unsigned> out(in.size(), check::poisoned<unsigned>());
    for (unsigned row = 0; row < rows; row++) {
        out[row] = 0;
        for (unsigned i = 0; i < lanes; i++)
            out[row] += in[row * lanes + i];
    }
    return out;
}

int main()
{
    check::begin("tiles_leave_by_index");
    const unsigned n = 128 * 77, block = 128, grid = n / block;
    const std::vector<unsigned> in = check::mixed_vector(n);
    check::device_array<unsigned> d_in(in), out(n);
    by_number<<<grid, block>>>(d_in.get(), out.get(), n / 8 - 3);
    CUDA_OK(cudaGetLastError());
    check::equal("number", out, sums(in, n / 8 - 3, 8));
    out.poison();
    by_parameter<2><<<grid, block>>>(d_in.get(), out.get(), n / 2 - 7);
    CUDA_OK(cudaGetLastError());
    check::equal("parameter", out, sums(in, n / 2 - 7, 2));
    out.poison();
    by_macro<<<grid, block>>>(d_in.get(), out.get(), n / 4 - 9);
    CUDA_OK(cudaGetLastError());
    check::equal("macro", out, sums(in, n / 4 - 9, 4));
    out.poison();
    by_constant<<<grid, block>>>(d_in.get(), out.get(), n / 16 - 1);
    CUDA_OK(cudaGetLastError());
    check::equal("constant", out, sums(in, n / 16 - 1, 16));
    out.poison();
    by_open_number<4><<<grid, block>>>(d_in.get(), out.get(), n / 4 - 5);
    CUDA_OK(cudaGetLastError());
    check::equal("open number", out, sums(in, n / 4 - 5, 4));
    out.poison();
    by_open_first<8><<<grid, block>>>(d_in.get(), out.get(), n / 8 - 5);
    CUDA_OK(cudaGetLastError());
    check::equal("open first", out, sums(in, n / 8 - 5, 8));
    out.poison();
    by_first_with_cast<<<grid, block>>>(d_in.get(), out.get(), n / 8 - 6);
    CUDA_OK(cudaGetLastError());
    check::equal("first with cast", out, sums(in, n / 8 - 6, 8));
    out.poison();
    by_reference<<<grid, block>>>(d_in.get(), out.get(), n / 32 - 2);
    CUDA_OK(cudaGetLastError());
    check::equal("reference", out, sums(in, n / 32 - 2, 32));
    out.poison();
    by_part_rows<<<11, dim3(12, 2)>>>(out.get(), 2);
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(n, check::poisoned<unsigned>());
    for (unsigned b = 0; b < 11; b++)
        for (unsigned i = 0; i < 24; i++)
            want[b * 24 + i] = i / 8 + b * 24 + i / 8 * 8;
    check::equal("rows", out, want);
    return check::finish();
}
