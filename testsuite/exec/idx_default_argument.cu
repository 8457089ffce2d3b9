// DESIGN part 4, Who reads the block index: default arguments of functions, members and constructors.
// expect: handled
#include "check.h"

__device__ unsigned shifted(unsigned x, unsigned by = blockIdx.x) { return x + 2 * by; }
struct counter {
    unsigned value;
    __device__ explicit counter(unsigned start = gridDim.x) : value(start) {}
    __device__ unsigned plus(unsigned x = blockIdx.x + 1) const { return value + x; }
};

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    counter c, d(7);
    out[i] = shifted(threadIdx.x) + shifted(1, 5) + c.plus() + d.plus(3) + d.plus();
}

int main()
{
    check::begin("idx_default_argument");
    const unsigned blocks = 5150, block = 35, n = blocks * block;
    std::vector<unsigned> want(n);
    for (unsigned i = 0; i < n; ++i) {
        unsigned b = i / block;
        want[i] = i % block + 2 * b + 11 + blocks + b + 1 + 10 + 7 + b + 1;
    }
    check::device_array<unsigned> out(n);
    fill<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
