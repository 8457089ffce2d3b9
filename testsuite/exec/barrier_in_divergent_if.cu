// DESIGN part 4, Leaving early: a barrier inside `if (i < n) { ... }` with nothing behind it: the others fall off the end and exit.
// expect: handled
#include "check.h"

enum { BLOCK = 128 };

#pragma pt kernel
__global__ void inside_if(const unsigned *in, unsigned *out, unsigned n)
{
    __shared__ unsigned tile[BLOCK];
    unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    tile[t] = t;
    __syncthreads();
    if (i < n && t < blockIdx.x % BLOCK) {
        unsigned x = tile[(t + 1) % BLOCK];
        __syncthreads();
        tile[t] = in[i] + x;
        __syncthreads();
        out[i] = tile[BLOCK - 1 - t];
    }
}

int main()
{
    check::begin("barrier_in_divergent_if");
    const unsigned n = 5050 * BLOCK - 13;
    std::vector<unsigned> in = check::mixed_vector(n), want = check::poisoned_vector<unsigned>(n + BLOCK);
    for (unsigned i = 0; i < n; ++i) {
        unsigned t = i % BLOCK, b = i / BLOCK, o = BLOCK - 1 - t, j = b * BLOCK + o;
        if (t < b % BLOCK)
            want[i] = j < n && o < b % BLOCK ? in[j] + (o + 1) % BLOCK : o;
    }
    check::device_array<unsigned> d_in(in), out(n + BLOCK);
    inside_if<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(d_in.get(), out.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
