// DESIGN part 4, Who reads the block index: 1-D, 2-D and 3-D grids and blocks, of one to many blocks, not multiples of anything.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void fill(unsigned *out, unsigned *visits)
{
    unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    out[block * threads + thread] = blockIdx.x + 1000 * blockIdx.y + 1000000 * blockIdx.z + gridDim.x * gridDim.y * gridDim.z;
    if (thread == 0)
        atomicAdd(&visits[block], 1u);
}

int main()
{
    check::begin("grid_shapes");
    const dim3 shapes[][2] = {
        { dim3(1), dim3(1) }, { dim3(2), dim3(1024) }, { dim3(131), dim3(33) }, { dim3(132), dim3(64) }, { dim3(133), dim3(31) },
        { dim3(20011), dim3(17) }, { dim3(1, 7919), dim3(5, 7) }, { dim3(79, 83), dim3(32, 3) }, { dim3(1, 1, 6007), dim3(1, 1, 64) },
        { dim3(19, 17, 23), dim3(3, 5, 7) }, { dim3(2, 1, 5003), dim3(9) }, { dim3(16, 16, 16), dim3(8, 8, 2) }, { dim3(1, 3, 1), dim3(2) }
    };
    for (const dim3 (&shape)[2] : shapes) {
        const dim3 grid = shape[0], block = shape[1];
        const unsigned blocks = grid.x * grid.y * grid.z, threads = block.x * block.y * block.z;
        std::vector<unsigned> want(blocks * threads);
        for (unsigned i = 0; i < want.size(); ++i) {
            unsigned b = i / threads;
            want[i] = b % grid.x + 1000 * (b / grid.x % grid.y) + 1000000 * (b / grid.x / grid.y) + blocks;
        }
        check::device_array<unsigned> out(want.size()), visits(blocks);
        visits.zero();
        fill<<<grid, block>>>(out.get(), visits.get());
        CUDA_OK(cudaGetLastError());
        check::equal("out", out, want);
        check::equal("visits", visits, std::vector<unsigned>(blocks, 1));
    }
    return check::finish();
}
