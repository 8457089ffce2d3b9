// DESIGN part 4, C++: __LINE__ and __FILE__ behind a #line of the program, and behind calls that go over several lines.
// expect: handled
// needs: c++17
#include "check.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

#pragma pt kernel
__global__ void lines(unsigned *out)
{
    cg::thread_block block = cg::this_thread_block();
    const dim3 index = block
        .group_index(
        ), size = dim3(::
                           gridDim);
    out[index.x * blockDim.x + threadIdx.x] = __LINE__ + size.x; /* 17 */
}

#line 500 "generated.y"
__device__ unsigned helper() { return blockIdx.x * 0 + __LINE__; }

#pragma pt kernel
__global__ void generated(unsigned *out)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = helper() * 1000000 + __LINE__ * 100 + sizeof __FILE__; /* 506 */
}
static const unsigned behind = __LINE__;
#line 70

static const unsigned of_the_same_name = sizeof __FILE__;

#pragma pt kernel
__global__ void again(unsigned *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = __LINE__ * 100 + sizeof __FILE__; /* 76 */
}

int main()
{
    check::begin("line_directive");
    const unsigned blocks = 3107, block = 32, n = blocks * block;
    check::device_array<unsigned> out(n);
    lines<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("lines", out, std::vector<unsigned>(n, 17 + blocks));
    generated<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("generated", out, std::vector<unsigned>(n, 500 * 1000000 + 506 * 100 + sizeof "generated.y"));
    again<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("again", out, std::vector<unsigned>(n, 76 * 100 + sizeof "generated.y"));
    check::value("behind", behind, 508);
    check::value("of_the_same_name", of_the_same_name, sizeof "generated.y");
    check::value("here", __LINE__, 95);
    return check::finish();
}
