// Of circle.cu.
#if DEPTH == 2
#undef DEPTH
#define DEPTH 1
#include "circle.cuh"
#pragma pt kernel
__global__ void fill(unsigned *out)
{
    out[blockIdx.x] = blockIdx.x;
}
#endif
