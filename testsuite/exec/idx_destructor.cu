// DESIGN part 4, Who reads the block index: destructors, of locals, temporaries and members, run at an early return too.
// expect: handled
#include "check.h"

struct stamp {
    unsigned *where;
    __device__ explicit stamp(unsigned *target) : where(target) {}
    __device__ ~stamp() { *where += blockIdx.x * 3 + 1; }
};
struct owner {
    stamp inner;
    __device__ explicit owner(unsigned *target) : inner(target) {}
};

#pragma pt kernel
__global__ void fill(const unsigned *in, unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 0;
    stamp first(&out[i]);
    if (in[i] % 2 == 0)
        return;
    owner second(&out[i]);
    stamp(&out[i]).where[0] += 100;
}

int main()
{
    check::begin("idx_destructor");
    const unsigned blocks = 5400, block = 40, n = blocks * block;
    std::vector<unsigned> in = check::mixed_vector(n), want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = in[i] % 2 == 0 ? i / block * 3 + 1 : 3 * (i / block * 3 + 1) + 100;
    check::device_array<unsigned> d_in(in), out(n);
    fill<<<blocks, block>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
