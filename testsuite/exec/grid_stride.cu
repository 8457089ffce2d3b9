// DESIGN part 4, Who reads the block index: grid-stride loops, 1-D and 2-D; the stride is the software grid's.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void stride(const unsigned *in, unsigned *out, unsigned n)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = in[i] * 3 + blockIdx.x;
}

#pragma pt kernel
__global__ void stride_2d(unsigned *out, unsigned width, unsigned height)
{
    for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y)
        for (unsigned x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x)
            out[y * width + x] += 1 + x * y;
}

int main()
{
    check::begin("grid_stride");
    const unsigned n = 3333333, blocks = 6101, block = 96;
    std::vector<unsigned> in = check::mixed_vector(n), want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = in[i] * 3 + i % (blocks * block) / block;
    check::device_array<unsigned> d_in(in), out(n);
    stride<<<blocks, block>>>(d_in.get(), out.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("stride", out, want);
    const unsigned width = 1999, height = 1333;
    std::vector<unsigned> square(width * height);
    for (unsigned i = 0; i < square.size(); ++i)
        square[i] = 1 + i % width * (i / width);
    check::device_array<unsigned> out_2d(square.size());
    out_2d.zero();
    stride_2d<<<dim3(53, 101), dim3(16, 5)>>>(out_2d.get(), width, height);
    CUDA_OK(cudaGetLastError());
    check::equal("stride_2d", out_2d, square);
    return check::finish();
}
