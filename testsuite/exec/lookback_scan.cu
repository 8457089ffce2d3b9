// DESIGN part 4, Who reads the block index: blocks that spin on the data of blocks before them (decoupled look-back): only ascending starts are safe.
// expect: handled
#include "check.h"

enum { BLOCK = 128 };

// state[b]: high word 0 nothing yet, 1 the block's own sum, 2 the inclusive prefix; low word the value
#pragma pt kernel
__global__ void scan(const unsigned *in, unsigned *out, unsigned long long *state, unsigned n)
{
    __shared__ unsigned tile[BLOCK], before;
    unsigned t = threadIdx.x, b = blockIdx.x, i = b * BLOCK + t;
    tile[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned d = 1; d < BLOCK; d *= 2) {
        unsigned x = t >= d ? tile[t - d] : 0;
        __syncthreads();
        tile[t] += x;
        __syncthreads();
    }
    if (t == 0) {
        unsigned sum = tile[BLOCK - 1], prefix = 0;
        atomicExch(&state[b], (b == 0 ? 2ull : 1ull) << 32 | sum);
        for (int look = static_cast<int>(b) - 1; look >= 0; --look) {
            unsigned long long seen;
            do
                seen = atomicAdd(&state[look], 0ull);
            while (seen >> 32 == 0);
            prefix += static_cast<unsigned>(seen);
            if (seen >> 32 == 2)
                break;
        }
        if (b > 0)
            atomicExch(&state[b], 2ull << 32 | (prefix + sum));
        before = prefix;
    }
    __syncthreads();
    if (i < n)
        out[i] = tile[t] + before;
}

int main()
{
    check::begin("lookback_scan");
    const unsigned n = 5200 * BLOCK - 19, blocks = (n + BLOCK - 1) / BLOCK;
    std::vector<unsigned> in = check::mixed_vector(n), want = check::poisoned_vector<unsigned>(n + BLOCK);
    unsigned sum = 0;
    for (unsigned i = 0; i < n; ++i)
        want[i] = sum += in[i];
    check::device_array<unsigned> d_in(in), out(n + BLOCK);
    check::device_array<unsigned long long> state(blocks);
    for (int round = 0; round < 2; ++round) {
        state.zero();
        out.poison();
        scan<<<blocks, BLOCK>>>(d_in.get(), out.get(), state.get(), n);
        CUDA_OK(cudaGetLastError());
        check::equal("out", out, want);
    }
    return check::finish();
}
