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

// Others of that name, in front and behind, with and without a directive.
namespace plain {
template <class T, int N> __global__ void fill(T *out) { out[blockIdx.x] = N; }
template __global__ void fill<unsigned, 1>(unsigned *);
} // namespace plain
namespace outer { namespace inner {
#pragma pt kernel
template <class T, int N> __global__ void fill(T *out) { out[blockIdx.x] = N + blockIdx.x; }
template __global__ void fill<unsigned, 2>(unsigned *);
} }
template __global__ void plain::fill<unsigned, 3>(unsigned *);
namespace outer {
template __global__ void inner::fill<unsigned, 4>(unsigned *);
}

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
    const unsigned blocks = 5107;
    std::vector<unsigned> want(blocks);
    check::device_array<unsigned> out(blocks);
    for (unsigned i = 0; i < blocks; i++)
        want[i] = 4 + i;
    outer::inner::fill<unsigned, 4><<<blocks, 1>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("inner", out, want);
    plain::fill<unsigned, 3><<<blocks, 1>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("plain", out, std::vector<unsigned>(blocks, 3));
    return check::finish();
}
