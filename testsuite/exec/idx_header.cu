// DESIGN part 4, Who reads the block index: functions, members and a macro of a project header in a subfolder.
// expect: handled
#include "check.h"
#include "include/position.cuh"

#pragma pt kernel
__global__ void fill(const unsigned *in, unsigned *out, unsigned n)
{
    if (place::global() >= n)
        return;
    place::span<unsigned> target = { out };
    place::span<const unsigned> source = { in };
    target.mine() = source.mine() + PLACE_BLOCKS;
}

int main()
{
    check::begin("idx_header");
    const unsigned n = 5555 * 64 - 9;
    std::vector<unsigned> in = check::mixed_vector(n), want = check::poisoned_vector<unsigned>(n + 64);
    for (unsigned i = 0; i < n; ++i)
        want[i] = in[i] + 5555;
    check::device_array<unsigned> d_in(in), out(n + 64);
    fill<<<5555, 64>>>(d_in.get(), out.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
