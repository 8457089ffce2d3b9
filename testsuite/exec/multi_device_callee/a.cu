// DESIGN part 4, Who reads the block index: a bodyless __device__ callee (-rdc) could read it: refused where it cannot be proven.
// expect: refused: pt-no-body: a device function without a body here
// nvcc: -rdc=true
#include "k.cuh"

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = elsewhere(threadIdx.x); // refused here
}

int main()
{
    check::begin("multi_device_callee");
    const unsigned blocks = 5107;
    std::vector<unsigned> want(blocks * 32);
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = i % 32 + i / 32 * 2;
    check::device_array<unsigned> out(want.size());
    fill<<<blocks, 32>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
