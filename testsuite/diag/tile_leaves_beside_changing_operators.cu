// Tiles that would leave as one, if no operator of the program's gave the index another value: by a reference, or where an object is made of it.
// (tile_leaves_beside_changing_conversions.cu reads this once more, for the other way.)
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
#ifdef BY_CONVERSION
struct in { // a part of the name of a type, too
    __device__ in(unsigned int &i) { i += threadIdx.x; }
};
__device__ int operator-(in, map) { return 1; }
#else
__device__ int operator-(unsigned &i, map) { return i += threadIdx.x; }
#endif

void f(unsigned *out, int n) { insert<map><<<n / 128 + 1, 128>>>(out, n); }
