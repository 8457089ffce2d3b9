// DESIGN part 4, Several files: a header that must change, included by one line for the host and by another for the device.
// expect: handled
#include "../check.h"
#ifdef __CUDA_ARCH__
#include "both_sides.cuh"
#else
#include "both_sides.cuh"
#endif

template <class Function> __device__ unsigned apply(Function f, unsigned x) { return f(x); }

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = apply(both_sides(), i);
}

int main()
{
    check::begin("multi_include_sides");
    const unsigned blocks = 5107, block = 40, n = blocks * block;
    std::vector<unsigned> want(n);
    check::device_array<unsigned> out(n);
    fill<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; ++i)
        want[i] = i + i / block * 8;
    check::equal("fill", out, want);
    return check::finish();
}
