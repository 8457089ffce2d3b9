// DESIGN part 4, Leaving early: threads return before __syncthreads_and() and __syncthreads_or().
// expect: handled
#include "check.h"

enum { BLOCK = 64 };

#pragma pt kernel
__global__ void conjunctions(const unsigned *in, unsigned *out)
{
    unsigned i = blockIdx.x * BLOCK + threadIdx.x, v = in[i];
    if (v % 8 == 0)
        return;
    // false only for those that left: true for whoever remains
    int none_of_eight = __syncthreads_and(v % 8 != 0);
    int all_small = __syncthreads_and(v % 128 < 127);
    int some_of_eight = __syncthreads_or(v % 8 == 0);
    int some_large = __syncthreads_or(v % 128 == 126);
    out[i] = (none_of_eight != 0) + 2 * (all_small != 0) + 4 * (some_of_eight != 0) + 8 * (some_large != 0);
}

int main()
{
    check::begin("return_before_barrier_and_or");
    const unsigned blocks = 6100, n = blocks * BLOCK;
    std::vector<unsigned> in = check::mixed_vector(n), want = check::poisoned_vector<unsigned>(n);
    for (unsigned b = 0; b < blocks; ++b) {
        const unsigned *v = &in[b * BLOCK];
        unsigned all_small = 1, some_large = 0;
        for (unsigned t = 0; t < BLOCK; ++t)
            if (v[t] % 8 != 0) {
                all_small &= v[t] % 128 < 127;
                some_large |= v[t] % 128 == 126;
            }
        for (unsigned t = 0; t < BLOCK; ++t)
            if (v[t] % 8 != 0)
                want[b * BLOCK + t] = 1 + 2 * all_small + 8 * some_large;
    }
    check::device_array<unsigned> d_in(in), out(n);
    conjunctions<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
