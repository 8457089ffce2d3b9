#include "square.cuh"

#include "offset.h"

__global__ void square(int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i * i + OFFSET;
}
