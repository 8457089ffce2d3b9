// DESIGN part 4, Shared memory: shared structs, 2-D arrays, several declarators, unions, atomics on shared memory.
// expect: handled
#include "check.h"

enum { BLOCK = 128, BINS = 37 };

struct totals {
    unsigned sum, maximum;
};

#pragma pt kernel
__global__ void histogram(const unsigned *in, unsigned *bins_out, unsigned *totals_out)
{
    __shared__ unsigned bins[BINS], pad[3][BLOCK + 1];
    __shared__ totals total;
    __shared__ union { unsigned words[4]; unsigned char bytes[16]; } mixed;
    unsigned t = threadIdx.x, v = in[blockIdx.x * BLOCK + t];
    if (t < BINS)
        bins[t] = 0;
    if (t == 0)
        total.sum = 0, total.maximum = 0;
    if (t < 16)
        mixed.bytes[t] = static_cast<unsigned char>(blockIdx.x + t);
    pad[t % 3][t] = v;
    __syncthreads();
    atomicAdd(&bins[v % BINS], 1u);
    atomicAdd(&total.sum, pad[(t + 1) % BLOCK % 3][(t + 1) % BLOCK]);
    atomicMax(&total.maximum, v);
    __syncthreads();
    for (unsigned k = t; k < BINS; k += BLOCK)
        bins_out[blockIdx.x * BINS + k] = bins[k];
    if (t == 0) {
        totals_out[3 * blockIdx.x] = total.sum;
        totals_out[3 * blockIdx.x + 1] = total.maximum;
        totals_out[3 * blockIdx.x + 2] = mixed.words[2];
    }
}

int main()
{
    check::begin("shared_struct_and_arrays");
    const unsigned blocks = 6011, n = blocks * BLOCK;
    std::vector<unsigned> in = check::mixed_vector(n), bins(blocks * BINS), totals(3 * blocks);
    for (unsigned b = 0; b < blocks; ++b) {
        for (unsigned t = 0; t < BLOCK; ++t) {
            unsigned v = in[b * BLOCK + t];
            ++bins[b * BINS + v % BINS];
            totals[3 * b] += v;
            if (v > totals[3 * b + 1])
                totals[3 * b + 1] = v;
        }
        for (unsigned k = 0; k < 4; ++k)
            totals[3 * b + 2] |= ((b + 8 + k) & 255) << (8 * k);
    }
    check::device_array<unsigned> d_in(in), d_bins(blocks * BINS), d_totals(3 * blocks);
    histogram<<<blocks, BLOCK>>>(d_in.get(), d_bins.get(), d_totals.get());
    CUDA_OK(cudaGetLastError());
    check::equal("bins", d_bins, bins);
    check::equal("totals", d_totals, totals);
    return check::finish();
}
