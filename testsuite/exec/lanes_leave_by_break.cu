// DESIGN part 4, Warps: lanes that leave a loop by `if (...) break;` in its body, before operations of the others that name all lanes.
// expect: handled
#include "check.h"

enum { threads = 96, turns = 40 };

// An endless loop, at the end of which nobody waits for those that are out.
#pragma pt kernel
__global__ void endless(unsigned *out)
{
    const unsigned lane = threadIdx.x % 32;
    unsigned sum = 0;
    for (unsigned turn = 0; ; ++turn) {
        if (turn > lane + blockIdx.x % 3)
            break;
        sum += __popc(__ballot_sync(~0u, true)) + turn;
    }
    out[blockIdx.x * threads + threadIdx.x] = sum;
}

// By its condition or by one of two breaks; what they ask for may be an operation itself.
#pragma pt kernel
__global__ void three_ways(unsigned *out, unsigned n)
{
    const unsigned lane = threadIdx.x % 32;
    unsigned seen = 0;
    for (unsigned turn = 0; turn < lane; ++turn) {
        if (lane % 5 == 4 && turn >= n) {
            break;
        }
        seen += __ballot_sync(~0u, lane % 2) & 0xff;
        if (__popc(__ballot_sync(~0u, true)) < 7)
            break;
        seen += 0x10000 + __reduce_or_sync(~0u, 0x100u);
    }
    out[blockIdx.x * threads + threadIdx.x] = seen;
}

// Around a loop that all that are there go through together, which only what is in memory says.
#pragma pt kernel
__global__ void nested(unsigned *out, const unsigned *limits)
{
    const unsigned lane = threadIdx.x % 32;
    unsigned sum = 0, outer = 0;
    while (true) {
        if (outer * 8 > lane)
            break;
        unsigned inner = 0;
        do {
            if (inner > limits[threadIdx.x])
                break;
            sum = sum * 3 + __popc(__ballot_sync(~0u, true));
        } while (++inner < 3);
        ++outer;
    }
    out[blockIdx.x * threads + threadIdx.x] = sum;
}

// The lanes that are in the loop wait for what one does behind it.
__device__ unsigned lock, taken;

#pragma pt kernel
__global__ void with_lock()
{
    while (true) {
        if (atomicCAS(&lock, 0, 1) == 0)
            break;
        __syncwarp();
    }
    __threadfence();
    taken = *(volatile unsigned *)&taken + 1;
    __threadfence();
    atomicExch(&lock, 0);
}

__device__ unsigned all_below(unsigned value, unsigned lane)
{
    unsigned sum = 0;
    for (unsigned turn = 0; turn <= lane; ++turn) {
        if (turn > value)
            break;
        sum += __popc(__ballot_sync(~0u, true));
    }
    return sum;
}

#pragma pt kernel
__global__ void in_function(unsigned *out)
{
    const unsigned sum = all_below(blockIdx.x % 40, threadIdx.x % 32);
    out[blockIdx.x * threads + threadIdx.x] = sum;
}

int main()
{
    check::begin("lanes_leave_by_break");
    const unsigned blocks = 2003, count = blocks * threads;
    std::vector<unsigned> want(count);
    const auto compare = [&](const char *name, const check::device_array<unsigned> &out, auto value) { // of block and thread
        CUDA_OK(cudaGetLastError());
        for (unsigned i = 0; i < count; ++i)
            want[i] = value(i / threads, i % threads);
        check::equal(name, out, want);
    };
    check::device_array<unsigned> out(count);
    endless<<<blocks, threads>>>(out.get());
    compare("endless", out, [](unsigned b, unsigned t) {
        const unsigned lane = t % 32;
        unsigned sum = 0;
        for (unsigned turn = 0; turn <= lane + b % 3; ++turn) // those that are there: turn <= lane + b % 3
            sum += (turn > b % 3 ? 32 - (turn - b % 3) : 32) + turn;
        return sum;
    });
    three_ways<<<blocks, threads>>>(out.get(), 3);
    compare("three_ways", out, [](unsigned, unsigned t) {
        unsigned seen[32] = {};
        bool in[32];
        for (unsigned i = 0; i < 32; ++i)
            in[i] = true;
        for (unsigned turn = 0; turn < 32; ++turn) {
            unsigned there = 0, odd = 0;
            for (unsigned i = 0; i < 32; ++i) {
                in[i] = in[i] && turn < i && !(i % 5 == 4 && turn >= 3);
                there += in[i];
                odd |= unsigned(in[i] && i % 2) << i;
            }
            for (unsigned i = 0; i < 32; ++i) {
                seen[i] += in[i] ? odd & 0xff : 0;
                in[i] = in[i] && there >= 7;
                seen[i] += in[i] ? 0x10100 : 0;
            }
        }
        return seen[t % 32];
    });
    std::vector<unsigned> limits(threads);
    for (unsigned t = 0; t < threads; ++t)
        limits[t] = t / 32;
    check::device_array<unsigned> d_limits(limits);
    nested<<<blocks, threads>>>(out.get(), d_limits.get());
    compare("nested", out, [](unsigned, unsigned t) {
        unsigned sum = 0;
        for (unsigned outer = 0; outer * 8 <= t % 32; ++outer)
            for (unsigned inner = 0; inner < 3 && inner <= t / 32; ++inner)
                sum = sum * 3 + 32 - outer * 8;
        return sum;
    });
    in_function<<<blocks, threads>>>(out.get());
    compare("in_function", out, [](unsigned b, unsigned t) {
        unsigned sum = 0;
        for (unsigned turn = 0; turn <= t % 32 && turn <= b % 40; ++turn)
            sum += 32 - turn;
        return sum;
    });
    const unsigned few = 20;
    unsigned times = 0;
    with_lock<<<few, threads>>>();
    CUDA_OK(cudaGetLastError());
    CUDA_OK(cudaMemcpyFromSymbol(&times, taken, sizeof times));
    check::equal("with_lock", std::vector<unsigned>(1, times), std::vector<unsigned>(1, few * threads));
    return check::finish();
}
