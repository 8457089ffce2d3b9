// DESIGN part 4, Who reads the block index: inline assembly reads %ctaid and %nctaid.
// expect: refused: pt-block-index-in-assembly: inline assembly reads %ctaid
#include "check.h"

__device__ unsigned block_x()
{
    unsigned x;
    asm volatile("mov.u32 %0, %%ctaid.x;" : "=r"(x)); // refused here
    return x;
}

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    unsigned grid;
    asm("mov.u32 %0, %%nctaid.x;" : "=r"(grid)); // refused here
    out[blockIdx.x * blockDim.x + threadIdx.x] = block_x() * 3 + grid;
}

int main()
{
    check::begin("asm_ctaid");
    const unsigned blocks = 5150, block = 35, n = blocks * block;
    std::vector<unsigned> want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = i / block * 3 + blocks;
    check::device_array<unsigned> out(n);
    fill<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
