// DESIGN part 4, Leaving: loops that all lanes of a warp leave by a break in the same round, around warp operations that name all lanes: a
// warp fetches its work from a counter, or ends by a vote. Threads of the block return in front of them.
// expect: handled
#include "check.h"

__device__ unsigned taken[2];

// Each warp takes rows until there are none.
#pragma pt kernel
__global__ void rows(const unsigned *in, unsigned *out, unsigned count, unsigned which)
{
    const unsigned lane = threadIdx.x % 32;
    do {
        unsigned row;
        if (lane == 0)
            row = atomicAdd(&taken[which], 1u);
        row = __shfl_sync(0xffffffffu, row, 0);
        if (row >= count)
            break;
        unsigned sum = in[row * 32 + lane];
        for (int step = 16; step > 0; step /= 2)
            sum += __shfl_xor_sync(0xffffffffu, sum, step);
        if (lane == 0)
            out[row] += sum;
    } while (true);
    if (threadIdx.x == 0 && blockIdx.x == 0)
        out[count] = 7u;
}

// By a vote: each lane counts down from its own number.
#pragma pt kernel
__global__ void votes(const unsigned *in, unsigned *out, unsigned count)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x * blockDim.x + threadIdx.x / 32 * 32 >= count)
        return;
    unsigned left = in[i] % 9u, rounds = 0;
    for (;;) {
        if (__all_sync(0xffffffffu, left == 0))
            break;
        rounds += __popc(__ballot_sync(0xffffffffu, left != 0));
        left -= left != 0;
    }
    out[i] = rounds;
}

int main()
{
    check::begin("warp_fetches_work");
    const unsigned count = 900;
    const std::vector<unsigned> from = check::mixed_vector(count * 32);
    check::device_array<unsigned> in(from), sums(std::vector<unsigned>(count + 1, 5u)), rounds(std::vector<unsigned>(count * 32, 3u));
    const unsigned none[2] = {0, 0};
    CUDA_OK(cudaMemcpyToSymbol(taken, none, sizeof none));
    rows<<<40, 96>>>(in.get(), sums.get(), count, 0);
    rows<<<900, 32>>>(in.get(), sums.get(), count, 1);
    votes<<<(count * 32 + 127) / 128 + 3, 128>>>(in.get(), rounds.get(), count * 32);
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(count + 1, 5u), want_rounds(count * 32);
    for (unsigned r = 0; r < count; ++r) {
        unsigned each[9] = {}, all = 0;
        for (unsigned lane = 0; lane < 32; ++lane) {
            want[r] += 2u * from[r * 32 + lane];
            for (unsigned k = 0; k < from[r * 32 + lane] % 9u; ++k)
                each[k]++;
        }
        for (unsigned k : each)
            all += k;
        for (unsigned lane = 0; lane < 32; ++lane)
            want_rounds[r * 32 + lane] = all;
    }
    want[count] = 7u;
    check::equal("sums", sums, want);
    check::equal("rounds", rounds, want_rounds);
    return check::finish();
}
