// Local variables that are called blockIdx and gridDim, beside ::blockIdx and ::gridDim, which mean the block all the same.
// expect: handled
#include "check.h"

namespace names {
using ::blockIdx;
namespace more {
using ::gridDim;
}
}

__device__ unsigned helper(unsigned x)
{
    for (unsigned blockIdx = 0; blockIdx < 2; blockIdx++)
        x += ::blockIdx.x * blockIdx;
    return x;
}

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    unsigned sum = blockIdx.x + helper(1);
    {
        uint3 blockIdx = make_uint3(7, 8, 9);
        dim3 gridDim(3);
        sum += blockIdx.y + gridDim.x + names::blockIdx.x * ::names:: more::gridDim.y;
    }
    const auto turned = [](uint3 blockIdx) { return blockIdx.z + ::blockIdx.x + ::gridDim.z; };
    for (const unsigned gridDim : {1u, 2u})
        sum += gridDim * ::gridDim.y;
    out[blockIdx.x] = sum + turned(make_uint3(4, 5, 6)) + gridDim.y;
}

int main()
{
    check::begin("idx_hidden_locals");
    const unsigned blocks = 5107;
    std::vector<unsigned> want(blocks);
    for (unsigned i = 0; i < blocks; ++i)
        want[i] = i + (1 + i) + (8 + 3 + i) + 3 + (6 + i + 1) + 1;
    check::device_array<unsigned> out(blocks);
    fill<<<blocks, 1>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
