// DESIGN part 4, Barriers: threads that pass a barrier by in ways that are easily overlooked: a jump over a return, a barrier in a loop's head,
// behind an operator or in a macro, a local that is named like a macro; and returns of values and conditions with commas.
// expect: handled
#include "check.h"

enum { threads = 128, half = 64 }; // those that go another way are whole warps

__device__ unsigned turned(unsigned *s, unsigned v, unsigned n)
{
    s[threadIdx.x] = v;
    __syncthreads();
    return s[n - 1 - threadIdx.x];
}

#define ARE_COUNTED(c, n) ((c) && __syncthreads_count(1) == (n))
#ifdef NOT_DEFINED
#define column 0
#endif

// One warp goes on in the loop where all others return: it comes to the barrier alone.
#pragma pt kernel
__global__ void jumps_over_return(unsigned *out, unsigned n)
{
    const unsigned t = threadIdx.x;
    unsigned turns = 0;
    for (unsigned j = 0; j < n; j++) {
        if (t / 32 == 2 && j == 3)
            continue;
        if (j == 3)
            return;
        turns++;
    }
    __syncthreads();
    out[blockIdx.x * threads + t] = turns + blockIdx.x;
}

// A local of a thread's own, named like a macro that is not defined here.
#pragma pt kernel
__global__ void named_like_a_macro(unsigned *out)
{
    __shared__ unsigned s[threads];
    const unsigned column = threadIdx.x;
    if (column >= half)
        return;
    out[blockIdx.x * threads + column] = turned(s, blockIdx.x + column, half);
}
#undef column

// Threads leave the loop by and by; a return that all take stands in front of the next barrier.
#pragma pt kernel
__global__ void return_in_between(unsigned *out, unsigned n)
{
    __shared__ unsigned s[threads];
    const unsigned t = threadIdx.x;
    for (unsigned j = 0; j <= t / 32; j++) {
        s[t] = j + blockIdx.x;
        __syncthreads();
        out[blockIdx.x * threads + t] = s[t];
    }
    if (n == 8)
        return;
    __syncthreads();
    out[blockIdx.x * threads + t] = 0;
}

__device__ bool more(unsigned *s, unsigned turn)
{
    s[threadIdx.x] = turn;
    __syncthreads();
    return s[threadIdx.x] < threadIdx.x / 32;
}

#pragma pt kernel
__global__ void barrier_in_head(unsigned *out)
{
    __shared__ unsigned s[threads];
    unsigned turn = 0;
    while (more(s, turn))
        turn++;
    out[blockIdx.x * threads + threadIdx.x] = turn + blockIdx.x;
}

#pragma pt kernel
__global__ void vote_in_head(unsigned *out, unsigned n)
{
    unsigned turn = 0;
    while (__syncthreads_or(turn < 5)) {
        if (threadIdx.x >= n && turn == 3)
            break;
        turn++;
    }
    out[blockIdx.x * threads + threadIdx.x] = turn + blockIdx.x;
}

#pragma pt kernel
__global__ void behind_operator(unsigned *out)
{
    __shared__ unsigned s[threads];
    const unsigned t = threadIdx.x;
    s[t] = t + blockIdx.x;
    if (ARE_COUNTED(t < half, half))
        out[blockIdx.x * threads + t] = s[half - 1 - t];
}

__device__ void put(unsigned *out, unsigned i, unsigned v) { out[i] = v; }

// Returns with a value, and conditions of two operands.
#pragma pt kernel
__global__ void returns_values(unsigned *out, unsigned n)
{
    __shared__ unsigned s[threads];
    const unsigned t = threadIdx.x, i = blockIdx.x * threads + t;
    if (t >= n)
        return put(out, i, t), (void)(out[i] += blockIdx.x);
    s[t] = i;
    __syncthreads();
    out[i] = s[n - 1 - t];
    if (t == 3)
        return
#if defined(NOT_DEFINED)
            put(out, i, 3)
#endif
            ;
    return void();
}

#pragma pt kernel
__global__ void commas(unsigned *out, unsigned n)
{
    unsigned bound, v = threadIdx.x;
    if (bound = n - 2, v >= bound)
        return;
    for (unsigned j = 0; bound = j, bound < threadIdx.x / 32; j++)
        v += __shfl_sync(~0u, 1u, 31);
    out[blockIdx.x * threads + threadIdx.x] = v + blockIdx.x;
}

int main()
{
    check::begin("barriers_passed_by");
    const unsigned blocks = 2003, count = blocks * threads;
    std::vector<unsigned> want(count);
    const auto compare = [&](const char *name, const check::device_array<unsigned> &out, auto value) {
        CUDA_OK(cudaGetLastError());
        for (unsigned i = 0; i < count; ++i)
            want[i] = value(i / threads, i % threads);
        check::equal(name, out, want);
    };
    const std::vector<unsigned> none(count, 7u);
    {
        check::device_array<unsigned> out(none);
        jumps_over_return<<<blocks, threads>>>(out.get(), 6);
        compare("jumps_over_return", out, [](unsigned b, unsigned t) { return t / 32 == 2 ? 5u + b : 7; });
    }
    {
        check::device_array<unsigned> out(none);
        named_like_a_macro<<<blocks, threads>>>(out.get());
        compare("named_like_a_macro", out, [](unsigned b, unsigned t) { return t < half ? b + half - 1 - t : 7; });
    }
    {
        check::device_array<unsigned> out(none);
        return_in_between<<<blocks, threads>>>(out.get(), 8);
        compare("return_in_between", out, [](unsigned b, unsigned t) { return b + t / 32; });
    }
    {
        check::device_array<unsigned> out(none);
        barrier_in_head<<<blocks, threads>>>(out.get());
        compare("barrier_in_head", out, [](unsigned b, unsigned t) { return b + t / 32; });
    }
    {
        check::device_array<unsigned> out(none);
        vote_in_head<<<blocks, threads>>>(out.get(), half);
        compare("vote_in_head", out, [](unsigned b, unsigned t) { return b + (t >= half ? 3 : 5); });
    }
    {
        check::device_array<unsigned> out(none);
        behind_operator<<<blocks, threads>>>(out.get());
        compare("behind_operator", out, [](unsigned b, unsigned t) { return t < half ? b + half - 1 - t : 7; });
    }
    {
        check::device_array<unsigned> out(none);
        returns_values<<<blocks, threads>>>(out.get(), half);
        compare("returns_values", out, [](unsigned b, unsigned t) { return t < half ? b * threads + half - 1 - t : b + t; });
    }
    {
        check::device_array<unsigned> out(none);
        commas<<<blocks, threads>>>(out.get(), half + 2);
        compare("commas", out, [](unsigned b, unsigned t) { return t < half ? t + t / 32 + b : 7; });
    }
    return check::finish();
}
