// DESIGN part 4, Leaving early: a loop at the end of a kernel that lanes leave, and end, while others vote on with a full mask.
// expect: handled
#include "check.h"

#define FULL 0xffffffffu

#pragma pt kernel
__global__ void for_loop(const unsigned *in, unsigned *out, unsigned n)
{
    for (unsigned k = threadIdx.x; k < n; k += 32)
        atomicAdd(&out[blockIdx.x], __popc(__ballot_sync(FULL, in[k] & 1)));
}

#pragma pt kernel
__global__ void while_loop(const unsigned *in, unsigned *out)
{
    unsigned left = in[threadIdx.x] % 9;
    while (left > 0) {
        atomicAdd(&out[blockIdx.x], __popc(__ballot_sync(FULL, left & 1)));
        --left;
    }
}

#pragma pt kernel
__global__ void do_loop(const unsigned *in, unsigned *out)
{
    unsigned left = in[threadIdx.x] % 9;
    do {
        atomicAdd(&out[blockIdx.x], __popc(__ballot_sync(FULL, left & 1)));
    } while (left-- > 0);
}

// Sum over the turns of (lanes still there) x (those of them with an odd value).
template <class Odd, class Stay> static unsigned turns(Odd odd, Stay stay)
{
    unsigned sum = 0;
    for (unsigned turn = 0;; ++turn) {
        unsigned there = 0, votes = 0;
        for (unsigned lane = 0; lane < 32; ++lane)
            if (stay(lane, turn)) {
                ++there;
                votes += odd(lane, turn) ? 1 : 0;
            }
        if (there == 0)
            return sum;
        sum += there * votes;
    }
}

int main()
{
    check::begin("warp_operation_in_the_last_loop");
    enum { blocks = 3011, n = 77 };
    const std::vector<unsigned> host = check::mixed_vector(n);
    check::device_array<unsigned> in(host), out(blocks);
    auto value = [&](unsigned lane) { return host[lane] % 9; };

    out.zero();
    for_loop<<<blocks, 32>>>(in.get(), out.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("for_loop", out,
                 std::vector<unsigned>(blocks, turns([&](unsigned lane, unsigned turn) { return host[lane + 32 * turn] & 1; },
                                                     [&](unsigned lane, unsigned turn) { return lane + 32 * turn < n; })));
    out.zero();
    while_loop<<<blocks, 32>>>(in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("while_loop", out,
                 std::vector<unsigned>(blocks, turns([&](unsigned lane, unsigned turn) { return (value(lane) - turn) & 1; },
                                                     [&](unsigned lane, unsigned turn) { return value(lane) > turn; })));
    out.zero();
    do_loop<<<blocks, 32>>>(in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("do_loop", out,
                 std::vector<unsigned>(blocks, turns([&](unsigned lane, unsigned turn) { return (value(lane) - turn) & 1; },
                                                     [&](unsigned lane, unsigned turn) { return value(lane) >= turn; })));
    return check::finish();
}
