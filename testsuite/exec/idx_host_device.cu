// DESIGN part 4, Who reads the block index: a __host__ __device__ helper that reads it only in device code, also called on the host.
// expect: handled
#include "check.h"

__host__ __device__ unsigned where(unsigned fallback)
{
#ifdef __CUDA_ARCH__
    return blockIdx.x + (fallback & 1);
#else
    return fallback;
#endif
}

#pragma pt kernel
__global__ void fill(unsigned *out, unsigned seen_on_host)
{
    out[where(0) * blockDim.x + threadIdx.x] = where(1) * 3 + seen_on_host;
}

int main()
{
    check::begin("idx_host_device");
    const unsigned blocks = 5150, block = 35, n = blocks * block;
    std::vector<unsigned> want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = (i / block + 1) * 3 + 4321;
    check::device_array<unsigned> out(n);
    fill<<<blocks, block>>>(out.get(), where(4321));
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
