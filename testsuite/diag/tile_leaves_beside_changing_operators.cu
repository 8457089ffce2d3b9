// Tiles that would leave as one, if no operator of the program's gave the index another value.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <class T> __device__ int operator-(unsigned &i, T) { return i += threadIdx.x; }

#pragma pt kernel
template <class Map> __global__ void insert(unsigned *out, int n)
{
    auto i = threadIdx.x + blockIdx.x * blockDim.x;
    auto tile = cg::tiled_partition<Map::size>(cg::this_thread_block());
    if (i - tile.thread_rank() >= n)
        return;
    out[i] = tile.ballot(i % 3 == 0);
}

struct map {
    static constexpr int size = 16;
};

void f(unsigned *out, int n) { insert<map><<<n / 128 + 1, 128>>>(out, n); }
