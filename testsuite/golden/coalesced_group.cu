// A coalesced group behind a return waits for nobody else; but the lanes of a warp go to the next block together, so that none of two blocks is in one.
#include <cooperative_groups.h>

#pragma pt kernel
__global__ void count(unsigned *counters, unsigned n)
{
    if (blockIdx.x * blockDim.x + threadIdx.x >= n)
        return;
    const auto group = cooperative_groups::coalesced_threads();
    group.sync();
    if (group.thread_rank() == 0)
        atomicAdd(&counters[blockIdx.x], group.size());
}
