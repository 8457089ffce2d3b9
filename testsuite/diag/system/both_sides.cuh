// Functions of both sides, and a macro that the device alone has, as libraries for many back ends have them.
#pragma once

#ifdef __CUDA_ARCH__
#define BOTH_ON_DEVICE 1
#endif

namespace both {
__host__ __device__ inline int block()
{
#ifdef __CUDA_ARCH__
    return blockIdx.x;
#else
    return 0;
#endif
}

__host__ __device__ inline void wait()
{
#ifdef __CUDA_ARCH__
    __syncthreads();
#endif
}

template <class T> __host__ __device__ T larger(T a, T b)
{
#ifndef __CUDA_ARCH__
    return a < b ? b : a;
#else
    return a > b ? a : b;
#endif
}
} // namespace both
