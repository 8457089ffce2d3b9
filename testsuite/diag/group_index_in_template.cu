#include <cooperative_groups.h>

namespace cg = cooperative_groups;

template <class G> __device__ unsigned where(const G &g) { return g.group_index().x * 10 + g.thread_rank(); }
__device__ unsigned where_known(const cg::thread_block &g) { return g.group_index().x * 10 + g.thread_rank(); }
template <class G> __device__ unsigned where_of_class() { return G::group_index().x; }

#pragma pt kernel
__global__ void by_template(unsigned *out)
{
    out[blockIdx.x] = where(cg::this_thread_block());
}

#pragma pt kernel
__global__ void by_lambda(unsigned *out)
{
    auto block = cg::this_thread_block();
    auto f = [](auto g) { return g.group_index().x; };
    out[blockIdx.x] = f(block);
}

#pragma pt kernel
__global__ void by_class(unsigned *out)
{
    out[blockIdx.x] = where_of_class<cg::thread_block>();
}

#pragma pt kernel
__global__ void known(unsigned *out)
{
    auto block = cg::this_thread_block();
    out[block.group_index().x] = where_known(block);
}
