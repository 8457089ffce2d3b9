// DESIGN part 4, Who reads the block index: ::blockIdx and ::gridDim, which no local can shadow; also decltype and sizeof of them.
// expect: refused: pt-block-index-in-macro: a macro names ::blockIdx
#include "check.h"

#define GLOBAL_BLOCK (::blockIdx.x)

namespace inner {
__device__ unsigned y() { return ::blockIdx.y; }
}

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    decltype(::gridDim.x) width = ::gridDim.x;
    static_assert(sizeof(blockIdx.x) == 4 && sizeof(gridDim) == 12, "sizes");
    out[(:: blockIdx.y * width + GLOBAL_BLOCK) * blockDim.x + threadIdx.x] = inner::y() * 3 + ::blockIdx . x + ::gridDim.y; // refused here
}

int main()
{
    check::begin("idx_scope_resolution");
    const dim3 grid(91, 67);
    const unsigned block = 45, n = grid.x * grid.y * block;
    std::vector<unsigned> want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = i / block / grid.x * 3 + i / block % grid.x + grid.y;
    check::device_array<unsigned> out(n);
    fill<<<grid, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
