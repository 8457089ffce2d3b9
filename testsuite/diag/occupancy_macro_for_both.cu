// A macro that asks for the occupancy of a kernel with a grid barrier, and that a function uses which the device has, too, stays as it is.
#include <cuda_runtime.h>

#define BLOCKS_OF(blocks, kernel) cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, 128, 0)

#pragma pt kernel
__global__ void meets(float *a)
{
    a[blockIdx.x] = 1;
    #pragma pt barrier
    a[0] += a[blockIdx.x];
}

__host__ __device__ int for_both()
{
    int blocks = 0;
#ifndef __CUDA_ARCH__
    BLOCKS_OF(&blocks, meets);
#endif
    return blocks;
}

int ask()
{
    int blocks = 0;
    BLOCKS_OF(&blocks, meets);
    return blocks;
}
