// DESIGN part 4, Who reads the block index: recursion, direct and mutual, with prototypes before the definitions.
// expect: handled
#include "check.h"

__device__ unsigned even_step(unsigned n);
__device__ unsigned odd_step(unsigned n) { return n == 0 ? gridDim.x : even_step(n - 1) + 1; }
__device__ unsigned even_step(unsigned n) { return n == 0 ? blockIdx.x : odd_step(n - 1) + 2; }
__device__ __noinline__ unsigned factorial_like(unsigned n)
{
    if (n == 0)
        return blockIdx.x + 1;
    return n * factorial_like(n - 1) + blockIdx.x;
}

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = even_step(i % 9) + factorial_like(i % 6);
}

int main()
{
    check::begin("idx_recursive");
    const unsigned blocks = 5001, block = 50, n = blocks * block;
    std::vector<unsigned> want(n);
    for (unsigned i = 0; i < n; ++i) {
        unsigned b = i / block, steps = i % 9, f = b + 1;
        for (unsigned k = 1; k <= i % 6; ++k)
            f = k * f + b;
        want[i] = (steps % 2 == 0 ? b : blocks) + steps / 2 * 3 + (steps % 2 == 0 ? 0 : 2) + f;
    }
    check::device_array<unsigned> out(n);
    fill<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
