// DESIGN part 4, Who reads the block index: the "last block" pattern counts to gridDim and finishes the sum (threadfence reduction).
// expect: handled
#include "check.h"

__device__ unsigned arrived;

#pragma pt kernel
__global__ void reduce(const unsigned *in, unsigned *partial, unsigned *result, unsigned n)
{
    __shared__ unsigned tile[256];
    __shared__ bool last;
    unsigned t = threadIdx.x, sum = 0;
    for (unsigned i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
        sum += in[i];
    tile[t] = sum;
    __syncthreads();
    for (unsigned s = 128; s > 0; s /= 2) {
        if (t < s)
            tile[t] += tile[t + s];
        __syncthreads();
    }
    if (t == 0) {
        partial[blockIdx.x] = tile[0];
        __threadfence();
        last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    sum = 0;
    for (unsigned b = t; b < gridDim.x; b += 256)
        sum += __ldcg(&partial[b]);
    __syncthreads();
    tile[t] = sum;
    __syncthreads();
    for (unsigned s = 128; s > 0; s /= 2) {
        if (t < s)
            tile[t] += tile[t + s];
        __syncthreads();
    }
    if (t == 0)
        result[0] = tile[0];
}

int main()
{
    check::begin("last_block");
    const unsigned n = 2000003, blocks = 5171;
    std::vector<unsigned> in = check::mixed_vector(n);
    unsigned sum = 0;
    for (unsigned v : in)
        sum += v;
    check::device_array<unsigned> d_in(in), partial(blocks), result(1);
    for (int round = 0; round < 3; ++round) {
        partial.poison();
        result.poison();
        reduce<<<blocks - round, 256>>>(d_in.get(), partial.get(), result.get(), n);
        CUDA_OK(cudaGetLastError());
        check::equal("sum", result, std::vector<unsigned>(1, sum));
    }
    return check::finish();
}
