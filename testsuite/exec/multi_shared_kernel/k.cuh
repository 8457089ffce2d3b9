// Kernels shared by a.cu and b.cu: a template, a static one, and one in an anonymous namespace.
#ifndef MULTI_SHARED_KERNEL_CUH
#define MULTI_SHARED_KERNEL_CUH

#include "../check.h"

#pragma pt kernel
template <class T> __global__ void scale(const T *in, T *out, T factor)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * factor + static_cast<T>(blockIdx.x);
}

#pragma pt kernel schedule(dynamic, 2)
static __global__ void rotate(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[64];
    unsigned i = blockIdx.x * 64 + threadIdx.x;
    tile[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = tile[(threadIdx.x + 1) % 64];
}

namespace {
#pragma pt kernel
__global__ void count(unsigned *total) { if (threadIdx.x == 0) atomicAdd(total, blockIdx.x); }
}

void run_in_b(const check::device_array<unsigned> &in, check::device_array<unsigned> &out, unsigned blocks);

#endif
