// sanitizer: thread
// report: data race
// environment: PTRT_MODE=nonpt PTRT_CPU_SMS=1 PTRT_CPU_THREADS_PER_SM=32
// Blocks add to one word without an atomic operation; here they happen to run one after the other.
#include <cstdio>

#pragma pt kernel
__global__ void count(int *total)
{
    if (!total)
        __syncthreads(); // never: but threads of kernels with a barrier have stacks of their own
    if (threadIdx.x == blockIdx.x % 2)
        *total += 1;
}

int main()
{
    int *total;
    cudaMalloc(&total, sizeof *total);
    cudaMemset(total, 0, sizeof *total);
    count<<<50, 32>>>(total);
    return cudaDeviceSynchronize() != cudaSuccess;
}
