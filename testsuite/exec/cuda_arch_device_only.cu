// DESIGN part 4, C++: #if __CUDA_ARCH__ around functions that only the device has: a specialisation, helpers, one that reads the index.
// expect: handled
#include "check.h"

template <class T> __device__ T mix(T x) { return x + x; }

#if __CUDA_ARCH__ >= 600
// The general one would give other values.
template <> __device__ __forceinline__ unsigned mix<unsigned>(unsigned x) { return 3 * x + blockIdx.x; }
#endif

#ifdef __CUDA_ARCH__
__device__ unsigned behind(unsigned x);
__device__ unsigned behind(unsigned x)
{
    return x + (__CUDA_ARCH__ >= 600 ? 1000 : 2000);
}
#endif

#pragma pt kernel
__global__ void fill(unsigned *out, unsigned long long *wide)
{
    wide[blockIdx.x] = mix(static_cast<unsigned long long>(blockIdx.x));
#ifdef __CUDA_ARCH__
    out[blockIdx.x] = behind(mix(blockIdx.x));
#endif
}

int main()
{
    check::begin("cuda_arch_device_only");
    const unsigned blocks = 5303;
    std::vector<unsigned> want(blocks);
    std::vector<unsigned long long> want_wide(blocks);
    for (unsigned b = 0; b < blocks; ++b) {
        want[b] = 4 * b + 1000;
        want_wide[b] = 2ull * b;
    }
    check::device_array<unsigned> out(blocks);
    check::device_array<unsigned long long> wide(blocks);
    fill<<<blocks, 1>>>(out.get(), wide.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    check::equal("wide", wide, want_wide);
    return check::finish();
}
