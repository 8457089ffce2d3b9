// state and finish: scalars, arrays, structs and references to them outlive the blocks of a group; what finish adds up is the same
// for any number of groups. Templates, a specialisation, a namespace, extern "C", parameters that blocks change.
// expect: handled
#include "check.h"

struct pair {
    unsigned low, high;
    __device__ void add(unsigned value) { low += value; high ^= value; }
};

#pragma pt kernel
__global__ void sum_of(const unsigned *in, unsigned *out, unsigned n)
{
    #pragma pt state
    unsigned total = 0, blocks = 0;
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    blocks++;
    if (i < n)
        total += in[i];
    #pragma pt finish
    {
        atomicAdd(&out[0], total);
        if (threadIdx.x == 0)
            atomicAdd(&out[1], blocks);
    }
}

__device__ void return_none(unsigned *rows) { *rows = 0; }

namespace {

// Each block gets its parameters as they were given, and finish does too.
#pragma pt kernel schedule(dynamic)
template <class T, int Width> __global__ void columns(const T *in, T *out, unsigned rows, pair seed)
{
    _Pragma("pt state") T sums[Width] = {};
    #pragma pt state
    auto most = static_cast<T>(0);
    #pragma pt state
    pair both = seed;
    in += blockIdx.x * (blockDim.x * Width);
    seed.add(blockIdx.x);
    for (int k = 0; k < Width; k++) {
        T value = in[threadIdx.x * Width + k];
        sums[k] += value;
        most = most > value ? most : value;
    }
    both.add(seed.low - 5);
    if (blockIdx.x >= rows)
        return_none(&rows);
    #pragma pt finish
    {
        for (int k = 0; k < Width; k++)
            atomicAdd(&out[k], sums[k]);
        atomicMax(&out[Width], most);
        if (threadIdx.x == 0)
            atomicAdd(&out[Width + 1], static_cast<T>(both.low - 5));
    }
}

template <> __global__ void columns<unsigned, 1>(const unsigned *in, unsigned *out, unsigned rows, pair seed)
{
    #pragma pt state
    unsigned count = 0;
    if (blockIdx.x < rows && in && seed.low)
        count++;
    #pragma pt finish
    { if (threadIdx.x == 0) atomicAdd(out, count); }
}

} // namespace

// What the first block of a group computes, the others find.
extern "C" {
#pragma pt kernel schedule(static)
__global__ void by_table(unsigned *out, unsigned n, const unsigned *table)
{
    #pragma pt state
    const unsigned mine = table[threadIdx.x] * 3;
    #pragma pt state
    unsigned last = 0;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    last = last > i ? last : i;
    out[i] = mine + (last - i);
}
}

// A block that only the group's state knows of, in the order of the queue.
#pragma pt kernel
__global__ void ascending(unsigned *wrong)
{
    #pragma pt state
    unsigned next = 0;
    if (blockIdx.x < next)
        atomicAdd(wrong, 1);
    next = blockIdx.x + 1;
}

// A functor is handed on, one with a memory of its own is each block's; what is declared in front of the state is known everywhere.
struct larger { __device__ unsigned operator()(unsigned a, unsigned b) const { return a > b ? a : b; } };
struct counting {
    unsigned calls;
    __device__ unsigned operator()(unsigned a, unsigned b) { return a + b + 0 * calls++; }
};

#pragma pt kernel
template <class T, class Op, class Count> __global__ void reduce(const T *in, T *out, unsigned n, Op op, Count count, T init)
{
    using number = T;
    constexpr int warp = 32;
    enum { none };
    #pragma pt state
    number total = init;
    #pragma pt state
    number calls = none;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        total = op(total, in[i]);
        calls = count(calls, 1);
    }
    if (threadIdx.x == 0 && count.calls > 1)
        atomicAdd(&out[2], 1);
    #pragma pt finish
    {
        for (int k = warp / 2; k > none; k /= 2)
            total = op(total, __shfl_down_sync(~0u, total, k));
        if (threadIdx.x % warp == 0)
            atomicMax(&out[0], number(total));
        atomicAdd(&out[1], calls);
    };
}

int main()
{
    check::begin("state_finish");
    const unsigned blocks = 3001, threads = 96, n = blocks * threads - 50;
    const std::vector<unsigned> in = check::mixed_vector(blocks * threads * 3);
    check::device_array<unsigned> d_in(in), out(n + 50);

    std::vector<unsigned> want(2);
    for (unsigned i = 0; i < n; i++)
        want[0] += in[i];
    want[1] = blocks;
    for (int again = 0; again < 3; again++) {
        check::device_array<unsigned> sums(2);
        sums.zero();
        sum_of<<<blocks, threads>>>(d_in.get(), sums.get(), n);
        CUDA_OK(cudaGetLastError());
        check::equal("sum", sums, want);
    }

    std::vector<unsigned> wanted(5);
    for (unsigned i = 0; i < blocks * threads * 3; i++) {
        wanted[i % 3] += in[i];
        wanted[3] = wanted[3] > in[i] ? wanted[3] : in[i];
    }
    for (unsigned b = 0; b < blocks; b++)
        wanted[4] += b;
    check::device_array<unsigned> columns_out(5);
    columns_out.zero();
    columns<unsigned, 3><<<blocks, threads>>>(d_in.get(), columns_out.get(), blocks, pair{ 5, 7 });
    CUDA_OK(cudaGetLastError());
    check::equal("columns", columns_out, wanted);

    columns_out.zero();
    columns<unsigned, 1><<<blocks, threads>>>(d_in.get(), columns_out.get(), 1000, pair{ 5, 7 });
    CUDA_OK(cudaGetLastError());
    check::equal("specialised", columns_out, { 1000, 0, 0, 0, 0 });

    std::vector<unsigned> reduced = { 0, n, 0 };
    for (unsigned i = 0; i < n; i++)
        reduced[0] = reduced[0] > in[i] ? reduced[0] : in[i];
    check::device_array<unsigned> largest(3);
    largest.zero();
    reduce<<<blocks, threads>>>(d_in.get(), largest.get(), n, larger(), counting{ 0 }, 0u);
    CUDA_OK(cudaGetLastError());
    check::equal("functor", largest, reduced);

    std::vector<unsigned> from_table = check::poisoned_vector<unsigned>(n + 50);
    for (unsigned i = 0; i < n; i++)
        from_table[i] = in[i % threads] * 3;
    by_table<<<blocks, threads>>>(out.get(), n, d_in.get());
    CUDA_OK(cudaGetLastError());
    check::equal("table", out, from_table);

    check::device_array<unsigned> wrong(1);
    wrong.zero();
    ascending<<<blocks, 32>>>(wrong.get());
    CUDA_OK(cudaGetLastError());
    check::equal("ascending", wrong, { 0 });
    return check::finish();
}
