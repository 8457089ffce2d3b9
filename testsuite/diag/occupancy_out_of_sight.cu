// Questions for the occupancy of a kernel with a grid barrier that are answered without its persistent kernel.
#include <cuda_runtime.h>

namespace library {
using ::cudaOccupancyMaxActiveBlocksPerMultiprocessor;
}

#define ASK(what) cudaOccupancyMax##what
#define BLOCKS_OF cudaOccupancyMaxActiveBlocksPerMultiprocessor

#pragma pt kernel
__global__ void meets(float *a)
{
    a[blockIdx.x] = 1;
    #pragma pt barrier
    a[0] += a[blockIdx.x];
}

#pragma pt kernel
__global__ void is_alone(float *a)
{
    a[blockIdx.x] = 1;
}

__host__ __device__ int for_both()
{
    int blocks = 0;
#ifndef __CUDA_ARCH__
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, meets, 128, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, is_alone, 128, 0);
#endif
    return blocks;
}

int ask(void (*pointer)(float *))
{
    int blocks = 0, threads = 0;
    ASK(ActiveBlocksPerMultiprocessor)(&blocks, meets, 128, 0);
    ASK(PotentialBlockSize)(&blocks, &threads, pointer);
    ASK(PotentialBlockSize)(&blocks, &threads, is_alone);
    library::cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, pointer, 128, 0);
    library::cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, is_alone, 128, 0);
    BLOCKS_OF(&blocks, meets, 128, 0);
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, meets, 128, 0);
}
