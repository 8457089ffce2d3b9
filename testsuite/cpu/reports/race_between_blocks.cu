// sanitizer: thread
// report: data race
// Blocks add to one word without an atomic operation.
#include <cstdio>

#pragma pt kernel schedule(dynamic)
__global__ void count(int *total)
{
    if (threadIdx.x == 0)
        *total += 1;
}

int main()
{
    int *total;
    cudaMalloc(&total, sizeof *total);
    cudaMemset(total, 0, sizeof *total);
    count<<<500, 32>>>(total);
    return cudaDeviceSynchronize() != cudaSuccess;
}
