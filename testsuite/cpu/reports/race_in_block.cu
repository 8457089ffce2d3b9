// sanitizer: thread
// report: data race
// Threads of a block read what others write, and the barrier between is missing: that of the warp is too little.
#include <cstdio>

#pragma pt kernel schedule(static)
__global__ void reverse(int *out)
{
    __shared__ int values[64];
    values[threadIdx.x] = threadIdx.x + blockIdx.x;
    __syncwarp();
    out[blockIdx.x * 64 + threadIdx.x] = values[63 - threadIdx.x];
}

int main()
{
    int *out;
    cudaMalloc(&out, 100 * 64 * sizeof *out);
    reverse<<<100, 64>>>(out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
