// A loop with five launches in its body, `argv[1]` times over, and that `argv[2]` times: how its steps are launched is told with
// PTRT_VERBOSE=1, and the sum of what they give is the same without.
#include <cstdio>
#include <cstdlib>
#include <vector>

#pragma pt kernel
__global__ void first(unsigned *a, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = a[i] * 3u + i;
}

#pragma pt kernel
__global__ void second(unsigned *a, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] ^= a[i] >> 3u;
}

int main(int argc, char **argv)
{
    const unsigned n = 1000, grid = (n + 63u) / 64u;
    const int rounds = argc > 1 ? atoi(argv[1]) : 0, times = argc > 2 ? atoi(argv[2]) : 0;
    std::vector<unsigned> all(n, 1u);
    unsigned *a = nullptr, sum = 0;
    cudaMalloc(&a, n * sizeof *a);
    cudaMemcpy(a, all.data(), n * sizeof *a, cudaMemcpyHostToDevice);
    for (int t = 0; t < times; t++) {
#pragma pt loop
        for (int i = 0; i < rounds; i++) {
            first<<<grid, 64>>>(a, n);
            second<<<grid, 64>>>(a, n);
            first<<<grid, 64>>>(a, n / 2u);
            first<<<grid, 64>>>(a, n / 3u);
            second<<<grid, 64>>>(a, n / 4u);
        }
    }
    cudaMemcpy(all.data(), a, n * sizeof *a, cudaMemcpyDeviceToHost);
    for (unsigned x : all)
        sum = sum * 5u + x;
    printf("%u %s\n", sum, cudaGetErrorString(cudaGetLastError()));
    return 0;
}
