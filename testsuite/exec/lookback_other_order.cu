// DESIGN part 4, Who reads the block index: blocks that spin on the data of blocks before them, with an order that is not ascending.
// expect: refused: pt-order: blocks that wait for earlier ones need an ascending order
#include "check.h"

#pragma pt kernel order(reverse) // refused here
__global__ void chain(unsigned *out)
{
    if (threadIdx.x != 0)
        return;
    unsigned before = 1;
    if (blockIdx.x > 0)
        do
            before = atomicAdd(&out[blockIdx.x - 1], 0u);
        while (before == 0);
    atomicExch(&out[blockIdx.x], before % 1000003 + 1 + blockIdx.x % 3);
}

int main()
{
    check::begin("lookback_other_order");
    const unsigned blocks = 7003;
    std::vector<unsigned> want(blocks);
    for (unsigned b = 0, before = 1; b < blocks; ++b)
        want[b] = before = before % 1000003 + 1 + b % 3;
    check::device_array<unsigned> out(blocks);
    out.zero();
    chain<<<blocks, 32>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
