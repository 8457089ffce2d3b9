// DESIGN part 4, Launches: __constant__ data set by cudaMemcpyToSymbol between launches, __device__ globals, arrays and structs.
// expect: handled
#include "check.h"

struct settings { unsigned scale, shift; };
__constant__ unsigned coefficients[256];
__constant__ settings current_settings = { 3, 4 };
__device__ unsigned accumulated[7] = { 1, 2, 3, 4, 5, 6, 7 };
static __device__ const unsigned primes[4] = { 2, 3, 5, 7 };

#pragma pt kernel
__global__ void apply(const unsigned *in, unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = coefficients[in[i] % 256] * current_settings.scale + current_settings.shift + primes[blockIdx.x % 4];
    atomicAdd(&accumulated[i % 7], 1u);
}

int main()
{
    check::begin("constant_memory");
    const unsigned blocks = 5107, n = blocks * 48;
    std::vector<unsigned> in = check::mixed_vector(n), want(n), counts(7), got(7);
    check::device_array<unsigned> d_in(in), out(n);
    for (unsigned k = 0; k < 7; ++k)
        counts[k] = k + 1;
    const unsigned primes_host[4] = { 2, 3, 5, 7 };
    for (unsigned round = 0; round < 3; ++round) {
        std::vector<unsigned> table = check::mixed_vector(256, round);
        CUDA_OK(cudaMemcpyToSymbol(coefficients, table.data(), 256 * sizeof(unsigned)));
        settings s = { 3, 4 };
        if (round > 0) {
            s = settings{ round * 5, round * 7 };
            CUDA_OK(cudaMemcpyToSymbol(current_settings, &s, sizeof s));
        }
        out.poison();
        apply<<<blocks, 48>>>(d_in.get(), out.get());
        CUDA_OK(cudaGetLastError());
        for (unsigned i = 0; i < n; ++i) {
            want[i] = table[in[i] % 256] * s.scale + s.shift + primes_host[i / 48 % 4];
            ++counts[i % 7];
        }
        check::equal("out", out, want);
    }
    CUDA_OK(cudaMemcpyFromSymbol(got.data(), accumulated, sizeof accumulated));
    check::equal("counts", got, counts);
    // As it was, for a case that runs again in this process.
    const settings at_first = { 3, 4 };
    const unsigned counts_at_first[7] = { 1, 2, 3, 4, 5, 6, 7 };
    CUDA_OK(cudaMemcpyToSymbol(current_settings, &at_first, sizeof at_first));
    CUDA_OK(cudaMemcpyToSymbol(accumulated, counts_at_first, sizeof counts_at_first));
    return check::finish();
}
