#include <foreign.cuh>

template <class B> __device__ unsigned total(B b, unsigned v) { return b.sum(v); }

#pragma pt kernel
__global__ void k(unsigned *out)
{
    if (threadIdx.x / 32 % 2)
        return;
    out[blockIdx.x] = total(foreign::block(), threadIdx.x);
}
