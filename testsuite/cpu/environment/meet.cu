// Blocks that come to different barriers of the grid, each kernel in its own way, which its numbers decide: what PTRT_DEBUG tells.
#include <cstdio>
#include <cooperative_groups.h>
#include <cstring>

// Of the block: what stands in a function is not followed.
__device__ int of_block(const int *times) { return times[blockIdx.x]; }

#pragma pt kernel
__global__ void trips(const int *times, int *out)
{
    int sum = out[blockIdx.x];
    for (int t = 0; t < of_block(times); t++) {
        sum += t;
        #pragma pt barrier
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

__device__ void meet_in_function()
{
    cooperative_groups::this_grid().sync();
}

#pragma pt kernel
__global__ void places(const int *times, int *out)
{
    int sum = out[blockIdx.x];
    #pragma pt barrier
    if (of_block(times) > 3) {
        meet_in_function();
    } else {
        sum++;
        #pragma pt barrier arrive
        sum += 2;
        #pragma pt barrier wait
        sum -= 2;
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

// Some threads of each block leave, and all of some blocks.
#pragma pt kernel
__global__ void leaving(const int *times, int *out)
{
    if (blockIdx.x % 3 == 2 || threadIdx.x >= 20)
        return;
    int sum = out[blockIdx.x];
    for (int t = 0; t < of_block(times); t++) {
        #pragma pt barrier
        sum += t;
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

int main(int, char **argv)
{
    int *times, *out, wanted[12] = {};
    const int blocks = static_cast<int>(std::strlen(argv[1]));
    cudaMalloc(&times, sizeof wanted);
    cudaMalloc(&out, sizeof wanted);
    cudaMemset(out, 0, sizeof wanted);
    for (int i = 0; i < blocks; i++)
        wanted[i] = argv[1][i] - '0';
    cudaMemcpy(times, wanted, sizeof wanted, cudaMemcpyHostToDevice);
    trips<<<blocks, 32>>>(times, out);
    places<<<blocks, 32>>>(times, out);
    leaving<<<blocks, 32>>>(times, out);
    cudaMemcpy(wanted, out, sizeof wanted, cudaMemcpyDeviceToHost);
    for (int i = 0; i < blocks; i++)
        std::printf("%d ", wanted[i]);
    std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    return 0;
}
