#if !defined(CIRCLE_WITH_GUARDS_TOO_CUH)
#define CIRCLE_WITH_GUARDS_TOO_CUH
#include "circle_with_guards.cuh"
#pragma pt kernel
__global__ void fill_too(unsigned *out)
{
    out[blockIdx.x] = blockIdx.x;
}
#endif
