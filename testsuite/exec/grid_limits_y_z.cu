// DESIGN part 4, Who reads the block index: grids at CUDA's limits of y and z (65535), alone and together with other dimensions.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    out[block] = blockIdx.x ^ (blockIdx.y << 3) ^ (blockIdx.z << 7);
}

int main()
{
    check::begin("grid_limits_y_z");
    const dim3 grids[] = { dim3(1, 65535), dim3(1, 1, 65535), dim3(3, 65535, 2), dim3(2, 3, 65535), dim3(1, 7, 65535) };
    for (const dim3 &grid : grids) {
        const unsigned blocks = grid.x * grid.y * grid.z;
        std::vector<unsigned> want(blocks);
        for (unsigned b = 0; b < blocks; ++b)
            want[b] = b % grid.x ^ (b / grid.x % grid.y << 3) ^ (b / grid.x / grid.y << 7);
        check::device_array<unsigned> out(blocks);
        fill<<<grid, 1>>>(out.get());
        CUDA_OK(cudaGetLastError());
        check::equal("out", out, want);
    }
    return check::finish();
}
