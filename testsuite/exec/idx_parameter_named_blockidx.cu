// DESIGN part 4, Who reads the block index: parameters, locals and members that bear the names blockIdx and gridDim.
// expect: handled
#include "check.h"

struct place {
    unsigned blockIdx, gridDim;
};
__device__ unsigned helper(unsigned blockIdx) { return blockIdx * 3 + ::gridDim.x; }
__device__ unsigned real() { return blockIdx.x; }

#pragma pt kernel
__global__ void parameter(unsigned *out, unsigned gridDim) { out[blockIdx.x * blockDim.x + threadIdx.x] = gridDim + helper(4) + real(); }

#pragma pt kernel
__global__ void local(unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    place p = { 5, gridDim.x };
    {
        struct { unsigned x; } blockIdx = { 9 };
        out[i] = blockIdx.x + p.blockIdx;
    }
    out[i] += blockIdx.x + p.gridDim;
}

#pragma pt kernel
__global__ void both(unsigned *out, unsigned blockIdx) { out[::blockIdx.x * blockDim.x + threadIdx.x] = blockIdx + ::blockIdx.x * gridDim.x; }

int main()
{
    check::begin("idx_parameter_named_blockidx");
    const unsigned blocks = 5150, block = 35, n = blocks * block;
    std::vector<unsigned> want(n), want_local(n), want_both(n);
    for (unsigned i = 0; i < n; ++i) {
        unsigned b = i / block;
        want[i] = 1234 + 12 + blocks + b;
        want_local[i] = 14 + b + blocks;
        want_both[i] = 77 + b * blocks;
    }
    check::device_array<unsigned> out(n);
    parameter<<<blocks, block>>>(out.get(), 1234);
    CUDA_OK(cudaGetLastError());
    check::equal("parameter", out, want);
    out.poison();
    local<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("local", out, want_local);
    out.poison();
    both<<<blocks, block>>>(out.get(), 77);
    CUDA_OK(cudaGetLastError());
    check::equal("both", out, want_both);
    return check::finish();
}
