// DESIGN part 4, Who reads the block index: function templates (type, value, pack, specialised), called with and without arguments.
// expect: handled
#include "check.h"

template <class T> __device__ T block_as() { return static_cast<T>(blockIdx.x); }
template <> __device__ short block_as<short>() { return static_cast<short>(blockIdx.x % 100 + 1); }
template <int N> __device__ unsigned times(unsigned x) { return x * N + gridDim.x; }
template <class T> __device__ T deduced(T x) { return x + block_as<T>(); }
__device__ unsigned sum() { return blockIdx.x; }
template <class T, class... Rest> __device__ unsigned sum(T first, Rest... rest) { return first + sum(rest...); }

#pragma pt kernel
template <class T>
__global__ void fill(T *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = block_as<T>() + static_cast<T>(block_as<short>()) + static_cast<T>(times<3>(threadIdx.x)) + deduced(static_cast<T>(2))
        + static_cast<T>(sum(1u, 2u, threadIdx.x));
}

template <class T> void run()
{
    const unsigned blocks = 5210, block = 33;
    std::vector<T> want(blocks * block);
    for (unsigned b = 0; b < blocks; ++b)
        for (unsigned t = 0; t < block; ++t)
            want[b * block + t] = static_cast<T>(b + (b % 100 + 1) + (t * 3 + blocks) + (2 + b) + (3 + t + b));
    check::device_array<T> out(want.size());
    fill<T><<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
}

int main()
{
    check::begin("idx_template_function");
    run<unsigned>();
    run<unsigned long long>();
    return check::finish();
}
