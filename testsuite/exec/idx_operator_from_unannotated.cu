// DESIGN part 4, Who reads the block index: operator() that a kernel without annotation calls, in shared memory that a persistent one has just left.
// expect: handled
#include "check.h"

struct place {
    __device__ unsigned operator()(unsigned factor) const { return factor * (blockIdx.x % 13 + gridDim.x); }
};

#pragma pt kernel schedule(static)
__global__ void annotated(unsigned *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = place()(1); }

__global__ void plain(unsigned *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = place()(2); }

int main()
{
    check::begin("idx_operator_from_unannotated");
    const unsigned blocks = 6001, block = 37;
    check::device_array<unsigned> out(blocks * block);
    for (unsigned round = 0; round < 8; ++round) {
        const unsigned factor = round % 2 + 1;
        std::vector<unsigned> want(blocks * block);
        for (unsigned i = 0; i < blocks * block; ++i)
            want[i] = factor * (i / block % 13 + blocks);
        out.poison();
        if (factor == 1)
            annotated<<<blocks, block>>>(out.get());
        else
            plain<<<blocks, block>>>(out.get());
        CUDA_OK(cudaGetLastError());
        check::equal("out", out, want);
    }
    return check::finish();
}
