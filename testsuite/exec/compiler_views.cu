// DESIGN part 2, what nvcc sees: text that depends on the compiler, which is nvcc with its host compiler, and not the clang that reads it.
// expect: handled
#include "include/compiler_macros.cuh"
#include "check.h"

__device__ unsigned block() { return blockIdx.x + 1u; }

#pragma pt kernel
__global__ void fill(unsigned *out, unsigned n)
{
    __shared__ unsigned tile[64];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    tile[threadIdx.x] = i;
#ifdef __clang__
    unsigned sum = block() * 2u;
    __syncthreads();
#else
    unsigned sum = block();
    __syncthreads();
#endif
#if defined(IS_NEW) && defined(__GNUC__)
    sum += NUMBER_OF_BLOCK(3u);
#endif
    out[i] = sum * 1000u + tile[threadIdx.x ^ 1u] + second_number() * 7u;
}

int main()
{
    check::begin("compiler_views");
    const unsigned n = 60 * 64 - 10;
    check::device_array<unsigned> out(n);
    fill<<<60, 64>>>(out.get(), n);
    std::vector<unsigned> want(n);
#ifdef __clang__
    const unsigned times = 2u, second = 0u, always = 6u;
#else
    const unsigned times = 1u, second = 5u, always = 0u;
#endif
#ifdef IS_NEW
    const unsigned more = 1u;
#else
    const unsigned more = 0u;
#endif
    for (unsigned i = 0; i < n; ++i)
        want[i] = ((i / 64u + 1u) * times + (3u + i / 64u * 2u) * more) * 1000u + (i ^ 1u) + (i / 64u * second + always) * 7u;
    check::equal("fill", out, want);
    return check::finish();
}
