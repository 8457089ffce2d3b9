// Transposition of a matrix through tiles in shared memory.
//
// A block reads a row of tiles and writes a column of them. order(tile(8, 8)) hands out blocks in squares, so that those
// that run at one time touch few rows of the input and few of the output, and share pages and cache lines in both. The
// next block of a thread group writes the tile that this one reads: ptcc sees that and sets a barrier between them.
#include <vector>

#include "../common/example.h"

constexpr unsigned side = 32, rows_at_once = 8;

#pragma pt kernel order(tile(8, 8))
__global__ void transpose(const int *in, int *out, unsigned width, unsigned height)
{
    __shared__ int tile[side][side + 1]; // one column more: no two rows in one memory bank

    unsigned x = blockIdx.x * side + threadIdx.x, y = blockIdx.y * side + threadIdx.y;
    for (unsigned i = 0; i < side; i += rows_at_once)
        if (x < width && y + i < height)
            tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
    __syncthreads();

    x = blockIdx.y * side + threadIdx.x;
    y = blockIdx.x * side + threadIdx.y;
    for (unsigned i = 0; i < side; i += rows_at_once)
        if (x < height && y + i < width)
            out[(y + i) * height + x] = tile[threadIdx.x][threadIdx.y + i];
}

int main()
{
    const unsigned width = 2011, height = 1777; // no multiples of a tile
    std::vector<int> in(width * height), wanted(width * height);
    for (unsigned y = 0; y < height; y++)
        for (unsigned x = 0; x < width; x++) {
            in[y * width + x] = static_cast<int>(y * width + x);
            wanted[x * height + y] = in[y * width + x];
        }
    const example::device_array<int> device_in(in), device_out(in.size());

    const dim3 blocks(example::blocks_for(width, side), example::blocks_for(height, side));
    transpose<<<blocks, dim3(side, rows_at_once)>>>(device_in.get(), device_out.get(), width, height);
    example::check(cudaGetLastError());
    return example::finish("transpose", example::count_wrong(device_out.read(), wanted));
}
