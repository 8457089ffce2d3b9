// A header that only devices see calls an open member that may wait for a warp.
#ifdef __CUDA_ARCH__
#include "device_only_header.cuh"
#endif
#pragma pt kernel
__global__ void k(int *p)
{
    p[blockIdx.x] = 1;
}
