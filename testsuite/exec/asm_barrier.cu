// Inline assembly without instructions: a barrier for the compiler. The CPU back end takes it, too.
// expect: handled
#include "check.h"

#define COMPILER_BARRIER() asm volatile("" ::: "memory")

__device__ unsigned opaque(unsigned x)
{
    asm("" : "+r"(x));
    return x;
}

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 1;
    COMPILER_BARRIER();
    out[i] += opaque(i);
    asm volatile("" ::"r"(i) : "memory");
}

int main()
{
    check::begin("asm_barrier");
    const unsigned blocks = 5150, block = 96, n = blocks * block;
    std::vector<unsigned> want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = i + 1;
    check::device_array<unsigned> out(n);
    fill<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
