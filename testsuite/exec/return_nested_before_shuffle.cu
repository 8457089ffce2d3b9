// DESIGN part 4, Leaving early: the return before a full-mask shuffle stands inside an if and a loop, not at the top level.
// expect: refused: pt-leave-before-warp: leaving below the top level of the body, then a warp operation
#include "check.h"

#pragma pt kernel
__global__ void nested(const unsigned *in, unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    unsigned v = in[i];
    for (unsigned k = 0; k < 3; ++k) {
        if (v % 2 == 1) {
            if (v / 2 % 4 == k)
                return; // refused here
        }
        v += 2; // keeps the parity
    }
    unsigned leaders = __ballot_sync(0xffffffffu, true);
    unsigned x = __shfl_sync(0xffffffffu, v, __ffs(leaders) - 1);
    out[i] = x + lane;
}

int main()
{
    check::begin("return_nested_before_shuffle");
    const unsigned block = 64, blocks = 5300, n = block * blocks;
    std::vector<unsigned> in = check::mixed_vector(n), want = check::poisoned_vector<unsigned>(n);
    for (unsigned w = 0; w < n / 32; ++w) {
        bool left[32];
        unsigned value[32], first = 32;
        for (unsigned l = 0; l < 32; ++l) {
            unsigned v = in[w * 32 + l];
            left[l] = false;
            for (unsigned k = 0; k < 3 && !left[l]; ++k) {
                if (v % 2 == 1 && v / 2 % 4 == k)
                    left[l] = true;
                v += 2;
            }
            value[l] = v;
            if (!left[l] && first == 32)
                first = l;
        }
        for (unsigned l = 0; l < 32; ++l)
            if (!left[l])
                want[w * 32 + l] = value[first] + l;
    }
    check::device_array<unsigned> d_in(in), out(n);
    nested<<<blocks, block>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
