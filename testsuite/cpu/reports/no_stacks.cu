// Threads for which there is no stack: the launch has begun, so that its error stays, and nobody takes it for one that has not.
// sanitizer: none
// environment: PTRT_CPU_STACK=1048576
// report: no stack for this thread, besides those of
// report: raise vm.max_map_count
// report: afterwards: cudaErrorMemoryAllocation
#include <cstdio>
#include <sys/resource.h>

#pragma pt kernel
__global__ void turned(int *numbers)
{
    const int i = threadIdx.x, number = numbers[i];
    __syncthreads();
    numbers[blockDim.x - 1 - i] = number;
}

__global__ void nothing() {}

int main()
{
    int *numbers = nullptr;
    cudaMalloc(&numbers, 128 * sizeof *numbers);
    const rlimit most = {64ul << 30, 64ul << 30}; // of stacks of a GiB each
    if (setrlimit(RLIMIT_AS, &most) != 0)
        return 2;
    turned<<<1, 128>>>(numbers);
    (void)cudaDeviceSynchronize();
    (void)cudaGetLastError();
    nothing<<<1, 1>>>();
    std::fprintf(stderr, "afterwards: %s\n", cudaGetErrorName(cudaGetLastError()));
    return 1;
}
