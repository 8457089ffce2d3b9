// order(longest), told: launches that leave an error of CUDA's behind, blocks that have run, and launches that had another order than the
// first one, if there is one group.
#include <cstdio>
#include <pt/pt.cuh>

#pragma pt kernel schedule(dynamic) order(longest)
__global__ void k(unsigned *begun, unsigned *first)
{
    if (atomicAdd(begun, 1u) % gridDim.x == 0)
        *first = blockIdx.x;
    for (const long long begin = clock64(); blockIdx.x == 500 && clock64() - begin < 50000000;)
        ;
}

int main()
{
    unsigned *begun, *first, count = 0, errors = 0, others = 0;
    cudaMalloc(&begun, 4);
    cudaMalloc(&first, 4);
    cudaMemset(begun, 0, 4);
    for (int i = 0; i < 3; i++) {
        unsigned block = 0;
        k<<<1000, 1>>>(begun, first);
        errors += cudaGetLastError() != cudaSuccess;
        cudaMemcpy(&block, first, 4, cudaMemcpyDeviceToHost);
        others += block != 0;
    }
    cudaMemcpy(&count, begun, 4, cudaMemcpyDeviceToHost);
    printf("%u %u %u\n", errors, count, others);
}
