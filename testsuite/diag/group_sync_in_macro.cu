#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define COUNT_AND_SYNC(block, n) do { (n)++; cg::sync(block); } while (0)

__device__ int helper(cg::thread_block block)
{
    int n = 0;
    COUNT_AND_SYNC(block, n);
    return n;
}

#pragma pt kernel
__global__ void leaves(int *out)
{
    cg::thread_block block = cg::this_thread_block();
    int n = 0;
    if (threadIdx.x > 4)
        return;
    COUNT_AND_SYNC(block, n);
    out[threadIdx.x] = n + helper(block);
}

#define SYNC(block) cg::sync(block)

#pragma pt kernel
__global__ void stays(int *out)
{
    cg::thread_block block = cg::this_thread_block();
    SYNC(block);
    out[threadIdx.x] = 1;
}
