// DESIGN part 4, Who reads the block index: a device function that reads it is called through a pointer.
// expect: handled
#include "check.h"

__device__ unsigned first(unsigned x) { return x + blockIdx.x; }
__device__ unsigned second(unsigned x) { return x * gridDim.x; }
typedef unsigned (*operation)(unsigned);
__device__ operation table[2] = { first, second };

#pragma pt kernel
__global__ void fill(const unsigned *in, unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = table[in[i] % 2](in[i]);
}

int main()
{
    check::begin("idx_function_pointer");
    const unsigned blocks = 5150, block = 35, n = blocks * block;
    std::vector<unsigned> in = check::mixed_vector(n), want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = in[i] % 2 == 0 ? in[i] + i / block : in[i] * blocks;
    check::device_array<unsigned> d_in(in), out(n);
    fill<<<blocks, block>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
