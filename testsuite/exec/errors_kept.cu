// DESIGN part 4, Launches: errors: the runtime's own queries neither set nor clear the last error; a good launch leaves an older one in place.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void fill(unsigned *out, unsigned factor) { out[blockIdx.x] = blockIdx.x * factor; }

static void *too_much()
{
    void *p = nullptr;
    cudaMalloc(&p, static_cast<size_t>(1) << 60);
    return p;
}

int main()
{
    check::begin("errors_kept");
    const unsigned blocks = 5107;
    check::device_array<unsigned> out(blocks);
    std::vector<unsigned> want(blocks);
    check::value("refused", too_much() == nullptr, 1);
    fill<<<blocks, 1>>>(out.get(), 2); // the very first launch: everything is asked for here
    check::error("peek", cudaPeekAtLastError(), cudaErrorMemoryAllocation);
    CUDA_OK(cudaDeviceSynchronize());
    check::error("get", cudaGetLastError(), cudaErrorMemoryAllocation);
    check::error("clear", cudaGetLastError(), cudaSuccess);
    for (unsigned b = 0; b < blocks; ++b)
        want[b] = b * 2;
    check::equal("out", out, want);
    fill<<<blocks, 2000>>>(out.get(), 3);
    fill<<<blocks, 1>>>(out.get(), 4); // runs all the same
    check::error("older", cudaGetLastError(), cudaErrorInvalidValue);
    for (unsigned b = 0; b < blocks; ++b)
        want[b] = b * 4;
    check::equal("out", out, want);
    cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 30);
    fill<<<blocks, 1>>>(out.get(), 5);
    check::error("attribute", cudaGetLastError(), cudaErrorInvalidValue);
    for (unsigned b = 0; b < blocks; ++b)
        want[b] = b * 5;
    check::equal("out", out, want);
    return check::finish();
}
