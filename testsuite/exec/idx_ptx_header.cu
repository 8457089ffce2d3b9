// DESIGN part 4, Who reads the block index: cuda::ptx::get_sreg_ctaid_x() of a system header.
// expect: refused: pt-library-block-index: a system header reads the block index
// needs: c++17
#include "check.h"
#include <cuda/ptx>

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    unsigned block = cuda::ptx::get_sreg_ctaid_x(), grid = cuda::ptx::get_sreg_nctaid_x(); // refused here
    out[blockIdx.x * blockDim.x + threadIdx.x] = block * 3 + grid;
}

int main()
{
    check::begin("idx_ptx_header");
    const unsigned blocks = 5150, block = 35, n = blocks * block;
    std::vector<unsigned> want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = i / block * 3 + blocks;
    check::device_array<unsigned> out(n);
    fill<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
