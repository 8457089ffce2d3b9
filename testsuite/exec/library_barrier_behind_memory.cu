// DESIGN part 4, Leaving: a return by what lies in memory, the same for all threads of the block, before a library's barrier.
// expect: handled
// needs: c++17
#include "check.h"
#include <cub/block/block_reduce.cuh>

static const unsigned threads = 64;

typedef cub::BlockReduce<unsigned, threads> reduce;

// Rows of a sparse matrix, some of them empty.
#pragma pt kernel
__global__ void rows(const unsigned *__restrict__ first, const unsigned *in, unsigned *out)
{
    __shared__ reduce::TempStorage storage;
    const unsigned begin = __ldg(&first[blockIdx.x]), end = first[blockIdx.x + 1];
    if (in != nullptr && begin >= end)
        return;
    unsigned sum = 0;
    for (unsigned i = begin + threadIdx.x; i < end; i += threads)
        sum += in[i];
    sum = reduce(storage).Sum(sum);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

// A flag that the block shares, two ways out under one guard, and one in a branch; none of them drains.
#pragma pt kernel
__global__ void flags(const unsigned *in, unsigned *out, bool halves)
{
    __shared__ reduce::TempStorage storage;
    __shared__ unsigned kind;
    if (threadIdx.x == 0)
        kind = in[blockIdx.x] % 5;
    __syncthreads();
    if (kind < 2) {
        if (threadIdx.x == kind)
            out[blockIdx.x] = 1000 + kind;
        if (threadIdx.x > 7)
            return;
        out[blockIdx.x] = 1000 + kind;
        return;
    }
    if (halves) {
        const unsigned *half = in + blockIdx.x / 2;
        if (half[0] % 3 == 1)
            return;
    }
    const unsigned sum = reduce(storage).Sum(threadIdx.x < kind * 8 ? 1 : 0);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

// The library's barrier stands in a function.
__device__ unsigned sum_of(unsigned value)
{
    __shared__ reduce::TempStorage storage;
    return reduce(storage).Sum(value);
}

#pragma pt kernel
__global__ void in_function(const unsigned *in, unsigned *out)
{
    if (in[blockIdx.x] & 1)
        return;
    const unsigned sum = sum_of(in[blockIdx.x] + threadIdx.x);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

// Whose the member is, a template leaves open; and there may be no flags.
#pragma pt kernel
template <int size> __launch_bounds__(size) __global__ void finished(const unsigned *in, const bool *flag, unsigned *out)
{
    using block_reduce = cub::BlockReduce<unsigned, size>;
    __shared__ typename block_reduce::TempStorage storage;
    if ((flag != nullptr) && flag[blockIdx.x]) {
        return;
    }
    const unsigned sum = block_reduce(storage).Sum(in[blockIdx.x] + threadIdx.x);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

int main()
{
    check::begin("library_barrier_behind_memory");
    const unsigned blocks = 5003;
    std::vector<unsigned> first(blocks + 1), none(blocks, 7u);
    for (unsigned b = 0; b < blocks; ++b)
        first[b + 1] = first[b] + (b % 3 ? b % 150 : 0);
    std::vector<unsigned> in(first[blocks] > blocks ? first[blocks] : blocks), want(none);
    for (unsigned i = 0; i < in.size(); ++i)
        in[i] = i * 2654435761u >> 20;
    for (unsigned b = 0; b < blocks; ++b)
        for (unsigned i = first[b]; i < first[b + 1]; ++i)
            want[b] = (i == first[b] ? 0 : want[b]) + in[i];
    check::device_array<unsigned> d_first(first), d_in(in), out(none);
    rows<<<blocks, threads>>>(d_first.get(), d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("rows", out, want);

    for (unsigned halves = 0; halves < 2; ++halves) {
        check::device_array<unsigned> flagged(none);
        for (unsigned b = 0; b < blocks; ++b) {
            const unsigned kind = in[b] % 5;
            want[b] = kind < 2 ? 1000 + kind : halves && in[b / 2] % 3 == 1 ? 7 : kind * 8;
        }
        flags<<<blocks, threads>>>(d_in.get(), flagged.get(), halves != 0);
        CUDA_OK(cudaGetLastError());
        check::equal(halves ? "flags, halves" : "flags", flagged, want);
    }

    check::device_array<unsigned> summed(none);
    for (unsigned b = 0; b < blocks; ++b)
        want[b] = in[b] & 1 ? 7 : threads * in[b] + threads * (threads - 1) / 2;
    in_function<<<blocks, threads>>>(d_in.get(), summed.get());
    CUDA_OK(cudaGetLastError());
    check::equal("in_function", summed, want);

    std::vector<unsigned char> is_finished(blocks);
    for (unsigned b = 0; b < blocks; ++b)
        is_finished[b] = b % 7 == 3;
    check::device_array<unsigned char> flags_of(is_finished);
    for (const bool any : {true, false}) {
        check::device_array<unsigned> part(none);
        for (unsigned b = 0; b < blocks; ++b)
            want[b] = any && is_finished[b] ? 7 : threads * in[b] + threads * (threads - 1) / 2;
        finished<threads><<<blocks, threads>>>(d_in.get(), any ? reinterpret_cast<const bool *>(flags_of.get()) : nullptr, part.get());
        CUDA_OK(cudaGetLastError());
        check::equal(any ? "finished" : "not finished", part, want);
    }
    return check::finish();
}
