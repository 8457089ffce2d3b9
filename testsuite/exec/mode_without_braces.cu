// DESIGN part 3, launch: the directive before a launch that is the whole body of an if, else or loop, and before one in a macro argument's statement.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void add(unsigned *out, unsigned value) { out[blockIdx.x] += value; }

int main()
{
    check::begin("mode_without_braces");
    const unsigned blocks = 5107;
    check::device_array<unsigned> out(blocks);
    out.zero();
    bool yes = out.size() > 0;
    if (yes)
#pragma pt launch mode(groups(3))
        add<<<blocks, 1>>>(out.get(), 2);
    else
#pragma pt launch mode(nonpt)
        add<<<blocks, 1>>>(out.get(), 3);
    for (unsigned k = 0; k < 4; ++k)
        _Pragma("pt launch mode(max)")
        add<<<blocks, 1>>>(out.get(), k);
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, std::vector<unsigned>(blocks, 8));
    return check::finish();
}
