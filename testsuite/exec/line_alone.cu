// DESIGN part 4, C++: __LINE__ in the body, in helpers, in launches and behind them keeps its value.
// expect: handled
#include "check.h"

__device__ unsigned helper() { return blockIdx.x + __LINE__; } /* 5 */

#pragma pt kernel
__global__ void lines(unsigned *out, unsigned launch_line)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __LINE__ * 1000000 + launch_line * 1000 + helper() /* 11 */;
}

int main()
{
    check::begin("line_alone");
    const unsigned blocks = 5107, block = 32, n = blocks * block;
    std::vector<unsigned> want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = 11 * 1000000 + 23 * 1000 + i / block + 5;
    check::device_array<unsigned> out(n);
    lines<<<blocks, block>>>(out.get(),
                             __LINE__ /* 23 */);
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    check::value("here", __LINE__ /* 26 */, 26);
    return check::finish();
}
