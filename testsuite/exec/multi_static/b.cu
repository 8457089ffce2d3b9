// The kernels, which their own file wants dealt out.
#include "../check.h"

#pragma pt kernel schedule(static)
__global__ void add_one(unsigned *out)
{
    if (threadIdx.x == 0)
        out[blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)]++;
}

#pragma pt kernel schedule(static, 4)
template <int N> __global__ void add(unsigned *out)
{
    if (threadIdx.x == 0)
        out[blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)] += N;
}

template __global__ void add<5>(unsigned *out);
