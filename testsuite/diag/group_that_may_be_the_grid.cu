// A group of an open type, in a program that makes groups of the whole grid, may be asked for the block index.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <class Group> __device__ unsigned rank_in(const Group &group) { return group.thread_rank(); }
template <class Group> __device__ unsigned rank_by_function(const Group &group) { return cg::thread_rank(group); }

#pragma pt kernel
__global__ void by_template(unsigned *out)
{
    out[rank_in(cg::this_grid())] = 1;
}

#pragma pt kernel
__global__ void by_function(unsigned *out)
{
    out[rank_by_function(cg::this_grid())] = 1;
}

#pragma pt kernel
__global__ void by_base(unsigned *out)
{
    const cg::thread_group group = cg::this_thread_block();
    out[group.thread_rank()] = 1;
}

struct functor {
    __device__ unsigned operator()() const { return cg::this_thread_block().group_index().x; }
};

#pragma pt kernel
__global__ void by_operator(unsigned *out)
{
    out[functor()()] = 1;
}

#pragma pt kernel
__global__ void by_lambda(unsigned *out)
{
    auto place = [] { return cg::this_thread_block().group_index().x; };
    out[place()] = 1;
}
