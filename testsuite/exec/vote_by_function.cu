// DESIGN part 4, Lanes: a loop's head asks by a function of the program's, whose value is a vote, and some lanes have left the kernel.
// expect: handled
#include "check.h"

#define FULL 0xffffffffu

__device__ int any_of(int p)
{
#if CUDART_VERSION >= 9000
    return __any_sync(FULL, p);
#else
    return __any(p);
#endif
}
__device__ bool none_of(int p) { return __ballot_sync(FULL, p) == 0; }
__device__ bool is_last(unsigned, int p) { return none_of(p); }

#pragma pt kernel
__global__ void in_head(const unsigned *in, unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i], rounds = 0;
    if (v % 6 == 0)
        return;
    while (any_of(rounds < v % 5))
        rounds++;
    out[i] = rounds;
}

#pragma pt kernel
__global__ void by_break(const unsigned *in, unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i], rounds = 0;
    if (v % 6 == 0)
        return;
    while (true) {
        const bool last = is_last(i, rounds < v % 5);
        if (last)
            break;
        rounds++;
    }
    out[i] = rounds;
}

#pragma pt kernel
__global__ void of_all(const unsigned *in, unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i], done = 0;
    for (unsigned k = threadIdx.x % 4; any_of(k < v % 5); k += 1)
        done += k < v % 5;
    out[i] = done;
}

int main()
{
    check::begin("vote_by_function");
    const unsigned block = 64, blocks = 5101, n = block * blocks;
    std::vector<unsigned> in = check::mixed_vector(n);
    std::vector<unsigned> want = check::poisoned_vector<unsigned>(n), want_all(n);
    for (unsigned w = 0; w < n / 32; ++w) {
        unsigned most = 0;
        for (unsigned l = 0; l < 32; ++l)
            if (in[w * 32 + l] % 6 != 0 && in[w * 32 + l] % 5 > most)
                most = in[w * 32 + l] % 5;
        for (unsigned l = 0; l < 32; ++l) {
            const unsigned v = in[w * 32 + l];
            if (v % 6 != 0)
                want[w * 32 + l] = most;
            want_all[w * 32 + l] = v % 5 > l % 4 ? v % 5 - l % 4 : 0;
        }
    }
    check::device_array<unsigned> d_in(in), head(n), left(n), all(n);
    in_head<<<blocks, block>>>(d_in.get(), head.get());
    by_break<<<blocks, block>>>(d_in.get(), left.get());
    of_all<<<blocks, block>>>(d_in.get(), all.get());
    CUDA_OK(cudaGetLastError());
    check::equal("in_head", head, want);
    check::equal("by_break", left, want);
    check::equal("of_all", all, want_all);
    return check::finish();
}
