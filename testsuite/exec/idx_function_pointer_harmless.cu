// DESIGN part 4, Who reads the block index: calls through a pointer whose targets provably do not read it.
// expect: handled
#include "check.h"

__device__ unsigned first(unsigned x) { return x + 1; }
__device__ unsigned second(unsigned x) { return x * 5; }

#pragma pt kernel
__global__ void fill(const unsigned *in, unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned (*f)(unsigned) = in[i] % 2 == 0 ? first : second;
    out[i] = f(in[i]) + blockIdx.x;
}

int main()
{
    check::begin("idx_function_pointer_harmless");
    const unsigned blocks = 5150, block = 35, n = blocks * block;
    std::vector<unsigned> in = check::mixed_vector(n), want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = (in[i] % 2 == 0 ? in[i] + 1 : in[i] * 5) + i / block;
    check::device_array<unsigned> d_in(in), out(n);
    fill<<<blocks, block>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
