// DESIGN part 4, Launches: cudaLaunchCooperativeKernel of an annotated kernel without grid synchronisation.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void stride(unsigned *out, unsigned n)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = i * 3 + blockIdx.x;
}

int main()
{
    check::begin("launch_cooperative");
    const unsigned blocks = 97, block = 64;
    unsigned n = 333333;
    std::vector<unsigned> want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = i * 3 + i % (blocks * block) / block;
    check::device_array<unsigned> out(n);
    unsigned *pointer = out.get();
    void *arguments[] = { &pointer, &n };
    CUDA_OK(cudaLaunchCooperativeKernel(stride, dim3(blocks), dim3(block), arguments, 0, nullptr));
    check::equal("out", out, want);
    return check::finish();
}
