// DESIGN part 4, C++: explicit instantiation of kernels.
// expect: handled
#include "check.h"

#pragma pt kernel
template <class T, int N>
__global__ void fill(T *out)
{
    __shared__ T tile[N];
    tile[threadIdx.x] = static_cast<T>(blockIdx.x * N + threadIdx.x);
    __syncthreads();
    out[blockIdx.x * N + threadIdx.x] = tile[N - 1 - threadIdx.x];
}

template __global__ void fill<unsigned, 48>(unsigned *);
template __global__ void fill<unsigned long long, 33>(unsigned long long *out);
template __global__ void fill<unsigned short, 17>(unsigned short *);

template <class T, int N> void run()
{
    const unsigned blocks = 5107;
    std::vector<T> want(blocks * N);
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = static_cast<T>(i / N * N + N - 1 - i % N);
    check::device_array<T> out(want.size());
    fill<T, N><<<blocks, N>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
}

int main()
{
    check::begin("template_explicit_instantiation");
    run<unsigned, 48>();
    run<unsigned long long, 33>();
    run<unsigned short, 17>();
    run<unsigned, 49>();
    return check::finish();
}
