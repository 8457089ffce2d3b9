// DESIGN part 4, Leaving early: single threads return while others of the block go on to __syncthreads().
// expect: handled
#include "check.h"

enum { BLOCK = 160 };

#pragma pt kernel
__global__ void phases(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[BLOCK];
    unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    unsigned v = in[i];
    tile[t] = v;
    __syncthreads();
    if (v % 5 == 0)
        return; // a leaver that ran ahead would write the next item's value into its slot
    unsigned x = tile[(t + 1) % BLOCK];
    for (unsigned k = 0; k < v % 64; ++k)
        x = check::mix(x);
    __syncthreads();
    tile[t] = x;
    __syncthreads();
    if (v % 11 == 0)
        ret\
urn;
    unsigned y = tile[(t + 37) % BLOCK];
    __syncthreads();
    out[i] = y ^ blockIdx.x;
}

int main()
{
    check::begin("return_before_barrier_thread");
    const unsigned blocks = 6007, n = blocks * BLOCK;
    std::vector<unsigned> in = check::mixed_vector(n), want = check::poisoned_vector<unsigned>(n);
    for (unsigned b = 0; b < blocks; ++b) {
        const unsigned *v = &in[b * BLOCK];
        unsigned tile[BLOCK];
        for (unsigned t = 0; t < BLOCK; ++t) {
            unsigned x = v[(t + 1) % BLOCK];
            for (unsigned k = 0; k < v[t] % 64; ++k)
                x = check::mix(x);
            tile[t] = v[t] % 5 == 0 ? v[t] : x;
        }
        for (unsigned t = 0; t < BLOCK; ++t)
            if (v[t] % 5 != 0 && v[t] % 11 != 0)
                want[b * BLOCK + t] = tile[(t + 37) % BLOCK] ^ b;
    }
    check::device_array<unsigned> d_in(in), out(n);
    phases<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
