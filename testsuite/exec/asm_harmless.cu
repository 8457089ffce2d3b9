// DESIGN part 4, Who reads the block index: inline assembly that does not (lane id, byte permutation, named operands) is left alone.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void fill(const unsigned *in, unsigned *out)
{
    unsigned lane, swapped, i = blockIdx.x * blockDim.x + threadIdx.x;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm("prmt.b32 %0, %1, 0, 0x0123;" : "=r"(swapped) : "r"(in[i]));
    asm volatile("{ .reg .u32 t; add.u32 t, %1, %2; mov.u32 %0, t; }" : "=r"(swapped) : "r"(swapped), "r"(blockIdx.x));
    out[i] = swapped + lane;
}

int main()
{
    check::begin("asm_harmless");
    const unsigned blocks = 5150, block = 96, n = blocks * block;
    std::vector<unsigned> in = check::mixed_vector(n), want(n);
    for (unsigned i = 0; i < n; ++i) {
        unsigned v = in[i];
        want[i] = (v >> 24 | (v >> 8 & 0xff00) | (v << 8 & 0xff0000) | v << 24) + i / block + i % 32;
    }
    check::device_array<unsigned> d_in(in), out(n);
    fill<<<blocks, block>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
