// DESIGN part 4, Who reads the block index: default member initialisers, run by a constructor nobody wrote.
// expect: handled
#include "check.h"

struct place {
    unsigned block = blockIdx.x, grid = gridDim.x;
    __device__ place() {}
};

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    place p;
    out[p.block * blockDim.x + threadIdx.x] = p.block * 5 + p.grid;
}

int main()
{
    check::begin("idx_default_member_initialiser");
    const unsigned blocks = 5150, block = 35, n = blocks * block;
    std::vector<unsigned> want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = i / block * 5 + blocks;
    check::device_array<unsigned> out(n);
    fill<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
