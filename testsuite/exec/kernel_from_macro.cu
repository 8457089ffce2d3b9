// DESIGN part 4, C++: the whole kernel comes out of a macro, with the directive before the macro's use.
// expect: refused: pt-declaration: the kernel's text stands in a macro
#include "check.h"

#define DEFINE_KERNEL(name, factor) \
    __global__ void name(unsigned *out) \
    { \
        out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * (factor); \
    }

#pragma pt kernel
DEFINE_KERNEL(made, 3) // refused here

int main()
{
    check::begin("kernel_from_macro");
    const unsigned blocks = 5107, block = 31;
    std::vector<unsigned> want(blocks * block);
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = i / block * 3;
    check::device_array<unsigned> out(blocks * block);
    made<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
