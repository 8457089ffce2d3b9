// DESIGN part 4, Shared memory: each warp uses slots of its own, without any block barrier; leavers in every warp.
// expect: handled
#include "check.h"

enum { BLOCK = 128 };

#pragma pt kernel
__global__ void warp_slots(const unsigned *in, unsigned *out, unsigned n)
{
    __shared__ unsigned slot[BLOCK / 32];
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32, i = blockIdx.x * BLOCK + threadIdx.x;
    if (lane == 31)
        slot[warp] = i < n ? in[i] : 17;
    __syncwarp();
    if (i >= n)
        return;
    unsigned x = in[i];
    for (unsigned left = (x + warp) % 40; left > 0; --left)
        x = check::mix(x);
    out[i] = slot[warp] + x;
}

int main()
{
    check::begin("shared_per_warp");
    const unsigned n = 7777 * BLOCK - 45;
    std::vector<unsigned> in = check::mixed_vector(n), want = check::poisoned_vector<unsigned>(n + BLOCK);
    for (unsigned i = 0; i < n; ++i) {
        unsigned last = i / 32 * 32 + 31, x = in[i];
        for (unsigned left = (x + i % BLOCK / 32) % 40; left > 0; --left)
            x = check::mix(x);
        want[i] = (last < n ? in[last] : 17) + x;
    }
    check::device_array<unsigned> d_in(in), out(n + BLOCK);
    warp_slots<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(d_in.get(), out.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
