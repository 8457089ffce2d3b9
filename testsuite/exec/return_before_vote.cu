// DESIGN part 4, Leaving early: lanes return before votes and matches with a full mask.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void votes(const unsigned *in, unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = in[i];
    if (v % 6 == 0)
        return;
    unsigned ballot = __ballot_sync(0xffffffffu, v % 2 == 0);
    int all = __all_sync(0xffffffffu, v % 6 != 0);
    int any = __any_sync(0xffffffffu, v % 32 == 0);
    unsigned same = __match_any_sync(0xffffffffu, v % 4);
    out[4 * i] = ballot;
    out[4 * i + 1] = all != 0;
    out[4 * i + 2] = any != 0;
    out[4 * i + 3] = same;
}

#pragma pt kernel
__global__ void reduces(const unsigned *in, unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] % 3 == 0)
        return;
#if __CUDA_ARCH__ >= 800
    out[i] = __reduce_add_sync(0xffffffffu, in[i]) ^ __reduce_max_sync(0xffffffffu, in[i]);
#else
    out[i] = 0;
#endif
}

int main()
{
    check::begin("return_before_vote");
    const unsigned block = 64, blocks = 5101, n = block * blocks;
    std::vector<unsigned> in = check::mixed_vector(n);
    std::vector<unsigned> want = check::poisoned_vector<unsigned>(4 * n), want_reduced = check::poisoned_vector<unsigned>(n);
    for (unsigned w = 0; w < n / 32; ++w) {
        unsigned ballot = 0, any = 0, same[4] = {}, sum = 0, maximum = 0;
        for (unsigned l = 0; l < 32; ++l) {
            unsigned v = in[w * 32 + l];
            if (v % 6 != 0) {
                ballot |= (v % 2 == 0 ? 1u : 0u) << l;
                any |= v % 32 == 0;
                same[v % 4] |= 1u << l;
            }
            if (v % 3 != 0) {
                sum += v;
                maximum = v > maximum ? v : maximum;
            }
        }
        for (unsigned l = 0; l < 32; ++l) {
            unsigned i = w * 32 + l, v = in[i];
            if (v % 6 != 0) {
                want[4 * i] = ballot;
                want[4 * i + 1] = 1;
                want[4 * i + 2] = any;
                want[4 * i + 3] = same[v % 4];
            }
            if (v % 3 != 0)
                want_reduced[i] = sum ^ maximum;
        }
    }
    check::device_array<unsigned> d_in(in), out(4 * n), reduced(n);
    votes<<<blocks, block>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("votes", out, want);
    reduces<<<blocks, block>>>(d_in.get(), reduced.get());
    CUDA_OK(cudaGetLastError());
    check::equal("reduced", reduced, want_reduced);
    return check::finish();
}
