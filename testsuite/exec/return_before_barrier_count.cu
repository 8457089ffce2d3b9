// DESIGN part 4, Leaving early: threads return before __syncthreads_count(), which counts only those that have not exited.
// expect: handled
#include "check.h"

enum { BLOCK = 96 };

#pragma pt kernel
__global__ void counts(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[BLOCK];
    unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t, v = in[i];
    tile[t] = v;
    __syncthreads();
    if (v % 5 == 0)
        return;
    int even = __syncthreads_count(v % 2 == 0);
    unsigned x = tile[(t + 1) % BLOCK];
    __syncthreads();
    if (v % 7 == 0)
        return;
    int odd = __syncthreads_count(v % 2);
    out[i] = x + 1000 * even + odd;
}

int main()
{
    check::begin("return_before_barrier_count");
    const unsigned blocks = 5100, n = blocks * BLOCK;
    std::vector<unsigned> in = check::mixed_vector(n), want = check::poisoned_vector<unsigned>(n);
    for (unsigned b = 0; b < blocks; ++b) {
        const unsigned *v = &in[b * BLOCK];
        unsigned even = 0, odd = 0;
        for (unsigned t = 0; t < BLOCK; ++t) {
            even += v[t] % 5 != 0 && v[t] % 2 == 0;
            odd += v[t] % 5 != 0 && v[t] % 7 != 0 && v[t] % 2 == 1;
        }
        for (unsigned t = 0; t < BLOCK; ++t)
            if (v[t] % 5 != 0 && v[t] % 7 != 0)
                want[b * BLOCK + t] = v[(t + 1) % BLOCK] + 1000 * even + odd;
    }
    check::device_array<unsigned> d_in(in), out(n);
    counts<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
