// Some lanes of a tile leave a loop in which a library waits for all of them: in the last turn, where n is not rounded up.
// sanitizer: none
// report: tile_left_by_some.cu:17: sums: block: [
// report: Assertion `all lanes of the tile go the same way here` failed.
// status: 1
#include <cstdio>
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

#pragma pt kernel schedule(static) groups(1)
__global__ void sums(unsigned *out, unsigned n)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    unsigned sum = 0;
    const unsigned end = blockIdx.x < 3 ? n : n + 3;
    for (unsigned i = threadIdx.x; i < end; i += 32)
        sum += tile.shfl_down(i, 1);
    out[32 * blockIdx.x + threadIdx.x] = sum;
}

int main()
{
    unsigned *out;
    cudaMalloc(&out, 8 * 32 * sizeof *out);
    sums<<<8, 32>>>(out, 64);
    const cudaError_t ended = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(ended));
    return ended == cudaErrorAssert;
}
