// What a directive names is what is visible at the kernel, whatever a parameter or a local variable of that name is.
// expect: handled
#include "check.h"

constexpr unsigned width = 4, height = 2;
#define TILE width // a macro that holds the name
__device__ uint3 turn(unsigned item, dim3 grid) { return make_uint3(item % grid.x, grid.y - 1 - item / grid.x, 0); }

#pragma pt kernel order(turn)
__global__ void by_function(unsigned *out, unsigned turn)
{
    out[blockIdx.y * gridDim.x + blockIdx.x] = blockIdx.x * turn + blockIdx.y;
}

#pragma pt kernel order(tile(width, height))
__global__ void by_tile(unsigned *out, unsigned width, decltype(width) = 3)
{
    out[blockIdx.y * gridDim.x + blockIdx.x] = blockIdx.x * width + blockIdx.y;
}

#pragma pt kernel order(tile(TILE, 2)) schedule(dynamic, TILE + 1) groups(height)
template <class T>
__global__ void by_macro(T *out, T width, T height)
{
    out[blockIdx.y * gridDim.x + blockIdx.x] = blockIdx.x * width + blockIdx.y * height;
}

namespace inner {
constexpr unsigned side = 8;

#pragma pt kernel order(tile(side, ::height))
__global__ void at_barriers(unsigned *work, unsigned *out, unsigned side, unsigned turn)
{
    const unsigned i = blockIdx.y * gridDim.x + blockIdx.x;
    for (unsigned height = 0; height < 3; height++) {
        work[i] = blockIdx.x * side + height;
        #pragma pt barrier
        out[i] = work[gridDim.x * gridDim.y - 1 - i] + turn;
        #pragma pt barrier
    }
}
} // namespace inner

int main()
{
    check::begin("directive_names");
    const dim3 grid(73, 71);
    const unsigned blocks = grid.x * grid.y;
    std::vector<unsigned> want(blocks);
    check::device_array<unsigned> out(blocks), work(blocks);
    const auto expect = [&](const char *label, unsigned by_x, unsigned by_y) {
        CUDA_OK(cudaGetLastError());
        for (unsigned i = 0; i < blocks; i++)
            want[i] = i % grid.x * by_x + i / grid.x * by_y;
        check::equal(label, out, want);
        out.poison();
    };
    by_function<<<grid, 1>>>(out.get(), 7);
    expect("by_function", 7, 1);
    by_tile<<<grid, 1>>>(out.get(), 9, 1);
    expect("by_tile", 9, 1);
    by_macro<<<grid, 1>>>(out.get(), 1000u, 11u);
    expect("by_macro", 1000, 11);
    for (unsigned i = 0; i < blocks; i++)
        want[i] = (blocks - 1 - i) % grid.x * 5 + 2 + 6;
#ifdef __PTCC__
    inner::at_barriers<<<grid, 1>>>(work.get(), out.get(), 5, 6);
    CUDA_OK(cudaGetLastError());
#else // a plain compilation has no barriers
    CUDA_OK(cudaMemcpy(out.get(), want.data(), blocks * sizeof(unsigned), cudaMemcpyHostToDevice));
#endif
    check::equal("at_barriers", out, want);
    return check::finish();
}
