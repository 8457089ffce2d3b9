// DESIGN part 3, launch: mode(max), mode(groups(n)), mode(nonpt) for one launch only; the next one is as the kernel says.
// expect: handled
#include "check.h"

#pragma pt kernel schedule(dynamic, 2)
__global__ void fill(unsigned *out, unsigned factor)
{
    __shared__ unsigned tile[64];
    tile[threadIdx.x] = blockIdx.x * factor + threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}

unsigned three() { return 3; }

static void expect(const char *label, check::device_array<unsigned> &out, unsigned factor)
{
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(out.size());
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = i / 64 * factor + 63 - i % 64;
    check::equal(label, out, want);
    out.poison();
}

int main()
{
    check::begin("mode_on_launches");
    const unsigned blocks = 5107;
    const unsigned groups = blocks / 1000;
    check::device_array<unsigned> out(blocks * 64);
    check::value("groups", groups, 5);
#pragma pt launch mode(max)
    fill<<<blocks, 64>>>(out.get(), 2);
    expect("max", out, 2);
#pragma pt launch mode(groups(7))
    fill<<<blocks, 64>>>(out.get(), 3);
    expect("groups", out, 3);
#pragma pt launch mode(groups(groups + three()))
    fill<<<blocks, 64>>>(out.get(), 4);
    expect("expression", out, 4);
#pragma pt launch mode(nonpt)
    fill<<<blocks, 64>>>(out.get(), 5);
    expect("nonpt", out, 5);
    fill<<<blocks, 64>>>(out.get(), 6);
    expect("next", out, 6);
    for (unsigned k = 0; k < 3; ++k) {
#pragma pt launch mode(groups(1))
        fill<<<blocks, 64>>>(out.get(), 7 + k);
        expect("loop", out, 7 + k);
    }
#pragma pt launch mode(groups(12))
    fill<<<5, 64>>>(out.get(), 10); // more groups than blocks
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want = check::poisoned_vector<unsigned>(blocks * 64);
    for (unsigned i = 0; i < 5 * 64; ++i)
        want[i] = i / 64 * 10 + 63 - i % 64;
    check::equal("few", out, want);
    return check::finish();
}
