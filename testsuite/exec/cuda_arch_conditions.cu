// DESIGN part 4, C++: conditions on __CUDA_ARCH__ together with other macros, in #elif, and the macro outside of conditions.
// expect: handled
#include "check.h"

#define ARCH __CUDA_ARCH__
#define NEWER(than) (ARCH >= than)
#define FEATURE 1

__host__ __device__ unsigned together()
{
#if defined(NOWHERE) || (FEATURE && __CUDA_ARCH__ >= 700)
    return 1;
#elif !defined(__CUDA_ARCH__) && FEATURE
    return 2;
#endif
}

__host__ __device__ unsigned second()
{
#if __CUDA_ARCH__ >= 700
    return 1;
#elif FEATURE
    return 2;
#endif
}

__host__ __device__ unsigned own_macro()
{
#ifdef __CUDA_ARCH__
#define OWN 1
#else
#define OWN 2
#endif
    unsigned own = OWN;
#undef OWN
    return own;
}

// By way of a macro, and as a value.
__host__ __device__ unsigned as_value()
{
#ifdef __CUDA_ARCH__
    return NEWER(700) ? 1 : 3;
#else
    return 2;
#endif
}

// What nvcc defines on both sides.
__host__ __device__ unsigned of_nvcc()
{
#if defined(__NVCC__) && __CUDACC__ && defined(__CUDA_ARCH_LIST__)
    return 1;
#else
    return 2;
#endif
}

// One in another; for the CPU the device is one of compute capability 9.0.
__host__ __device__ unsigned nested()
{
#ifdef __CUDA_ARCH__
#if __CUDA_ARCH__ >= 900
    return static_cast<unsigned>(1);
#else
    return static_cast<unsigned>(3);
#endif
#else
    return 2;
#endif
}

struct member {
    unsigned value;
    __host__ __device__ member() : value(0)
    {
#ifdef __CUDA_ARCH__
        value = 1;
#endif
#ifndef __CUDA_ARCH__
        value += 2;
#endif
    }
};

#pragma pt kernel
__global__ void store(unsigned *out)
{
    unsigned *mine = out + 7 * blockIdx.x;
    mine[0] = together();
    mine[1] = second();
    mine[2] = own_macro();
    mine[3] = as_value();
    mine[4] = of_nvcc();
    mine[5] = member().value;
    mine[6] = nested();
}

int main()
{
    check::begin("cuda_arch_conditions");
    const unsigned blocks = 101;
    check::device_array<unsigned> out(7 * blocks);
    store<<<blocks, 1>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("device", out, std::vector<unsigned>(7 * blocks, 1));
    check::equal("host", std::vector<unsigned>{ together(), second(), own_macro(), as_value(), of_nvcc(), member().value, nested() },
                 std::vector<unsigned>{ 2, 2, 2, 2, 1, 2, 2 });
    return check::finish();
}
