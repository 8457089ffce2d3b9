// DESIGN part 4, Launches: cudaDeviceReset() in the middle of the program; the kernel's attributes and the runtime's state start anew.
// expect: handled
#include "check.h"

#pragma pt kernel schedule(dynamic)
__global__ void fill(unsigned *out, unsigned factor)
{
    extern __shared__ unsigned tile[];
    tile[threadIdx.x] = blockIdx.x * factor;
    __syncthreads();
    out[blockIdx.x * 32 + threadIdx.x] = tile[31 - threadIdx.x];
}

static void run(unsigned blocks, unsigned factor, unsigned shared_bytes)
{
    std::vector<unsigned> want(blocks * 32);
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = i / 32 * factor;
    check::device_array<unsigned> out(want.size());
    fill<<<blocks, 32, shared_bytes>>>(out.get(), factor);
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
}

int main()
{
    check::begin("device_reset");
    run(5107, 3, 128);
    CUDA_OK(cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, 80 * 1024));
    run(1107, 4, 80 * 1024);
    CUDA_OK(cudaDeviceReset());
    run(5107, 5, 128);
    run(1107, 6, 80 * 1024); // CUDA 13 keeps the kernel's attribute over a reset
    CUDA_OK(cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, 80 * 1024));
    run(1107, 7, 80 * 1024);
    CUDA_OK(cudaDeviceReset());
    CUDA_OK(cudaDeviceReset());
    run(6001, 8, 128);
    return check::finish();
}
