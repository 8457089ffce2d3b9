// DESIGN part 3, order: diagonal hands the same blocks out in another order; every block once, result unchanged; any grid shape.
// expect: handled
#include "check.h"

// Rotates each row by its number: a bijection of the items of one z plane.
__device__ uint3 diagonal(unsigned item, dim3 grid)
{
    uint3 block;
    block.y = item / grid.x % grid.y;
    block.x = (item + block.y) % grid.x;
    block.z = item / (grid.x * grid.y);
    return block;
}

#pragma pt kernel order(diagonal)
__global__ void fill(unsigned *out, unsigned *visits)
{
    __shared__ unsigned tile[48];
    unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x, t = threadIdx.x;
    tile[t] = blockIdx.x + 1000 * blockIdx.y + 1000000 * blockIdx.z + t;
    __syncthreads();
    out[block * 48 + t] = tile[47 - t];
    if (t == 0)
        atomicAdd(&visits[block], 1u);
}

#pragma pt kernel schedule(dynamic, 3) order(diagonal)
__global__ void fill_dynamic(unsigned *out)
{
    unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    out[block * 48 + threadIdx.x] = block * 7 + threadIdx.x;
}

int main()
{
    check::begin("order_function");
    const dim3 grids[] = { dim3(1), dim3(5), dim3(7001), dim3(1, 5407), dim3(73, 91), dim3(64, 128), dim3(3, 1801), dim3(1801, 3),
                           dim3(17, 19, 23), dim3(8, 4, 200), dim3(1, 1, 5003), dim3(129, 5, 9) };
    for (const dim3 &grid : grids) {
        const unsigned blocks = grid.x * grid.y * grid.z;
        std::vector<unsigned> want(blocks * 48), want_dynamic(blocks * 48);
        for (unsigned i = 0; i < want.size(); ++i) {
            unsigned b = i / 48;
            want[i] = b % grid.x + 1000 * (b / grid.x % grid.y) + 1000000 * (b / grid.x / grid.y) + 47 - i % 48;
            want_dynamic[i] = b * 7 + i % 48;
        }
        check::device_array<unsigned> out(want.size()), visits(blocks);
        visits.zero();
        fill<<<grid, 48>>>(out.get(), visits.get());
        CUDA_OK(cudaGetLastError());
        check::equal("out", out, want);
        check::equal("visits", visits, std::vector<unsigned>(blocks, 1));
        out.poison();
        fill_dynamic<<<grid, 48>>>(out.get());
        CUDA_OK(cudaGetLastError());
        check::equal("dynamic", out, want_dynamic);
    }
    return check::finish();
}
