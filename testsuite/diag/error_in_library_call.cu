// Of a call with an argument that is an error clang keeps the name: that is told once, and not that its address is taken.
#include <cub/cub.cuh>

#pragma pt kernel
__global__ void k(float *out, int n)
{
    __shared__ cub::BlockReduce<float, 128>::TempStorage s;
    for (int i = threadIdx.x; i < n; i += 128)
        if (out[i] < 0)
            continue;
        else
            __syncthreads();
    out[0] = cub::BlockReduce<float, 128>(s).Reduce(out[threadIdx.x], cub::NoSuchOperator(), 100);
}
