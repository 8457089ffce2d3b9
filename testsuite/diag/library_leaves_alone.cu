#include <foreign.cuh>

struct twice {
    __device__ unsigned operator()(unsigned x) const { return 2 * x; }
};

// No template: what is called is known.
#pragma pt kernel
__global__ void k(unsigned *out)
{
    out[blockIdx.x] = twice()(threadIdx.x);
}

template <class B> __device__ unsigned total(const B &b, unsigned v) { return b.sum(v); }

#pragma pt kernel
__global__ void with_barrier(unsigned *out)
{
    const unsigned t = foreign::block().sum(threadIdx.x);
    if (threadIdx.x == 0)
        out[blockIdx.x] = t;
}
