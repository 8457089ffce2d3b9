// Three launches of a kernel that tells how many thread groups run it; its threads wait, and so have stacks.
#include <cstdio>
#include <pt/pt.cuh>

enum { blocks = 1000 };

#pragma pt kernel schedule(dynamic)
__global__ void ask(unsigned *out)
{
    __shared__ unsigned groups;
    if (threadIdx.x == 0)
        groups = pt_num_groups();
    __syncthreads();
    if (threadIdx.x == 63)
        out[blockIdx.x] = groups;
}

int main()
{
    unsigned *device, host[blocks];
    cudaMalloc(&device, sizeof host);
    for (int i = 0; i < 3; i++)
        ask<<<blocks, 64>>>(device);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    for (unsigned i = 1; i < blocks; i++)
        if (host[i] != host[0])
            return 1;
    std::printf("%u\n", host[0]);
    return 0;
}
