// DESIGN part 4, Shared memory: the opt-in maximum of dynamic shared memory, attribute set before the first launch.
// expect: handled
#include "check.h"

#pragma pt kernel schedule(dynamic)
__global__ void whole_sm(const unsigned *in, unsigned *out, unsigned words)
{
    extern __shared__ unsigned tile[];
    for (unsigned k = threadIdx.x; k < words; k += blockDim.x)
        tile[k] = in[k] + blockIdx.x;
    __syncthreads();
    unsigned sum = 0;
    for (unsigned k = threadIdx.x; k < words; k += blockDim.x)
        sum = sum * 31 + tile[words - 1 - k];
    // independent of the device's maximum: only the first and last words count
    out[blockIdx.x * blockDim.x + threadIdx.x] = (sum != 0xffffffffu ? 1 : 0) + tile[threadIdx.x] + tile[words - 1] - in[words - 1];
}

int main()
{
    check::begin("shared_optin_maximum");
    int device = 0, maximum = 0;
    CUDA_OK(cudaGetDevice(&device));
    CUDA_OK(cudaDeviceGetAttribute(&maximum, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    CUDA_OK(cudaFuncSetAttribute(whole_sm, cudaFuncAttributeMaxDynamicSharedMemorySize, maximum));
    const unsigned blocks = 701, block = 128, n = blocks * block, words = static_cast<unsigned>(maximum) / 4;
    std::vector<unsigned> in = check::mixed_vector(words), want(n);
    for (unsigned b = 0; b < blocks; ++b)
        for (unsigned t = 0; t < block; ++t)
            want[b * block + t] = 1 + in[t] + b + b;
    check::device_array<unsigned> d_in(in), out(n);
    for (int round = 0; round < 2; ++round) {
        out.poison();
        whole_sm<<<blocks, block, maximum>>>(d_in.get(), out.get(), words);
        CUDA_OK(cudaGetLastError());
        check::equal("out", out, want);
    }
    return check::finish();
}
