// DESIGN part 4, Who reads the block index: helpers also called by a kernel without annotation and by one of another schedule.
// expect: handled
#include "check.h"
#include "include/position.cuh"

__device__ unsigned weight() { return blockIdx.x % 13 + gridDim.x; }

#pragma pt kernel schedule(static)
__global__ void annotated(unsigned *out) { out[place::global()] = weight(); }

__global__ void plain(unsigned *out) { out[place::global()] = weight() * 2; }

#pragma pt kernel schedule(hardware)
__global__ void hardware(unsigned *out) { out[place::global()] = weight() * 3; }

int main()
{
    check::begin("idx_also_from_unannotated");
    const unsigned blocks = 6001, block = 37;
    check::device_array<unsigned> out(blocks * block);
    for (unsigned factor = 1; factor <= 3; ++factor) {
        std::vector<unsigned> want(blocks * block);
        for (unsigned i = 0; i < blocks * block; ++i)
            want[i] = factor * (i / block % 13 + blocks);
        out.poison();
        if (factor == 1)
            annotated<<<blocks, block>>>(out.get());
        else if (factor == 2)
            plain<<<blocks, block>>>(out.get());
        else
            hardware<<<blocks, block>>>(out.get());
        CUDA_OK(cudaGetLastError());
        check::equal("out", out, want);
    }
    return check::finish();
}
