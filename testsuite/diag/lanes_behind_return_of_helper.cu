// Lanes that return from a function go on in the kernel; what a library does for a warp behind the return waits for them.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int some(const int *in, const int *leaves)
{
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    if (leaves[threadIdx.x])
        return 0;
    return warp.any(in[threadIdx.x]);
}

#pragma pt kernel
__global__ void by_some(const int *in, int *out, const int *leaves) { out[threadIdx.x] = some(in, leaves); }

__device__ int in_a_branch(const int *in, const int *leaves, int n)
{
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    if (n > 3) {
        if (leaves[threadIdx.x])
            return 0;
    }
    return warp.any(in[threadIdx.x]);
}

#pragma pt kernel
__global__ void by_a_branch(const int *in, int *out, const int *leaves, int n) { out[threadIdx.x] = in_a_branch(in, leaves, n); }

// None of these: whole warps return, or the group is made of the lanes that are left.
__device__ int whole_warps(const int *in, const int *leaves)
{
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    if (threadIdx.x / 32 > 2)
        return 0;
    return warp.any(in[threadIdx.x]);
}

__device__ int of_those_left(const int *in, const int *leaves)
{
    if (leaves[threadIdx.x])
        return 0;
    const auto group = cg::coalesced_threads();
    return group.any(in[threadIdx.x]);
}

#pragma pt kernel
__global__ void right(const int *in, int *out, const int *leaves) { out[threadIdx.x] = whole_warps(in, leaves) + of_those_left(in, leaves); }
