// A library's type, which is another one on the device, chooses an overload of the program's.
#include <sides.cuh>

__device__ unsigned operator+(unsigned n, sides::of_host) { return n; }
__device__ unsigned operator+(unsigned n, sides::of_device)
{
    __syncthreads();
    return n;
}

#pragma pt kernel
__global__ void k(unsigned *out, unsigned n)
{
    if (threadIdx.x >= n)
        return;
    out[threadIdx.x] = n + sides::chosen();
}
