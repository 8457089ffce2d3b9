// A template calls what is overloaded for devices alone: no parse for the host finds it.
// expect: handled
#include "check.h"

template <class T> struct boxed {
    T v;
};

template <class T> __device__ void add(unsigned *p, boxed<T> a) { atomicAdd(p, static_cast<unsigned>(a.v)); }
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 600
template <class T> __device__ void add(unsigned long long *p, boxed<T> a) { atomicAdd(p, static_cast<unsigned long long>(a.v + blockIdx.x)); }
#endif

#pragma pt kernel
template <class T> __global__ void count(T *out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        add(out + i % 1024, boxed<T>{T(i)});
}

template <class T> static std::vector<T> counted(unsigned n, unsigned threads, bool with_block)
{
    std::vector<T> sums(1024);
    for (unsigned i = 0; i < n; ++i)
        sums[i % 1024] += i + (with_block ? i / threads : 0);
    return sums;
}

int main()
{
    check::begin("device_only_overload");
    const unsigned blocks = 3001, threads = 64, n = blocks * threads - 5;
    check::device_array<unsigned> narrow(std::vector<unsigned>(1024));
    check::device_array<unsigned long long> wide(std::vector<unsigned long long>(1024));
    count<<<blocks, threads>>>(narrow.get(), n);
    CUDA_OK(cudaGetLastError());
    count<<<blocks, threads>>>(wide.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("narrow", narrow.host(), counted<unsigned>(n, threads, false));
    check::equal("wide", wide.host(), counted<unsigned long long>(n, threads, true));
    return check::finish();
}
