// Threads of one block that come to different barriers of the grid, or to none any more: what PTRT_DEBUG tells, as the launch ends.
#include <cooperative_groups.h>

#include <cstdio>
#include <cstdlib>

// The first three threads of a block.
#pragma pt kernel
__global__ void branch(int *out, const int *times)
{
    const int n = times[threadIdx.x];
    if (n > 1) {
        #pragma pt barrier
        atomicAdd(out, 1);
    }
    #pragma pt barrier
    atomicAdd(out, 1);
}

#pragma pt kernel
__global__ void choice(int *out, const int *)
{
    threadIdx.x < 5 ? cooperative_groups::this_grid().sync() : (void)0;
    #pragma pt barrier
    atomicAdd(out, 1);
}

#pragma pt kernel
__global__ void trips(int *out, const int *times)
{
    const int n = times[threadIdx.x];
    for (int i = 0; i < n; i++) {
        #pragma pt barrier
        atomicAdd(out, 1);
    }
}

// Behind the loop all threads meet, as far as the compiler can tell, so that none of them leaves its item early.
#pragma pt kernel
__global__ void uneven(int *out, const int *times)
{
    const int n = times[threadIdx.x];
    for (int i = 0; i < n; i++) {
        #pragma pt barrier
        atomicAdd(out, 1);
    }
    #pragma pt barrier
    atomicAdd(out, 1);
}

// All as it should be: some blocks come to one barrier less.
#pragma pt kernel
__global__ void blocks(int *out, const int *times)
{
    const int n = times[blockIdx.x];
    for (int i = 0; i < n; i++) {
        #pragma pt barrier
        atomicAdd(out, 1);
    }
}

int main(int, char **arguments)
{
    const int times[64] = {3, 2, 2, 1};
    int *out, *on_device;
    cudaMalloc(&out, sizeof *out);
    cudaMemset(out, 0, sizeof *out);
    cudaMalloc(&on_device, sizeof times);
    cudaMemcpy(on_device, times, sizeof times, cudaMemcpyHostToDevice);
    switch (std::atoi(arguments[1])) {
    case 0: branch<<<4, 64>>>(out, on_device); break;
    case 1: choice<<<4, 64>>>(out, on_device); break;
    case 2: trips<<<4, 64>>>(out, on_device); break;
    case 3: blocks<<<4, 64>>>(out, on_device); break;
    case 4: uneven<<<4, 64>>>(out, on_device); break;
    }
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
