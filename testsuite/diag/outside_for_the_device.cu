// A header that the device alone includes.
#ifdef __CUDA_ARCH__
#include "functor_header.cuh"
#else
struct place {
    unsigned operator()(unsigned x) const { return x; }
};
#endif

template <class Function>
__host__ __device__ unsigned apply(Function f, unsigned x)
{
    return f(x);
}

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    const unsigned i = apply(place(), threadIdx.x);
    out[i] = i;
}
