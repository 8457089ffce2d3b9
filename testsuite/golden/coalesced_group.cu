// A coalesced group behind a return waits for nobody else; but the lanes of a warp go to the next block together, so that none of two blocks is in one.
#include <cooperative_groups.h>

__device__ unsigned next_of(unsigned *counter)
{
    auto group = cooperative_groups::coalesced_threads();
    unsigned first = 0;
    if (group.thread_rank() == 0)
        first = atomicAdd(counter, group.size());
    return group.shfl(first, 0) + group.thread_rank();
}

#pragma pt kernel
__global__ void filter(const unsigned *in, unsigned *out, unsigned *count, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (in[i] % 3 == 0)
        out[next_of(count)] = in[i];
}
