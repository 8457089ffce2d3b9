// DESIGN part 4, Leaving early: `bar.sync` in inline assembly behind a possible leaver.
// expect: refused: pt-leave-before-library-barrier: a barrier in inline assembly behind a return
#include "check.h"

enum { BLOCK = 96 };

#pragma pt kernel
__global__ void assembly_barrier(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[BLOCK];
    unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    tile[t] = in[i];
    asm volatile("bar.sync 0;" ::: "memory");
    if (in[i] % 3 == 0)
        return;
    unsigned x = tile[(t + 1) % BLOCK];
    for (unsigned k = 0; k < in[i] % 64; ++k)
        x = check::mix(x);
    asm volatile("bar.sync 0;" ::: "memory"); // refused here
    tile[t] = x;
    asm volatile("bar.sync 0;" ::: "memory");
    out[i] = tile[(t + 9) % BLOCK];
}

int main()
{
    check::begin("return_before_bar_sync_asm");
    const unsigned blocks = 5150, n = blocks * BLOCK;
    std::vector<unsigned> in = check::mixed_vector(n), want = check::poisoned_vector<unsigned>(n);
    for (unsigned b = 0; b < blocks; ++b) {
        const unsigned *v = &in[b * BLOCK];
        unsigned tile[BLOCK];
        for (unsigned t = 0; t < BLOCK; ++t) {
            tile[t] = v[t] % 3 == 0 ? v[t] : v[(t + 1) % BLOCK];
            for (unsigned k = 0; v[t] % 3 != 0 && k < v[t] % 64; ++k)
                tile[t] = check::mix(tile[t]);
        }
        for (unsigned t = 0; t < BLOCK; ++t)
            if (v[t] % 3 != 0)
                want[b * BLOCK + t] = tile[(t + 9) % BLOCK];
    }
    check::device_array<unsigned> d_in(in), out(n);
    assembly_barrier<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
