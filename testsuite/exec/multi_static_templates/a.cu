// Two files with templates of kernels of the same name, each of its own linkage: what is made of them, and what the runtime knows of them,
// must be of each file, too.
// expect: handled
#include "fills.h"

template <class T> static __device__ T marked(T base) { return base + blockIdx.x * 3u; }

#pragma pt kernel schedule(dynamic, 1)
template <class T> static __global__ void fill(T *out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = marked<T>(1000000u) + threadIdx.x;
}

// Declared static in front, and so where it is defined.
template <class T> static __global__ void by_address(T *out, unsigned n);

#pragma pt kernel schedule(dynamic, 1)
template <class T> __global__ void by_address(T *out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = marked<T>(1000000u) + threadIdx.x;
}

static void by_own(const char *label)
{
    const unsigned blocks = 3001, threads = 32;
    check::device_array<unsigned> out(blocks * threads), other(blocks * threads);
    fill<<<blocks, threads>>>(out.get(), blocks * threads);
    CUDA_OK(cudaGetLastError());
    compare(label, out, blocks, threads, 1000000u, 3u);
    void (*const launched)(unsigned *, unsigned) = by_address<unsigned>;
    launched<<<blocks, threads>>>(other.get(), blocks * threads);
    CUDA_OK(cudaGetLastError());
    compare(label, other, blocks, threads, 1000000u, 3u);
}

int main()
{
    check::begin("multi_static_templates");
    by_own("own");
    by_other("other");
    by_own("own_again");
    return check::finish();
}
