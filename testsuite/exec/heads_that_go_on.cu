// DESIGN part 4, Text: lines of a kernel's head, of its launch and of its body that go on behind a backslash.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void before_the_brace(const unsigned *in, unsigned *out, unsigned n) \
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = check::mix(in[i]) + \
blockIdx.x;
}

#pragma pt kernel
__global__ \
void \
\
before_the_name(const unsigned *in, \
unsigned *out, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = check::mix(in[i]) + 2 * \
gridDim.x;
}

int main()
{
    check::begin("heads_that_go_on");
    const unsigned block = 96, blocks = 5150, n = block * blocks - 7;
    const std::vector<unsigned> in = check::mixed_vector(n);
    std::vector<unsigned> want(n), want_other(n);
    for (unsigned i = 0; i < n; ++i) {
        want[i] = check::mix(in[i]) + i / block;
        want_other[i] = check::mix(in[i]) + 2 * blocks;
    }
    check::device_array<unsigned> d_in(in), out(n), other(n);
    before_the_brace \
<<<blocks, block>>>(d_in.get(), out.get(), n);
    CUDA_OK(cudaGetLastError());
    before_the_name<<<blocks, \
block>>>(d_in.get(), other.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("before the brace", out, want);
    check::equal("before the name", other, want_other);
    return check::finish();
}
