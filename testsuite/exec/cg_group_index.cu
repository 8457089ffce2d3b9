// DESIGN part 4, Who reads the block index: system headers: cg::this_thread_block().group_index() and its dim_grid().
// expect: handled
// needs: c++17
#include "check.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    cg::thread_block block = cg::this_thread_block();
    dim3 index = block.group_index();
    unsigned i = (index.y * gridDim.x + index.x) * block.size() + block.thread_rank();
    out[i] = index.x + 1000 * index.y;
}

int main()
{
    check::begin("cg_group_index");
    const dim3 grid(157, 41);
    const unsigned block = 45, n = grid.x * grid.y * block;
    std::vector<unsigned> want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = i / block % grid.x + 1000 * (i / block / grid.x);
    check::device_array<unsigned> out(n);
    fill<<<grid, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
