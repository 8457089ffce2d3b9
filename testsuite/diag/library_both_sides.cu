// What a library's function does on the device alone is seen, too.
#include <both_sides.cuh>

#pragma pt kernel
__global__ void asks(int *out) { out[blockIdx.x] = both::block(); }

#pragma pt kernel
__global__ void waits(int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    both::wait();
    out[i] = both::larger(i, 5);
}

#pragma pt kernel
__global__ void computes(int *out) { out[blockIdx.x] = both::larger(3, int(threadIdx.x)); }
