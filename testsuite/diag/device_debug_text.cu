// What a macro that nobody defines keeps out is seen by no device, whatever else the condition says.
#include <cstdio>

#ifdef __CUDA_ARCH__
#define ON_DEVICE 1
#define USE_TABLE (__CUDA_ARCH__ >= 700)
#undef DEBUG
#else
#define USE_TABLE 0
#endif

#pragma pt kernel
__global__ void fill(int *out)
{
#if USE_TABLE && defined(VERBOSE)
    printf("%d\n", threadIdx.x);
#endif
#if defined(ON_DEVICE) && defined(VERBOSE)
    printf("%d\n", threadIdx.x);
#endif
#ifdef DEBUG
    printf("%d\n", threadIdx.x);
#endif
    out[blockIdx.x] = 1;
}
