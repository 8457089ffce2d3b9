// Questions for the occupancy of kernels with a grid barrier are asked of ptrt; about other kernels CUDA is asked, as it was.
#include <cuda_runtime.h>

#define BLOCKS_OF(blocks, kernel) cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, 128, 0)

#pragma pt kernel
__global__ void meets(float *a)
{
    a[blockIdx.x] = 1;
    #pragma pt barrier
    a[0] += a[blockIdx.x];
}

#pragma pt kernel
template <class T> __global__ void meets_too(T *a)
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

template <class T> cudaError_t blocks_of_instance(int *blocks)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, meets_too<T>, 128, 0);
}

template <class K> cudaError_t blocks_of_any(int *blocks, K kernel)
{
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, 128, 0);
}

#pragma pt kernel
__global__ void step(const float *in, float *out)
{
    out[blockIdx.x] = in[blockIdx.x];
}

void in_loop(float *a, float *b)
{
    #pragma pt loop
    for (int t = 0; t < 9; t++) {
        int blocks = 0;
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, meets, 128, 0);
        ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, meets, 64, 0);
        step<<<blocks, 128>>>(a, b);
    }
}

int ask(float *a, const void *address, dim3 grid)
{
    int blocks = 0, threads = 0;
    void *arguments[] = {&a};
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, meets, 128, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)&meets_too<int>, 128, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, address, 128, 0, cudaOccupancyDefault);
    cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, meets);
    cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, is_alone);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, is_alone, 128, 0);
    BLOCKS_OF(&blocks, meets);
    cudaError_t (*const asks)(int *, const void *, int, size_t) = cudaOccupancyMaxActiveBlocksPerMultiprocessor;
    asks(&blocks, address, 128, 0);
    blocks_of_instance<float>(&blocks);
    blocks_of_any(&blocks, meets);
    cudaLaunchCooperativeKernel((void *)meets, grid, dim3(128), arguments);
    return blocks;
}
