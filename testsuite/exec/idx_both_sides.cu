// DESIGN part 4, Who reads the block index: functors, constructors and virtual functions of both sides, which ask for __CUDA_ARCH__ and read
// blockIdx for the device alone.
// expect: handled
#include "check.h"

struct adder {
    __host__ __device__ unsigned operator()(unsigned x) const
    {
#ifdef __CUDA_ARCH__
        return x + blockIdx.x;
#else
        return x + 1000u;
#endif
    }
};

struct place {
    unsigned at;
    __host__ __device__ explicit place(unsigned x)
    {
#if defined(__CUDA_ARCH__)
        at = x * gridDim.x + blockIdx.x;
#else
        at = x;
#endif
    }
};

struct base {
    __host__ __device__ virtual unsigned number() const = 0;
};

struct derived : base {
    __host__ __device__ unsigned number() const override
    {
#ifndef __CUDA_ARCH__
        return 7u;
#else
        return blockIdx.x * 3u;
#endif
    }
};

template <class F> __host__ __device__ unsigned apply(F f, unsigned x) { return f(x); }

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    const derived d;
    const base *const b = &d;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = adder()(3u) + apply(adder(), i) + place(2u).at * 5u + b->number();
}

int main()
{
    check::begin("idx_both_sides");
    const unsigned blocks = 70, n = blocks * 32;
    check::device_array<unsigned> out(n);
    fill<<<blocks, 32>>>(out.get());
    std::vector<unsigned> want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = 3u + i / 32u + i + i / 32u + (2u * blocks + i / 32u) * 5u + i / 32u * 3u;
    check::equal("fill", out, want);
    const derived d;
    const base *const b = &d;
    check::equal("host", std::vector<unsigned>{apply(adder(), 1u), place(4u).at, b->number()}, std::vector<unsigned>{1001u, 4u, 7u});
    return check::finish();
}
