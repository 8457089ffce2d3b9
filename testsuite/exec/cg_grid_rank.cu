// DESIGN part 4, Who reads the block index: cg::this_grid() ranks and sizes (no sync).
// expect: either: cooperative groups read the block index in a system header
// needs: c++17
#include "check.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    cg::grid_group grid = cg::this_grid();
    out[grid.thread_rank()] = static_cast<unsigned>(grid.block_rank() * 3 + grid.size() + grid.num_blocks()) + grid.dim_blocks().x;
}

int main()
{
    check::begin("cg_grid_rank");
    const dim3 grid(57, 13, 9);
    const unsigned block = 45, blocks = grid.x * grid.y * grid.z, n = blocks * block;
    std::vector<unsigned> want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = i / block * 3 + n + blocks + grid.x;
    check::device_array<unsigned> out(n);
    fill<<<grid, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
