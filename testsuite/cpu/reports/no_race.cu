// sanitizer: thread
// report: none
// The two others as they should be: with the barrier, with the atomic operation.
#include <cstdio>

#pragma pt kernel schedule(dynamic)
__global__ void reverse(int *out, int *total)
{
    __shared__ int values[64];
    values[threadIdx.x] = threadIdx.x + blockIdx.x;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = values[63 - threadIdx.x];
    if (threadIdx.x == 0)
        atomicAdd(total, 1);
}

int main()
{
    int *out, *total, counted = 0;
    cudaMalloc(&out, 100 * 64 * sizeof *out);
    cudaMalloc(&total, sizeof *total);
    cudaMemset(total, 0, sizeof *total);
    reverse<<<100, 64>>>(out, total);
    cudaMemcpy(&counted, total, sizeof counted, cudaMemcpyDeviceToHost);
    return counted != 100;
}
