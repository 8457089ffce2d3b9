// DESIGN part 4, Shared memory: a kernel at the static limit (48 KiB) still builds and launches.
// expect: handled
#include "check.h"

enum { WORDS = 48 * 1024 / 4, BLOCK = 256 };

#pragma pt kernel
__global__ void full(const unsigned *in, unsigned *out)
{
    __shared__ unsigned words[WORDS];
    for (unsigned k = threadIdx.x; k < WORDS; k += BLOCK)
        words[k] = in[(blockIdx.x * 7 + k) % WORDS] + blockIdx.x;
    __syncthreads();
    unsigned sum = 0;
    for (unsigned k = threadIdx.x; k < WORDS; k += BLOCK)
        sum = sum * 31 + words[WORDS - 1 - k];
    out[blockIdx.x * BLOCK + threadIdx.x] = sum;
}

#pragma pt kernel schedule(dynamic)
__global__ void almost_full(const unsigned *in, unsigned *out)
{
    __shared__ unsigned words[WORDS - 1]; // 4 bytes left
    for (unsigned k = threadIdx.x; k < WORDS - 1; k += BLOCK)
        words[k] = in[k] ^ blockIdx.x;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = words[(threadIdx.x * 41 + blockIdx.x) % (WORDS - 1)];
}

int main()
{
    check::begin("shared_48k_static");
    const unsigned blocks = 2003, n = blocks * BLOCK;
    std::vector<unsigned> in = check::mixed_vector(WORDS), want(n), want_almost(n);
    for (unsigned b = 0; b < blocks; ++b)
        for (unsigned t = 0; t < BLOCK; ++t) {
            unsigned sum = 0;
            for (unsigned k = t; k < WORDS; k += BLOCK)
                sum = sum * 31 + in[(b * 7 + WORDS - 1 - k) % WORDS] + b;
            want[b * BLOCK + t] = sum;
            want_almost[b * BLOCK + t] = in[(t * 41 + b) % (WORDS - 1)] ^ b;
        }
    check::device_array<unsigned> d_in(in), out(n);
    full<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("full", out, want);
    out.poison();
    almost_full<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("almost", out, want_almost);
    return check::finish();
}
