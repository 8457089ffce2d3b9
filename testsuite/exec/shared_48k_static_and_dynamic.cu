// DESIGN part 4, Shared memory: static and dynamic together exactly at 48 KiB, without opt-in: the fetch slot must not push it over.
// expect: handled
#include "check.h"

enum { STATIC_WORDS = 16 * 1024 / 4, DYNAMIC_WORDS = 32 * 1024 / 4, BLOCK = 512 };

#pragma pt kernel schedule(dynamic, 1)
__global__ void both(const unsigned *in, unsigned *out)
{
    __shared__ unsigned fixed[STATIC_WORDS];
    extern __shared__ unsigned dynamic[];
    for (unsigned k = threadIdx.x; k < STATIC_WORDS; k += BLOCK)
        fixed[k] = in[k] + blockIdx.x;
    for (unsigned k = threadIdx.x; k < DYNAMIC_WORDS; k += BLOCK)
        dynamic[k] = in[k] * (blockIdx.x + 1);
    __syncthreads();
    unsigned sum = 0;
    for (unsigned k = threadIdx.x; k < DYNAMIC_WORDS; k += BLOCK)
        sum = sum * 17 + dynamic[DYNAMIC_WORDS - 1 - k] + fixed[k % STATIC_WORDS];
    out[blockIdx.x * BLOCK + threadIdx.x] = sum;
}

int main()
{
    check::begin("shared_48k_static_and_dynamic");
    const unsigned blocks = 1500, n = blocks * BLOCK;
    std::vector<unsigned> in = check::mixed_vector(DYNAMIC_WORDS), want(n);
    for (unsigned b = 0; b < blocks; ++b)
        for (unsigned t = 0; t < BLOCK; ++t) {
            unsigned sum = 0;
            for (unsigned k = t; k < DYNAMIC_WORDS; k += BLOCK)
                sum = sum * 17 + in[DYNAMIC_WORDS - 1 - k] * (b + 1) + in[k % STATIC_WORDS] + b;
            want[b * BLOCK + t] = sum;
        }
    check::device_array<unsigned> d_in(in), out(n);
    both<<<blocks, BLOCK, DYNAMIC_WORDS * 4>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
