// DESIGN part 4, Who reads the block index: virtual functions that read it.
// expect: handled
#include "check.h"

struct shape {
    __device__ virtual unsigned value(unsigned x) const = 0;
};
struct adder : shape {
    __device__ unsigned value(unsigned x) const override { return x + blockIdx.x; }
};
struct multiplier : shape {
    __device__ unsigned value(unsigned x) const override { return x * gridDim.x; }
};

#pragma pt kernel
__global__ void fill(const unsigned *in, unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    adder a;
    multiplier m;
    const shape *s = in[i] % 3 == 0 ? static_cast<const shape *>(&a) : &m;
    out[i] = s->value(in[i]);
}

int main()
{
    check::begin("idx_virtual");
    const unsigned blocks = 5150, block = 35, n = blocks * block;
    std::vector<unsigned> in = check::mixed_vector(n), want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = in[i] % 3 == 0 ? in[i] + i / block : in[i] * blocks;
    check::device_array<unsigned> d_in(in), out(n);
    fill<<<blocks, block>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
