// DESIGN part 4, Several files: a body that includes a file, and a condition that asks for one. Both name what lies beside the source, and the
// output lies elsewhere.
// expect: handled
#include "../check.h"
#if __has_include("config.h")
#include "config.h"
#else
#define FACTOR 1u
#endif
#define STEP_HEADER "step.h"
#include STEP_HEADER

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
#include "body.inc"
}

#pragma pt kernel
__global__ void count(unsigned *counts)
{
#if __has_include("body.inc")
    const unsigned step = STEP;
#else
    const unsigned step = 1;
#endif
    counts[blockIdx.x] += step;
}

int main()
{
    check::begin("multi_body_includes");
    const unsigned blocks = 777, block = 32, n = blocks * block;
    std::vector<unsigned> want(n);
    check::device_array<unsigned> out(n), counts(blocks);
    fill<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; ++i)
        want[i] = 7 * i + 3;
    check::equal("filled", out, want);
    CUDA_OK(cudaMemset(counts.get(), 0, blocks * sizeof(unsigned)));
    count<<<blocks, 1>>>(counts.get());
    CUDA_OK(cudaGetLastError());
    check::equal("counts", counts, std::vector<unsigned>(blocks, 2));
    return check::finish();
}
