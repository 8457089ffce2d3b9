// Some threads of a block leave a loop in which a library waits for all of them: in the last turn, where n is not rounded up.
// sanitizer: none
// report: left_by_some.cu:16: sums: block: [0,0,0], thread: [31,0,0]
// report: Assertion `all threads of the block go the same way here` failed.
// status: 1
#include <cstdio>
#include <cuda_runtime.h>

#include "library/waits.cuh"

#pragma pt kernel schedule(static) groups(1)
__global__ void sums(unsigned *out, unsigned n)
{
    unsigned sum = 0;
    const unsigned step = blockIdx.x < 3 ? 32 : 33;
    for (unsigned i = threadIdx.x; i < n; i += step)
        sum += library::block_sum(i);
    out[blockIdx.x] = sum;
}

int main()
{
    unsigned *out;
    cudaMalloc(&out, 8 * sizeof *out);
    sums<<<8, 32>>>(out, 64);
    const cudaError_t ended = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(ended));
    return ended == cudaErrorAssert;
}
