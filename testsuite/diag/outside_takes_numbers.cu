// A header that the device alone includes asks for the block. A library's function that takes numbers is handed nothing that could come to it.
#include <cmath>
#ifdef __CUDA_ARCH__
#include "outside_takes_numbers.cuh"
#endif

template <class T>
__host__ __device__ bool is_far(const T *in, int i)
{
    const double at = in[i];
    return std::abs(at) > in[1];
}

template <class T>
#pragma pt kernel
__global__ void fill(bool *out, const T *in, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = is_far(in, i);
}

template __global__ void fill(bool *, const float *, int);
