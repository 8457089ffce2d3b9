// DESIGN part 4, Leaving early: the return stands in nested loops around the barriers; trip counts differ by thread.
// expect: handled
#include "check.h"

enum { BLOCK = 64, ROUNDS = 6 };

#pragma pt kernel
__global__ void rounds(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[2][BLOCK];
    unsigned t = threadIdx.x, i = (blockIdx.y * gridDim.x + blockIdx.x) * BLOCK + t;
    unsigned v = in[i];
    tile[0][t] = v;
    tile[1][t] = ~v;
    __syncthreads();
    for (unsigned round = 0; round < ROUNDS; ++round) {
        for (unsigned half = 0; half < 2; ++half) {
            if (v % (2 * ROUNDS + 1) == 2 * round + half) {
                out[i] = v + round;
                return;
            }
            unsigned x = tile[half][(t + round + 1) % BLOCK];
            __syncthreads();
            tile[half][t] = check::mix(x + t);
            __syncthreads();
        }
    }
    out[i] = tile[0][t] ^ tile[1][t];
}

int main()
{
    check::begin("return_before_barrier_loop");
    const dim3 grid(1231, 5);
    const unsigned blocks = grid.x * grid.y, n = blocks * BLOCK;
    std::vector<unsigned> in = check::mixed_vector(n), want = check::poisoned_vector<unsigned>(n);
    for (unsigned b = 0; b < blocks; ++b) {
        unsigned tile[2][BLOCK];
        bool left[BLOCK] = {};
        for (unsigned t = 0; t < BLOCK; ++t)
            tile[0][t] = in[b * BLOCK + t], tile[1][t] = ~in[b * BLOCK + t];
        for (unsigned round = 0; round < ROUNDS; ++round)
            for (unsigned half = 0; half < 2; ++half) {
                unsigned next[BLOCK];
                for (unsigned t = 0; t < BLOCK; ++t) {
                    unsigned v = in[b * BLOCK + t];
                    next[t] = tile[half][t];
                    if (left[t])
                        continue;
                    if (v % (2 * ROUNDS + 1) == 2 * round + half) {
                        want[b * BLOCK + t] = v + round;
                        left[t] = true;
                        continue;
                    }
                    next[t] = check::mix(tile[half][(t + round + 1) % BLOCK] + t);
                }
                for (unsigned t = 0; t < BLOCK; ++t)
                    tile[half][t] = next[t];
            }
        for (unsigned t = 0; t < BLOCK; ++t)
            if (!left[t])
                want[b * BLOCK + t] = tile[0][t] ^ tile[1][t];
    }
    check::device_array<unsigned> d_in(in), out(n);
    rounds<<<grid, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
