// DESIGN part 4, Shared memory: cudaFuncSetAttribute between launches; before it the large launch fails as the plain one does.
// expect: handled
#include "check.h"

enum { BLOCK = 256 };

#pragma pt kernel
__global__ void tail(const unsigned *in, unsigned *out, unsigned words)
{
    extern __shared__ unsigned tile[];
    for (unsigned k = threadIdx.x; k < words; k += BLOCK)
        tile[k] = in[k] ^ blockIdx.x;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = tile[words - 1 - threadIdx.x];
}

#pragma pt kernel
template <int SCALE>
__global__ void tail_scaled(const unsigned *in, unsigned *out, unsigned words)
{
    extern __shared__ unsigned tile[];
    for (unsigned k = threadIdx.x; k < words; k += BLOCK)
        tile[k] = in[k] * SCALE;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = tile[words - 1 - threadIdx.x] + blockIdx.x;
}

int main()
{
    check::begin("shared_optin_between_launches");
    const unsigned blocks = 1201, n = blocks * BLOCK, small = 4096, large = 100 * 1024 / 4;
    std::vector<unsigned> in = check::mixed_vector(large), want_small(n), want_large(n), want_scaled(n);
    for (unsigned i = 0; i < n; ++i) {
        want_small[i] = in[small - 1 - i % BLOCK] ^ (i / BLOCK);
        want_large[i] = in[large - 1 - i % BLOCK] ^ (i / BLOCK);
        want_scaled[i] = in[large - 1 - i % BLOCK] * 3 + i / BLOCK;
    }
    check::device_array<unsigned> d_in(in), out(n);
    tail<<<blocks, BLOCK, small * 4>>>(d_in.get(), out.get(), small);
    CUDA_OK(cudaGetLastError());
    check::equal("small", out, want_small);
    out.poison();
    tail<<<blocks, BLOCK, large * 4>>>(d_in.get(), out.get(), large);
    check::error("without", cudaGetLastError(), cudaErrorInvalidValue);
    check::equal("nothing", out, check::poisoned_vector<unsigned>(n));
    CUDA_OK(cudaFuncSetAttribute(tail, cudaFuncAttributeMaxDynamicSharedMemorySize, large * 4));
    tail<<<blocks, BLOCK, large * 4>>>(d_in.get(), out.get(), large);
    CUDA_OK(cudaGetLastError());
    check::equal("large", out, want_large);
    out.poison();
    CUDA_OK(cudaFuncSetAttribute(reinterpret_cast<const void *>(&tail_scaled<3>), cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 large * 4));
    tail_scaled<3><<<blocks, BLOCK, large * 4>>>(d_in.get(), out.get(), large);
    CUDA_OK(cudaGetLastError());
    check::equal("scaled", out, want_scaled);
    out.poison();
    tail_scaled<4><<<blocks, BLOCK, large * 4>>>(d_in.get(), out.get(), large);
    check::error("other_instance", cudaGetLastError(), cudaErrorInvalidValue);
    check::equal("nothing", out, check::poisoned_vector<unsigned>(n));
    // As it was, for a case that runs again in this process.
    CUDA_OK(cudaFuncSetAttribute(tail, cudaFuncAttributeMaxDynamicSharedMemorySize, 48 * 1024));
    CUDA_OK(cudaFuncSetAttribute(tail_scaled<3>, cudaFuncAttributeMaxDynamicSharedMemorySize, 48 * 1024));
    return check::finish();
}
