// A template calls a set of overloads of which only some read the block index, and another kernel calls one of them alone: what the template
// calls must stay what it was, for each of its types. So it must where the name is qualified, and where a library has functions of it.
// expect: handled
#include "check.h"

__device__ unsigned pick(unsigned v) { return v; }
__device__ double pick(double v) { return v + 1000 * blockIdx.x; }

namespace math {
__device__ unsigned pick(unsigned v) { return v + 1; }
__device__ double pick(double v) { return v + 2000 * blockIdx.x; }
}

struct chooser {
    static __device__ unsigned pick(unsigned v) { return v + 2; }
    static __device__ double pick(double v) { return v + 3000 * blockIdx.x; }
};

struct boxed {
    double v;
    __host__ __device__ boxed(double x) : v(x) {}
};
__device__ unsigned max(boxed a, boxed b) { return static_cast<unsigned>(a.v > b.v ? a.v : b.v) + blockIdx.x; }

template <class T> __device__ unsigned far(T v) { return static_cast<unsigned>(pick(v) + 4); }

#pragma pt kernel
template <class T> __global__ void each(unsigned *out, T v)
{
    const unsigned i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    out[i] = static_cast<unsigned>(pick(v));
    out[i + 1] = static_cast<unsigned>(math::pick(v));
    out[i + 2] = static_cast<unsigned>(chooser::pick(v));
    out[i + 3] = far(v);
}

#pragma pt kernel
template <class T> __global__ void largest(unsigned *out, T v) { out[blockIdx.x * blockDim.x + threadIdx.x] = max(v, v); }

#pragma pt kernel
__global__ void doubles(unsigned *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<unsigned>(pick(3.0) + math::pick(3.0) + chooser::pick(3.0)) + max(boxed(1), boxed(2));
}

int main()
{
    check::begin("overload_dependent");
    const unsigned blocks = 3001, threads = 32, n = blocks * threads;
    check::device_array<unsigned> out(n), four(n * 4);
    std::vector<unsigned> want(n), wants(n * 4);

    doubles<<<blocks, threads>>>(out.get());
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; ++i)
        want[i] = 9 + 6000 * (i / threads) + 2 + i / threads;
    check::equal("doubles", out.host(), want);

    each<<<blocks, threads>>>(four.get(), 7u);
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; ++i) {
        wants[i * 4] = 7, wants[i * 4 + 1] = 8;
        wants[i * 4 + 2] = 9, wants[i * 4 + 3] = 11;
    }
    check::equal("unsigned", four.host(), wants);

    each<<<blocks, threads>>>(four.get(), 7.0);
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; ++i) {
        const unsigned block = i / threads;
        wants[i * 4] = 7 + 1000 * block, wants[i * 4 + 1] = 7 + 2000 * block;
        wants[i * 4 + 2] = 7 + 3000 * block, wants[i * 4 + 3] = 11 + 1000 * block;
    }
    check::equal("double", four.host(), wants);

    largest<<<blocks, threads>>>(out.get(), 7);
    CUDA_OK(cudaGetLastError());
    check::equal("the library's", out.host(), std::vector<unsigned>(n, 7));
    largest<<<blocks, threads>>>(out.get(), boxed(7));
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; ++i)
        want[i] = 7 + i / threads;
    check::equal("its own", out.host(), want);
    return check::finish();
}
