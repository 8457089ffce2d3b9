// DESIGN part 4, Leaving early: warps are whole again before each item, however diverged the last one ended.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void diverge(const unsigned *in, unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    unsigned v = in[i];
    unsigned sum = v;
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, offset);
    out[i] = sum ^ __ballot_sync(0xffffffffu, v & 1) ^ __ballot_sync(0xffffffffu, true);
    // the end of the item: lanes take very different times and ways
    if (lane % 3 == 0) {
        for (unsigned k = 0; k < v % 97; ++k)
            v = check::mix(v);
        if (v == 12345)
            out[i] = 0;
        return;
    }
    if (v % 2 == 0)
        return;
    for (unsigned k = 0; k < lane; ++k)
        v = check::mix(v);
    if (v == 54321)
        out[i] = 1;
}

int main()
{
    check::begin("warps_whole_again");
    const unsigned block = 64, blocks = 8009, n = block * blocks;
    std::vector<unsigned> in = check::mixed_vector(n), want(n);
    for (unsigned w = 0; w < n / 32; ++w) {
        unsigned sum = 0, ballot = 0;
        for (unsigned l = 0; l < 32; ++l) {
            sum += in[w * 32 + l];
            ballot |= (in[w * 32 + l] & 1) << l;
        }
        for (unsigned l = 0; l < 32; ++l)
            want[w * 32 + l] = sum ^ ballot ^ 0xffffffffu;
    }
    check::device_array<unsigned> d_in(in), out(n);
    diverge<<<blocks, block>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
