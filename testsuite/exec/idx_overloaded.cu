// DESIGN part 4, Who reads the block index: overloaded functions of which only some read it; resolution must not change.
// expect: handled
#include "check.h"

__device__ unsigned pick(int) { return blockIdx.x; }
__device__ unsigned pick(float) { return 1000000u + gridDim.x; }
__device__ unsigned pick(double) { return 2000000u; } // reads nothing: has no twin to be picked
__device__ unsigned pick(unsigned long long) { return 3000000u + blockIdx.x; }
template <class T> __device__ unsigned pick(T *) { return 4000000u + blockIdx.x; }

#pragma pt kernel
__global__ void fill(unsigned *out)
{
    unsigned i = (blockIdx.x * blockDim.x + threadIdx.x) * 6;
    out[i] = pick(1);
    out[i + 1] = pick(1.0f);
    out[i + 2] = pick(1.0);
    out[i + 3] = pick(1ull);
    out[i + 4] = pick(out);
    out[i + 5] = pick('a') + pick(static_cast<short>(1));
}

int main()
{
    check::begin("idx_overloaded");
    const unsigned blocks = 5017, block = 32;
    std::vector<unsigned> want(blocks * block * 6);
    for (unsigned i = 0; i < blocks * block; ++i) {
        unsigned b = i / block;
        const unsigned row[6] = { b, 1000000u + blocks, 2000000u, 3000000u + b, 4000000u + b, 2 * b };
        for (unsigned k = 0; k < 6; ++k)
            want[i * 6 + k] = row[k];
    }
    check::device_array<unsigned> out(want.size());
    fill<<<blocks, block>>>(out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
