// DESIGN part 4, Leaving early: lanes return before shuffles with a full mask, which wait only for lanes that have not exited.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void warp_sums(const unsigned *in, unsigned *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned v = in[i];
    for (int offset = 16; offset > 0; offset /= 2) {
        unsigned other = __shfl_down_sync(0xffffffffu, v, offset);
        if (threadIdx.x % 32 + offset < 32 && i + offset < n)
            v += other;
    }
    if (threadIdx.x % 32 == 0)
        out[i / 32] = v;
}

#pragma pt kernel
__global__ void first_of_odd(const unsigned *in, unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    if (lane % 2 == 0)
        return;
    unsigned v = in[i];
    unsigned first = __shfl_sync(0xffffffffu, v, 1);
    unsigned partner = __shfl_xor_sync(0xffffffffu, v, 2);
    unsigned before = __shfl_up_sync(0xffffffffu, v, 2);
    out[i] = first ^ (partner + (lane >= 3 ? before : 0));
}

int main()
{
    check::begin("return_before_shuffle");
    const unsigned n = 1000003, block = 96;
    std::vector<unsigned> in = check::mixed_vector(n + block), want = check::poisoned_vector<unsigned>(n / 32 + 8);
    for (unsigned w = 0; w * 32 < n; ++w) {
        unsigned v[32], next[32];
        for (unsigned l = 0; l < 32; ++l)
            v[l] = in[w * 32 + l];
        for (unsigned offset = 16; offset > 0; offset /= 2) {
            for (unsigned l = 0; l < 32; ++l)
                next[l] = l + offset < 32 && w * 32 + l + offset < n ? v[l] + v[l + offset] : v[l];
            std::memcpy(v, next, sizeof v);
        }
        want[w] = v[0];
    }
    check::device_array<unsigned> d_in(in), out(want.size());
    warp_sums<<<(n + block - 1) / block, block>>>(d_in.get(), out.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("sums", out, want);

    const unsigned blocks = 5555, m = blocks * block;
    std::vector<unsigned> odd = check::poisoned_vector<unsigned>(m);
    for (unsigned i = 0; i < m; ++i)
        if (i % 2 == 1)
            odd[i] = in[i / 32 * 32 + 1] ^ (in[i ^ 2] + (i % 32 >= 3 ? in[i - 2] : 0));
    check::device_array<unsigned> out_odd(m);
    first_of_odd<<<blocks, block>>>(d_in.get(), out_odd.get());
    CUDA_OK(cudaGetLastError());
    check::equal("odd", out_odd, odd);
    return check::finish();
}
