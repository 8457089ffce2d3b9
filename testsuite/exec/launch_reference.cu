// Kernels with parameters that are references, which stay as they are: launched by a pointer, and beside an annotated one of the name.
// expect: handled
#include "check.h"

__global__ void add(unsigned &x, unsigned by) { atomicAdd(&x, by); }
#pragma pt kernel
__global__ void add(unsigned *out, float by) { out[blockIdx.x] += (unsigned)by; }

int main()
{
    check::begin("launch_reference");
    const unsigned blocks = 2711;
    check::device_array<unsigned> out(blocks);
    out.zero();
    unsigned *x;
    CUDA_OK(cudaMallocManaged(&x, sizeof *x));
    *x = 3;
    void (*const by_pointer)(unsigned &, unsigned) = add;
    by_pointer<<<4, 2>>>(*x, 5u);
    CUDA_OK(cudaGetLastError());
    CUDA_OK(cudaDeviceSynchronize());
    check::value("by a pointer", *x, 3 + 4 * 2 * 5);
    add<<<2, 1>>>(*x, 7u);
    CUDA_OK(cudaGetLastError());
    CUDA_OK(cudaDeviceSynchronize());
    check::value("by name", *x, 3 + 4 * 2 * 5 + 2 * 7);
    add<<<blocks, 1>>>(out.get(), 2.0f);
    CUDA_OK(cudaGetLastError());
    check::equal("annotated", out, std::vector<unsigned>(blocks, 2));
    CUDA_OK(cudaFree(x));
    return check::finish();
}
