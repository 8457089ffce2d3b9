// DESIGN part 4, Launches: printf in a kernel (one line, from one block in the middle of the grid).
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void report(unsigned *out, const char *, unsigned block)
{
    if (threadIdx.x == 0)
        out[blockIdx.x] = blockIdx.x;
    if (blockIdx.x == block && threadIdx.x == 0)
        printf("block %u of %u, %s %5.2f %%\n", blockIdx.x, gridDim.x, "some text", 1.5);
}

int main()
{
    check::begin("device_printf");
    const unsigned blocks = 5107;
    std::vector<unsigned> want(blocks);
    for (unsigned b = 0; b < blocks; ++b)
        want[b] = b;
    check::device_array<unsigned> out(blocks);
    for (unsigned block : { 0u, 777u, 5106u }) {
        report<<<blocks, 32>>>(out.get(), "unused", block);
        CUDA_OK(cudaGetLastError());
        CUDA_OK(cudaDeviceSynchronize());
    }
    check::equal("out", out, want);
    return check::finish();
}
