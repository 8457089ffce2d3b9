// A return by what lies in memory, before a library's barrier, is checked where it runs; what is returned is no way past what it is made of.
#include <cub/block/block_reduce.cuh>

typedef cub::BlockReduce<int, 64> block_reduce;

__device__ int sum_of_block(int value)
{
    __shared__ block_reduce::TempStorage s;
    return block_reduce(s).Sum(value);
}

#pragma pt kernel
__global__ void rows(const int *first, const int *in, int *out)
{
    const int begin = first[blockIdx.x], end = first[blockIdx.x + 1];
    if (begin >= end)
        return;
    const int sum = sum_of_block(begin + int(threadIdx.x) < end ? in[begin + threadIdx.x] : 0);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}
