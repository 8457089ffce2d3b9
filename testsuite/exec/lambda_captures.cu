// Lambdas that read the block index: through macros, beside captures that make values of their own, with brackets in the list.
// expect: handled
#include "check.h"

#define BLOCK blockIdx.x
#define BLOCKS gridDim

__device__ unsigned twice() { return BLOCK * 2; }

#pragma pt kernel
__global__ void fill(unsigned *out, unsigned n)
{
    const unsigned list[] = {3, n};
    const auto by_macro = [](unsigned x) { return x + BLOCK; };
    const auto captured = [n](unsigned x) { return x + BLOCK + n; };
    const auto made = [v = n](unsigned x) { return x + blockIdx.x + v; };
    const auto made_of_index = [v = blockIdx.x](unsigned x) { return x + v; };
    const auto made_of_macro = [v = BLOCK, w = BLOCKS.x](unsigned x) { return x + v + w; };
    const auto both = [v = blockIdx.y](unsigned x) { return x + v + blockIdx.x; };
    const auto subscript = [v = list[1]](unsigned x) { return x + BLOCKS.x + v; };
    const auto nested = [v = [] { return BLOCK; }()] { return [v] { return v + BLOCKS.x; }(); };
    const auto helper = [v = list[0]] { return v + twice(); };
    out[blockIdx.x] = by_macro(1) + captured(2) + made(3) + made_of_index(4) + made_of_macro(5) + both(6) + subscript(7) + nested() + helper();
}

#pragma pt kernel
__global__ void own_name(unsigned *out, unsigned blockIdx)
{
    const auto inner = [blockIdx](unsigned x) { return x * blockIdx + ::blockIdx.x; };
    out[::blockIdx.x] = inner(3);
}

int main()
{
    check::begin("lambda_captures");
    const unsigned blocks = 5150, n = 11;
    std::vector<unsigned> want(blocks), own(blocks);
    for (unsigned i = 0; i < blocks; ++i) {
        want[i] = 28 + 8 * i + 3 * blocks + 3 * n + 3 + i;
        own[i] = 3 * n + i;
    }
    check::device_array<unsigned> out(blocks);
    fill<<<blocks, 1>>>(out.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    own_name<<<blocks, 1>>>(out.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("own", out, own);
    return check::finish();
}
