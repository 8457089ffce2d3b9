// DESIGN part 4, Launches: `setmaxnreg` in inline assembly changes the registers of the warps for every later item: refused.
// expect: refused: pt-setmaxnreg: setmaxnreg in inline assembly
// nvcc: -gencode arch=compute_90a,code=sm_90a
#include "check.h"

#pragma pt kernel
__global__ void __launch_bounds__(256, 1) uneven(unsigned *out)
{
    if (threadIdx.x < 128)
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;"); // refused here
    else
        asm volatile("setmaxnreg.inc.sync.aligned.u32 200;"); // refused here
    out[blockIdx.x * 256 + threadIdx.x] = blockIdx.x + threadIdx.x;
}

int main()
{
    check::begin("asm_setmaxnreg");
    const unsigned blocks = 5107;
    std::vector<unsigned> want(blocks * 256);
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = i / 256 + i % 256;
    check::device_array<unsigned> out(want.size());
    uneven<<<blocks, 256>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
