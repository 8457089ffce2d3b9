// DESIGN part 4, Who reads the block index: a functor that reads it is handed to library code.
// expect: handled
// needs: c++17
#include "check.h"
#include <thrust/execution_policy.h>
#include <thrust/transform.h>

struct add_block {
    __device__ unsigned operator()(unsigned value) const { return value + blockIdx.x + gridDim.x; }
};

#pragma pt kernel
__global__ void fill(const unsigned *in, unsigned *out)
{
    const unsigned *first = in + (blockIdx.x * blockDim.x + threadIdx.x) * 3;
    thrust::transform(thrust::seq, first, first + 3, out + (first - in), add_block());
}

int main()
{
    check::begin("idx_library_functor");
    const unsigned blocks = 5150, block = 32, n = blocks * block * 3;
    std::vector<unsigned> in = check::mixed_vector(n), want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = in[i] + i / 3 / block + blocks;
    check::device_array<unsigned> d_in(in), out(n);
    fill<<<blocks, block>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
