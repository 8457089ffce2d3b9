// DESIGN part 4, Warps: lanes that leave a function, or pass a branch or a loop in it by, before operations that name all lanes.
// expect: handled
#include "check.h"

enum { threads = 96 };

__device__ unsigned sum_of_warp(unsigned v)
{
    for (unsigned offset = 16; offset; offset /= 2)
        v += __shfl_xor_sync(~0u, v, offset);
    return v;
}

// Those that return do not write; whole warps do, since 32 divides n.
__device__ void returns_early(unsigned *out, unsigned i, unsigned n)
{
    const unsigned t = threadIdx.x;
    if (t >= n)
        return;
    out[i] = sum_of_warp(t);
}

#pragma pt kernel
__global__ void by_return(unsigned *out, unsigned n)
{
    returns_early(out, blockIdx.x * threads + threadIdx.x, n);
}

__device__ unsigned ballot_of(unsigned v) { return __ballot_sync(~0u, v); }

// The first lanes of each warp, the last thing that the kernel does; in a function that it calls there.
__device__ void in_branch(unsigned *out, unsigned i, unsigned lane)
{
    if (lane < 8)
        out[i] = ballot_of(lane % 2);
}

#pragma pt kernel
__global__ void by_branch(unsigned *out)
{
    in_branch(out, blockIdx.x * threads + threadIdx.x, threadIdx.x % 32);
}

// Rows of a length that is rounded up: all lanes of a warp make the same number of turns.
__device__ unsigned prefix_of_row(const unsigned *in, unsigned n)
{
    const unsigned padded = (n + 31) / 32 * 32;
    unsigned sum = 0;
    for (unsigned i = threadIdx.x % 32; i < padded; i += 32)
        sum += sum_of_warp(i < n ? in[i] : 0);
    return sum;
}

#pragma pt kernel
__global__ void by_loop(const unsigned *in, unsigned *out)
{
    const unsigned sum = prefix_of_row(in, blockIdx.x % 200);
    out[blockIdx.x * threads + threadIdx.x] = sum;
}

// Under a condition of the kernel's, which the function's lanes are counted from; one after the other.
template <class T> __device__ T guarded(T v, unsigned n)
{
    const unsigned t = threadIdx.x;
    if (t >= n)
        return T(3);
    return sum_of_warp(v) + __popc(__ballot_sync(~0u, v != 0));
}

#pragma pt kernel
__global__ void twice(unsigned *out, unsigned n)
{
    const unsigned t = threadIdx.x;
    unsigned v = guarded(t, 32);
    __syncwarp();
    if (t < n)
        v += guarded(t, 64u);
    out[blockIdx.x * threads + t] = v;
}

// Those that return from the function are there again for what the kernel does next.
__device__ unsigned of_first(unsigned v, unsigned lane, unsigned n)
{
    if (lane >= n)
        return 3;
    return n == 32 ? sum_of_warp(v) : v + __shfl_xor_sync(0xffu, v, 1);
}

#pragma pt kernel
__global__ void by_some(unsigned *out, unsigned n)
{
    if (threadIdx.x >= n)
        return;
    const unsigned got = of_first(threadIdx.x, threadIdx.x % 32, blockIdx.x % 2 ? 32 : 8);
    out[blockIdx.x * threads + threadIdx.x] = __shfl_xor_sync(~0u, got, 16);
}

// The mask is handed on, over a function between.
__device__ unsigned ballot_of_mask(unsigned mask, unsigned v) { return __ballot_sync(mask, v); }

__device__ void with_mask(unsigned *out, unsigned lane, unsigned mask)
{
    if (lane >= 8)
        return;
    *out = ballot_of_mask(mask, lane % 2);
}

#pragma pt kernel
__global__ void by_mask(unsigned *out)
{
    with_mask(out + blockIdx.x * threads + threadIdx.x, threadIdx.x % 32, 0xffffffffu);
}

// All lanes by other names, which no list of spellings holds.
namespace warp {
constexpr unsigned full_mask = 0xffffffffu;
struct all {
    static constexpr unsigned lanes = full_mask;
};
} // namespace warp
__host__ __device__ constexpr unsigned every_lane() { return 037777777777u; }
#define EVERY_LANE ((1ull << 32) - 1)

template <int form> __device__ unsigned ballot_by(unsigned v)
{
    return form == 0 ? __ballot_sync(warp::full_mask, v) : form == 1 ? __ballot_sync(warp::all::lanes, v)
         : form == 2 ? __ballot_sync(every_lane(), v) : form == 3 ? __ballot_sync(EVERY_LANE, v) : __ballot_sync(static_cast<unsigned>(-1), v);
}

template <int form> __device__ void first_lanes(unsigned *out, unsigned lane)
{
    if (lane < 8)
        *out = ballot_by<form>(lane % 2);
}

