// cg::grid_group's questions, for the software grid: what ptcc puts in place of `grid.thread_rank()` and the like.
//
// In:  the software block and grid. Out: what the group's members of the same names give in the original kernel.
// Source: CUDA C++ Programming Guide, "Cooperative Groups", grid group.
#ifndef PT_GRID_CUH
#define PT_GRID_CUH

namespace pt {

static __device__ __forceinline__ unsigned long long grid_blocks(const dim3 &grid)
{
    return static_cast<unsigned long long>(grid.x) * grid.y * grid.z;
}

static __device__ __forceinline__ unsigned long long grid_block_rank(const uint3 &block, const dim3 &grid)
{
    return (static_cast<unsigned long long>(block.z) * grid.y + block.y) * grid.x + block.x;
}

static __device__ __forceinline__ unsigned block_threads() { return ::blockDim.x * ::blockDim.y * ::blockDim.z; }

static __device__ __forceinline__ unsigned long long grid_size(const dim3 &grid) { return grid_blocks(grid) * block_threads(); }

static __device__ __forceinline__ unsigned long long grid_thread_rank(const uint3 &block, const dim3 &grid)
{
    return grid_block_rank(block, grid) * block_threads() +
           (::threadIdx.z * ::blockDim.y + ::threadIdx.y) * ::blockDim.x + ::threadIdx.x;
}

static __device__ __forceinline__ dim3 grid_block_index(const uint3 &block) { return dim3(block.x, block.y, block.z); }

static __device__ __forceinline__ dim3 grid_dim_threads(const dim3 &grid)
{
    return dim3(grid.x * ::blockDim.x, grid.y * ::blockDim.y, grid.z * ::blockDim.z);
}

static __device__ __forceinline__ dim3 grid_thread_index(const uint3 &block)
{
    return dim3(block.x * ::blockDim.x + ::threadIdx.x, block.y * ::blockDim.y + ::threadIdx.y,
                block.z * ::blockDim.z + ::threadIdx.z);
}

} // namespace pt

#endif
