#include "fills.h"

template <class T> static __device__ T marked(T base) { return base + blockIdx.x * 5u; }

#pragma pt kernel schedule(static) order(reverse)
template <class T> static __global__ void fill(T *out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = marked<T>(2000000u) + threadIdx.x;
}

// Declared static in front, and so where it is defined.
template <class T> static __global__ void by_address(T *out, unsigned n);

#pragma pt kernel schedule(static) order(reverse)
template <class T> __global__ void by_address(T *out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = marked<T>(2000000u) + threadIdx.x;
}

void by_other(const char *label)
{
    const unsigned blocks = 3001, threads = 32;
    check::device_array<unsigned> out(blocks * threads), other(blocks * threads);
    fill<<<blocks, threads>>>(out.get(), blocks * threads);
    CUDA_OK(cudaGetLastError());
    compare(label, out, blocks, threads, 2000000u, 5u);
    void (*const launched)(unsigned *, unsigned) = by_address<unsigned>;
    launched<<<blocks, threads>>>(other.get(), blocks * threads);
    CUDA_OK(cudaGetLastError());
    compare(label, other, blocks, threads, 2000000u, 5u);
}
