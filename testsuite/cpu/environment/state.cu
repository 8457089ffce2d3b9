// How often what is done once a group is done, and how many blocks it has been done for: with each setting of PTRT_....
#include <cstdio>
#include <pt/pt.cuh>

#pragma pt kernel schedule(dynamic)
__global__ void count(unsigned *first, unsigned *last, unsigned *blocks, unsigned *group)
{
    #pragma pt state
    unsigned seen = 0;
    #pragma pt state
    { if (threadIdx.x == 0) atomicAdd(first, 1u); }
    seen++;
    #pragma pt finish
    {
        if (threadIdx.x == 0) {
            atomicAdd(last, 1u);
            atomicAdd(blocks, seen);
            atomicAdd(&group[pt_group_id()], seen);
        }
    }
}

int main()
{
    const unsigned most = 24;
    unsigned *all, counted[3 + most];
    cudaMalloc(&all, sizeof counted);
    cudaMemset(all, 0, sizeof counted);
    count<<<dim3(4, 3, 2), 64>>>(all, all + 1, all + 2, all + 3);
    cudaMemcpy(counted, all, sizeof counted, cudaMemcpyDeviceToHost);
    unsigned groups = 0, sum = 0;
    for (unsigned i = 0; i < most; i++) {
        groups += counted[3 + i] != 0;
        sum += counted[3 + i];
    }
    if (counted[0] == counted[1] && counted[2] == most && sum == most)
        std::printf("%u %u\n", counted[1], groups);
    else
        std::printf("%u %u %u %u\n", counted[0], counted[1], counted[2], sum);
}