#pragma pt kernel
template <int form> __global__ void by_name_of_mask(unsigned *out)
{
    first_lanes<form>(out + blockIdx.x * threads + threadIdx.x, threadIdx.x % 32);
}

// What stands behind the branch and holds a barrier is none for all: lanes that pass the branch by do not wait there.
template <int n> __device__ void meet()
{
    if constexpr (n > 32)
        __syncthreads();
}
__device__ void meet_if(bool any)
{
    if (any)
        __syncwarp();
}

#pragma pt kernel
__global__ void in_front_of_no_barrier(unsigned *out, unsigned n)
{
    const unsigned lane = threadIdx.x % 32;
    if (lane < 8)
        out[blockIdx.x * threads + threadIdx.x] = __ballot_sync(~0u, lane % 2);
    meet<32>();
    meet_if(n > 100);
}

// Nor is one that the lanes jump past.
#pragma pt kernel
__global__ void in_front_of_jump(unsigned *out, unsigned n)
{
    const unsigned lane = threadIdx.x % 32;
    for (unsigned turn = 0; turn < n; turn++) {
        if (lane < 8)
            out[blockIdx.x * threads + threadIdx.x] = __ballot_sync(~0u, lane % 2);
        if (n > turn)
            break;
        __syncwarp();
    }
}

int main()
{
    check::begin("lanes_in_functions");
    const unsigned blocks = 2003, count = blocks * threads;
    std::vector<unsigned> want(count), in(256);
    for (unsigned i = 0; i < in.size(); ++i)
        in[i] = i * 2654435761u >> 22;
    const std::vector<unsigned> none(count, 7u);
    const auto sum_of = [](unsigned t) { return t / 32 * 32 * 32 + 31 * 16; }; // of the indices of a thread's warp
    const auto compare = [&](const char *name, const check::device_array<unsigned> &out, auto value) {
        CUDA_OK(cudaGetLastError());
        for (unsigned i = 0; i < count; ++i)
            want[i] = value(i / threads, i % threads);
        check::equal(name, out, want);
    };
    {
        check::device_array<unsigned> out(none);
        by_return<<<blocks, threads>>>(out.get(), 64);
        compare("by_return", out, [&](unsigned, unsigned t) { return t < 64 ? sum_of(t) : 7; });
    }
    {
        check::device_array<unsigned> out(none);
        by_some<<<blocks, threads>>>(out.get(), 64);
        compare("by_some", out, [&](unsigned b, unsigned t) {
            const unsigned from = t ^ 16;
            return t >= 64 ? 7 : b % 2 ? sum_of(t) : from % 32 < 8 ? from + (from ^ 1) : 3;
        });
    }
    const auto first_lanes_vote = [&](const char *name, auto launch) {
        check::device_array<unsigned> out(none);
        launch(out.get());
        compare(name, out, [](unsigned, unsigned t) { return t % 32 < 8 ? 0xaau : 7; });
    };
    first_lanes_vote("by_branch", [&](unsigned *out) { by_branch<<<blocks, threads>>>(out); });
    first_lanes_vote("by_mask", [&](unsigned *out) { by_mask<<<blocks, threads>>>(out); });
    first_lanes_vote("by_name_of_mask<0>", [&](unsigned *out) { by_name_of_mask<0><<<blocks, threads>>>(out); });
    first_lanes_vote("by_name_of_mask<1>", [&](unsigned *out) { by_name_of_mask<1><<<blocks, threads>>>(out); });
    first_lanes_vote("by_name_of_mask<2>", [&](unsigned *out) { by_name_of_mask<2><<<blocks, threads>>>(out); });
    first_lanes_vote("by_name_of_mask<3>", [&](unsigned *out) { by_name_of_mask<3><<<blocks, threads>>>(out); });
    first_lanes_vote("by_name_of_mask<4>", [&](unsigned *out) { by_name_of_mask<4><<<blocks, threads>>>(out); });
    first_lanes_vote("in_front_of_no_barrier", [&](unsigned *out) { in_front_of_no_barrier<<<blocks, threads>>>(out, 65); });
    first_lanes_vote("in_front_of_jump", [&](unsigned *out) { in_front_of_jump<<<blocks, threads>>>(out, 3); });
    {
        check::device_array<unsigned> d_in(in), out(none);
        by_loop<<<blocks, threads>>>(d_in.get(), out.get());
        compare("by_loop", out, [&](unsigned b, unsigned) {
            unsigned sum = 0;
            for (unsigned i = 0; i < b % 200; ++i)
                sum += in[i];
            return sum;
        });
    }
    {
        check::device_array<unsigned> out(none);
        twice<<<blocks, threads>>>(out.get(), 64);
        compare("twice", out, [&](unsigned, unsigned t) {
            const unsigned those = t < 32 ? 31 : 32; // that are not 0
            return (t < 32 ? sum_of(t) + those : 3) + (t < 64 ? sum_of(t) + those : 0);
        });
    }
    return check::finish();
}
