// Tiles that would leave as one, if no operator of the program's gave the index another value.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

#pragma pt kernel
template <class Map> __global__ void insert(unsigned *out, int n)
{
    auto i = threadIdx.x + blockIdx.x * blockDim.x;
    auto tile = cg::tiled_partition<Map::size>(cg::this_thread_block());
    auto skipped = i - Map();
    if (i - tile.thread_rank() >= n)
        return;
    out[i] = tile.ballot(skipped);
}

struct map {
    static constexpr int size = 16;
};
__device__ int operator-(unsigned &i, map) { return i += threadIdx.x; }

void f(unsigned *out, int n) { insert<map><<<n / 128 + 1, 128>>>(out, n); }
