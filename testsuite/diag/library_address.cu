// Functions of libraries that ask for the block or wait for threads, called by their addresses, by a template's parameter, and in
// parentheses: nothing can be put in their places there.
#include <cooperative_groups.h>
#include <cuda/ptx>

namespace cg = cooperative_groups;

struct table { dim3 (*f)() = cg::thread_block::group_index; };

#pragma pt kernel
__global__ void by_pointer(unsigned *out)
{
    auto f = &cg::grid_group::block_rank;
    unsigned (*g)() = cuda::ptx::get_sreg_ctaid_y;
    out[blockIdx.x] = f() + g() + table{}.f().x;
}

template <dim3 (*F)()> __device__ unsigned by_value() { return F().y; }
template <class F> __device__ unsigned called(F f) { return f(); }

#pragma pt kernel
__global__ void by_argument(unsigned *out)
{
    out[blockIdx.x] = by_value<cg::grid_group::block_index>() + called(cg::grid_group::num_blocks);
}

#pragma pt kernel
__global__ void waits(unsigned *out)
{
    void (*f)() = cg::thread_block::sync;
    if (threadIdx.x > 7)
        return;
    f();
    out[blockIdx.x] = called([] { return threadIdx.x; });
}

template <class G> __device__ unsigned of_group() { return G::group_index().x; }
template <class G> __device__ unsigned of_grid() { return G::num_blocks(); }

#pragma pt kernel
__global__ void by_type(unsigned *out)
{
    out[blockIdx.x] = of_group<cg::thread_block>() + of_grid<cg::grid_group>();
}

#pragma pt kernel
__global__ void in_parentheses(unsigned *out)
{
    out[blockIdx.x] = (cg::grid_group::block_rank)() + (*cg::thread_block::group_index)().x;
    if (threadIdx.x > 7)
        return;
    (cg::thread_block::sync)();
    out[blockIdx.x]++;
}

// These ask for nothing of the block.
__device__ unsigned least(unsigned (*f)(unsigned, unsigned), unsigned a) { return f(a, 3u); }

#pragma pt kernel
__global__ void is_right(unsigned *out)
{
    out[blockIdx.x] = least(umin, threadIdx.x) + cg::thread_block::group_index().x + cg::grid_group::num_blocks();
}
