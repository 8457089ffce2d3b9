// DESIGN part 4, Who reads the block index: cg::this_grid() ranks and sizes (no sync), as members, through free functions, in helpers.
// expect: handled
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

__device__ unsigned place(const cg::grid_group &grid) { return static_cast<unsigned>(cg::thread_rank(grid)); }

#pragma pt kernel
__global__ void in_helper(unsigned *out)
{
    const auto grid = cg::this_grid();
    out[place(grid)] = static_cast<unsigned>(cg::group_size(grid)) + cg::this_grid().block_index().y + cg::grid_group::dim_threads().z;
}

#pragma pt kernel
template <class T> __global__ void in_template(T *out, unsigned n)
{
    auto grid = cg::this_grid();
    const auto *again = &grid;
    if (grid.thread_rank() >= n)
        return;
    out[again->thread_rank()] = grid.thread_index().x + again->group_dim().y;
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
    out.poison();
    for (unsigned i = 0; i < n; ++i)
        want[i] = n + i / block / grid.x % grid.y + grid.z;
    in_helper<<<grid, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("in_helper", out, want);
    out.poison();
    for (unsigned i = 0; i < n; ++i)
        want[i] = i < n - 7 ? i / block % grid.x * block + i % block + grid.y : check::poisoned<unsigned>();
    in_template<<<grid, block>>>(out.get(), n - 7);
    CUDA_OK(cudaGetLastError());
    check::equal("in_template", out, want);
    return check::finish();
}
