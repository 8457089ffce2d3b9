// DESIGN part 4, Who reads the block index: member functions and initialisers of a class local to the kernel.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    struct local {
        unsigned base;
        __device__ local() : base(blockIdx.x * 10) {}
        __device__ unsigned value(unsigned t) const { return base + t + gridDim.x; }
        static __device__ unsigned block() { return blockIdx.x; }
        struct nested {
            __device__ unsigned operator()() const { return blockIdx.x + 1; }
        };
    };
    local l;
    out[local::block() * blockDim.x + threadIdx.x] = l.value(threadIdx.x) + local::nested()();
}

int main()
{
    check::begin("idx_local_class");
    const unsigned blocks = 5150, block = 35, n = blocks * block;
    std::vector<unsigned> want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = i / block * 10 + i % block + blocks + i / block + 1;
    check::device_array<unsigned> out(n);
    fill<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
