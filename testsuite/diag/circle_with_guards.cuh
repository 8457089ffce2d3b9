#ifndef CIRCLE_WITH_GUARDS_CUH
#define CIRCLE_WITH_GUARDS_CUH
#include "circle_with_guards_too.cuh"
#pragma pt kernel
__global__ void fill(unsigned *out)
{
    out[blockIdx.x] = blockIdx.x;
}
#endif
