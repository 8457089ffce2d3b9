// Which thread groups have run a grid of three dimensions: how many there are by what the kernel saw, and by what it was told.
#include <cstdio>
#include <pt/pt.cuh>

enum { blocks = 24 };

#pragma pt kernel schedule(static)
__global__ void number(unsigned *group, unsigned *groups)
{
    const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    if (threadIdx.x == 0) {
        group[block] = pt_group_id();
        groups[block] = pt_num_groups();
    }
}

int main()
{
    unsigned *device, host[2 * blocks], seen[blocks] = {}, count = 0;
    cudaMalloc(&device, sizeof host);
    number<<<dim3(3, 2, 4), 32>>>(device, device + blocks);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    for (unsigned i = 0; i < blocks; i++) {
        if (host[blocks + i] != host[blocks] || host[i] >= host[blocks])
            return 1;
        count += seen[host[i]]++ == 0;
    }
    std::printf("%u %u\n", count, host[blocks]);
    return 0;
}
