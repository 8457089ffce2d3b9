// DESIGN part 4, Who reads the block index: free functions to some depth, also passing it on by reference and as dim3.
// expect: handled
#include "check.h"

static __device__ unsigned position() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ __forceinline__ unsigned blocks_total() { return gridDim.x * gridDim.y; }
__device__ __noinline__ unsigned row() { return blockIdx.y; }
__device__ unsigned deep(unsigned level) { return level == 0 ? row() : 1 + position() % 2; }
__device__ unsigned deeper(unsigned level) { return deep(level) + blocks_total(); }
__device__ unsigned by_reference(const uint3 &block, const dim3 &grid) { return block.y * grid.x + block.x; }
__device__ unsigned by_value(dim3 block) { return block.x + block.y + block.z; }
__device__ unsigned by_pointer(const uint3 *block) { return block->x * 3 + block->z; }

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    unsigned width = gridDim.x * blockDim.x;
    const uint3 copy = blockIdx;
    dim3 shape(gridDim);
    unsigned value = deeper(0) + 10 * deeper(1) + 100 * by_reference(blockIdx, gridDim) + by_value(blockIdx) + by_pointer(&copy);
    out[row() * width + position()] = value + copy.x + shape.y;
}

int main()
{
    check::begin("idx_free_function");
    const dim3 grid(131, 47), block(70);
    std::vector<unsigned> want(grid.x * grid.y * block.x);
    for (unsigned y = 0; y < grid.y; ++y)
        for (unsigned x = 0; x < grid.x; ++x)
            for (unsigned t = 0; t < block.x; ++t) {
                unsigned p = x * block.x + t, total = grid.x * grid.y;
                want[y * grid.x * block.x + p] = (y + total) + 10 * (1 + p % 2 + total) + 100 * (y * grid.x + x) + (x + y) + x * 3 + x + grid.y;
            }
    check::device_array<unsigned> out(want.size());
    fill<<<grid, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
