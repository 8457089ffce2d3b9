// DESIGN part 4, Leaving early: lanes return before __syncwarp(); the others exchange through shared memory.
// expect: handled
#include "check.h"

enum { BLOCK = 128 };

#pragma pt kernel
__global__ void warp_exchange(const unsigned *in, unsigned *out)
{
    __shared__ unsigned slots[BLOCK];
    unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t, lane = t % 32;
    slots[t] = in[i];
    __syncwarp();
    if (in[i] % 3 == 0)
        return;
    unsigned x = slots[t - lane + (lane + 5) % 32];
    __syncwarp();
    slots[t] = x * 3;
    __syncwarp(0xffffffffu);
    out[i] = slots[t - lane + (lane + 9) % 32];
}

int main()
{
    check::begin("return_before_syncwarp");
    const unsigned blocks = 7001, n = blocks * BLOCK;
    std::vector<unsigned> in = check::mixed_vector(n), want = check::poisoned_vector<unsigned>(n);
    for (unsigned i = 0; i < n; ++i) {
        if (in[i] % 3 == 0)
            continue;
        unsigned other = i / 32 * 32 + (i + 9) % 32;
        want[i] = in[other] % 3 == 0 ? in[other] : 3 * in[other / 32 * 32 + (other + 5) % 32];
    }
    check::device_array<unsigned> d_in(in), out(n);
    warp_exchange<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
