// DESIGN part 4, C++: parameters at the limit of 32764 bytes: the twin's own first parameter must not push them over.
// expect: refused: pt-declaration: no room for the launch parameter
#include "check.h"

struct huge { unsigned words[(32764 - 16) / 4]; };

#pragma pt kernel
__global__ void lookup(unsigned *out, const __grid_constant__ huge h, unsigned bias) // refused here
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = h.words[i % ((32764 - 16) / 4)] + bias + blockIdx.x;
}

int main()
{
    check::begin("parameters_at_limit");
    const unsigned count = (32764 - 16) / 4, blocks = 5101, block = 40, n = blocks * block;
    std::vector<unsigned> values = check::mixed_vector(count), want(n);
    static huge h;
    for (unsigned k = 0; k < count; ++k)
        h.words[k] = values[k];
    for (unsigned i = 0; i < n; ++i)
        want[i] = values[i % count] + 3 + i / block;
    check::device_array<unsigned> out(n);
    lookup<<<blocks, block>>>(out.get(), h, 3);
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
