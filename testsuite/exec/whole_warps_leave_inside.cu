// DESIGN part 4, Warps: returns inside ifs and loops that whole warps come to or pass by, before operations that name all lanes.
// expect: handled
#include "check.h"

enum { threads = 96, turns = 40 };

// By a condition that all lanes of a warp have, under another one.
#pragma pt kernel
__global__ void under_mode(unsigned *out, unsigned mode, unsigned warps)
{
    const unsigned warp = threadIdx.x / 32;
    if (mode > 1) {
        if (warp >= warps)
            return;
    }
    out[blockIdx.x * threads + threadIdx.x] = __shfl_xor_sync(~0u, threadIdx.x, 1);
}

// By what is the same for the block, where there is a table of it.
#pragma pt kernel
__global__ void by_table(unsigned *out, const unsigned char *skipped)
{
    if (skipped) {
        if (skipped[blockIdx.x]) {
            out[blockIdx.x * threads + threadIdx.x] = 3;
            return;
        }
    }
    out[blockIdx.x * threads + threadIdx.x] = __ballot_sync(~0u, threadIdx.x % 3 == 0);
}

// By a vote, in a loop; behind a guard by which some lanes have left.
#pragma pt kernel
__global__ void by_vote(unsigned *out, unsigned n)
{
    const unsigned at = blockIdx.x * threads + threadIdx.x;
    if (threadIdx.x % 32 >= n)
        return;
    unsigned sum = 0;
    for (unsigned turn = 0; turn < turns; turn++) {
        sum += __popc(__ballot_sync(~0u, turn >= threadIdx.x % 32 % 7));
        if (__all_sync(~0u, turn * 3 >= threadIdx.x)) {
            out[at] = sum;
            return;
        }
    }
    out[at] = ~sum;
}

int main()
{
    check::begin("whole_warps_leave_inside");
    const unsigned blocks = 2003, count = blocks * threads;
    const std::vector<unsigned> none(count, 7u);
    std::vector<unsigned> want(count);
    const auto compare = [&](const char *name, const check::device_array<unsigned> &out, auto value) {
        CUDA_OK(cudaGetLastError());
        for (unsigned i = 0; i < count; ++i)
            want[i] = value(i / threads, i % threads);
        check::equal(name, out, want);
    };
    for (unsigned mode = 1; mode < 3; ++mode) {
        check::device_array<unsigned> out(none);
        under_mode<<<blocks, threads>>>(out.get(), mode, 2);
        compare("under_mode", out, [&](unsigned, unsigned t) { return mode > 1 && t >= 64 ? 7 : t ^ 1; });
    }
    std::vector<unsigned char> skipped(blocks);
    for (unsigned b = 0; b < blocks; ++b)
        skipped[b] = b % 5 == 2;
    check::device_array<unsigned char> d_skipped(skipped);
    const auto thirds = [](unsigned t) {
        unsigned lanes = 0;
        for (unsigned i = 0; i < 32; ++i)
            lanes |= unsigned((t / 32 * 32 + i) % 3 == 0) << i;
        return lanes;
    };
    for (unsigned has = 0; has < 2; ++has) {
        check::device_array<unsigned> out(none);
        by_table<<<blocks, threads>>>(out.get(), has ? d_skipped.get() : nullptr);
        compare("by_table", out, [&](unsigned b, unsigned t) { return has && skipped[b] ? 3 : thirds(t); });
    }
    {
        const unsigned n = 24;
        check::device_array<unsigned> out(none);
        by_vote<<<blocks, threads>>>(out.get(), n);
        compare("by_vote", out, [&](unsigned, unsigned t) {
            if (t % 32 >= n)
                return 7u;
            unsigned sum = 0;
            for (unsigned turn = 0; turn < turns; ++turn) {
                for (unsigned i = 0; i < n; ++i)
                    sum += turn >= (t / 32 * 32 + i) % 32 % 7;
                if (turn * 3 >= t / 32 * 32 + n - 1)
                    return sum;
            }
            return ~sum;
        });
    }
    return check::finish();
}
