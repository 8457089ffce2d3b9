// DESIGN part 4, Who reads the block index: 1-D grids of millions of blocks.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void fill(unsigned *out) { out[blockIdx.x] = blockIdx.x * 5 + gridDim.x; }

#pragma pt kernel
__global__ void count(unsigned long long *sum)
{
    if (threadIdx.x == 0)
        atomicAdd(sum, static_cast<unsigned long long>(blockIdx.x) + 1);
}

int main()
{
    check::begin("grid_huge_x");
    const unsigned blocks = 3000001;
    std::vector<unsigned> want(blocks);
    for (unsigned b = 0; b < blocks; ++b)
        want[b] = b * 5 + blocks;
    check::device_array<unsigned> out(blocks);
    fill<<<blocks, 1>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    check::device_array<unsigned long long> sum(1);
    sum.zero();
    count<<<blocks, 33>>>(sum.get());
    CUDA_OK(cudaGetLastError());
    check::equal("sum", sum, std::vector<unsigned long long>(1, blocks * (blocks + 1ull) / 2));
    return check::finish();
}
