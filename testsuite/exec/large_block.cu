// DESIGN part 4, Shared memory and resources: blocks of 1024 threads with many registers, and kernels where one group an SM is resident.
// expect: handled
#include "check.h"

#pragma pt kernel schedule(dynamic)
__global__ void __launch_bounds__(1024) wide(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[1024];
    unsigned state[24], t = threadIdx.x, i = blockIdx.x * 1024 + t;
    for (unsigned k = 0; k < 24; ++k)
        state[k] = in[i] + k;
    for (unsigned round = 0; round < 3; ++round)
        for (unsigned k = 0; k < 24; ++k)
            state[k] = state[k] * 1664525u + state[(k + 5) % 24];
    unsigned sum = 0;
    for (unsigned k = 0; k < 24; ++k)
        sum ^= state[k];
    tile[t] = sum;
    __syncthreads();
    out[i] = tile[1023 - t];
}

int main()
{
    check::begin("large_block");
    const unsigned blocks = 1501, n = blocks * 1024;
    std::vector<unsigned> in = check::mixed_vector(n), sums(n), want(n);
    for (unsigned i = 0; i < n; ++i) {
        unsigned state[24], sum = 0;
        for (unsigned k = 0; k < 24; ++k)
            state[k] = in[i] + k;
        for (unsigned round = 0; round < 3; ++round)
            for (unsigned k = 0; k < 24; ++k)
                state[k] = state[k] * 1664525u + state[(k + 5) % 24];
        for (unsigned k = 0; k < 24; ++k)
            sum ^= state[k];
        sums[i] = sum;
    }
    for (unsigned i = 0; i < n; ++i)
        want[i] = sums[i / 1024 * 1024 + 1023 - i % 1024];
    check::device_array<unsigned> d_in(in), out(n);
    wide<<<blocks, 1024>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
