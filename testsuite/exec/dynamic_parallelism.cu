// DESIGN part 4, Launches: dynamic parallelism: an annotated kernel launches another kernel from the device, and is launched from it.
// expect: handled
// nvcc: -rdc=true
#include "check.h"

__global__ void child(unsigned *out, unsigned parent) { out[parent * 16 + threadIdx.x] = parent * 3 + threadIdx.x + blockIdx.x; }

#pragma pt kernel
__global__ void parent(unsigned *out)
{
    if (threadIdx.x == 0)
        child<<<1, 16>>>(out, blockIdx.x);
}

#pragma pt kernel
__global__ void grandchild(unsigned *out, unsigned bias) { out[blockIdx.x] = blockIdx.x + bias; }

__global__ void unannotated(unsigned *out)
{
    if (threadIdx.x == 0)
        grandchild<<<503, 1>>>(out, 9);
}

int main()
{
    check::begin("dynamic_parallelism");
    const unsigned blocks = 301;
    std::vector<unsigned> want(blocks * 16), want_grand(503);
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = i / 16 * 3 + i % 16;
    for (unsigned i = 0; i < 503; ++i)
        want_grand[i] = i + 9;
    check::device_array<unsigned> out(want.size()), grand(503);
    parent<<<blocks, 32>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    unannotated<<<1, 32>>>(grand.get());
    CUDA_OK(cudaGetLastError());
    check::equal("grand", grand, want_grand);
    grandchild<<<503, 1>>>(grand.get(), 8);
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < 503; ++i)
        want_grand[i] = i + 8;
    check::equal("host", grand, want_grand);
    return check::finish();
}
