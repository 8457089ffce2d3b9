// DESIGN part 4, Leaving early: whole blocks return before a later __syncthreads().
// expect: handled
#include "check.h"

enum { BLOCK = 96 };

#pragma pt kernel
__global__ void reverse_tiles(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[BLOCK];
    if (blockIdx.x % 3 == 1)
        return;
    unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    tile[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = tile[BLOCK - 1 - threadIdx.x];
}

int main()
{
    check::begin("return_before_barrier_uniform");
    const unsigned blocks = 5431, n = blocks * BLOCK;
    std::vector<unsigned> in = check::mixed_vector(n), want = check::poisoned_vector<unsigned>(n);
    for (unsigned b = 0; b < blocks; ++b)
        for (unsigned t = 0; b % 3 != 1 && t < BLOCK; ++t)
            want[b * BLOCK + t] = in[b * BLOCK + BLOCK - 1 - t];
    check::device_array<unsigned> d_in(in), out(n);
    reverse_tiles<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
