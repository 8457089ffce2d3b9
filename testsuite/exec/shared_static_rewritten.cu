// DESIGN part 4, Shared memory: a static tile is written again by the next item; only a barrier between items keeps them apart.
// expect: handled
#include "check.h"

enum { BLOCK = 256 };

#pragma pt kernel
__global__ void far_read(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[BLOCK];
    unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    tile[t] = in[i];
    __syncthreads();
    unsigned x = 0;
    if (t >= 128) // the upper warps are late: the lower ones are already in the next item
        for (unsigned k = 0; k < 40; ++k)
            x = check::mix(x + k);
    out[i] = tile[(t + 128) % BLOCK] + (x & 1);
}

int main()
{
    check::begin("shared_static_rewritten");
    const unsigned blocks = 9001, n = blocks * BLOCK;
    std::vector<unsigned> in = check::mixed_vector(n), want(n);
    unsigned x = 0;
    for (unsigned k = 0; k < 40; ++k)
        x = check::mix(x + k);
    for (unsigned i = 0; i < n; ++i)
        want[i] = in[i / BLOCK * BLOCK + (i + 128) % BLOCK] + (i % BLOCK >= 128 ? x & 1 : 0);
    check::device_array<unsigned> d_in(in), out(n);
    far_read<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
