// A library's template does with a group what it would do with any: the program hands it the whole block, or the grid.
#include <groups.cuh>
namespace cg = cooperative_groups;

#pragma pt kernel
__global__ void waits(unsigned *out, unsigned n)
{
    if (threadIdx.x >= n)
        return;
    groups::wait(cg::this_thread_block());
    out[threadIdx.x] = n;
}

#pragma pt kernel
__global__ void waits_by_name(unsigned *out, unsigned n)
{
    if (threadIdx.x >= n)
        return;
    groups::sync(cg::this_thread_block());
    out[threadIdx.x] = n;
}

#pragma pt kernel
__global__ void asks_grid(unsigned *out) { out[blockIdx.x] = groups::rank(cg::this_grid()); }

#pragma pt kernel
__global__ void asks_block(unsigned *out) { out[blockIdx.x] = groups::index(cg::this_thread_block()); }
