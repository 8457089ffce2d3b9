// Assembly in a header that the device alone includes.
__device__ unsigned block();
#ifdef __CUDA_ARCH__
#include "outside_assembly.cuh"
#endif

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    out[blockIdx.x] = block();
}
