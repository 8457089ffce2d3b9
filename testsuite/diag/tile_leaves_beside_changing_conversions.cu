// Tiles that would leave as one, if no object that an operator takes gave the index another value where it is made of it.
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
struct holder {
    __device__ holder(unsigned &i) { i += threadIdx.x; }
};
__device__ int operator-(holder, map) { return 1; }

void f(unsigned *out, int n) { insert<map><<<n / 128 + 1, 128>>>(out, n); }
