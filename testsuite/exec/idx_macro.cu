// DESIGN part 4, Who reads the block index: macros, object- and function-like, nested, pasted, in the body and in helpers.
// expect: handled
#include "check.h"

#define BLOCK_X blockIdx.x
#define PASTE(a, b) a##b
#define INDEX(dimension) (PASTE(block, Idx).dimension * PASTE(block, Dim).dimension + PASTE(thread, Idx).dimension)
#define GRID gridDim
#define FOR_ALL(i, n) for (unsigned i = INDEX(x); i < (n); i += GRID.x * blockDim.x)
#define LOAD(array, i) ((array)[(i)] + BLOCK_X)

__device__ unsigned helper() { return BLOCK_X * 2; }

#pragma pt kernel
__global__ void fill(const unsigned *in, unsigned *out, unsigned n)
{
    FOR_ALL(i, n)
        out[i] = LOAD(in, i) + helper();
}

int main()
{
    check::begin("idx_macro");
    const unsigned blocks = 5150, block = 35, threads = blocks * block, n = 2 * threads + 1234;
    std::vector<unsigned> in = check::mixed_vector(n), want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = in[i] + 3 * (i % threads / block);
    check::device_array<unsigned> d_in(in), out(n);
    fill<<<blocks, block>>>(d_in.get(), out.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
