// DESIGN part 4, Barriers: a library's barrier in a loop from the thread's index to a bound that is rounded up: that all leave together is checked.
// expect: handled
// needs: c++17
#include "check.h"
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

static const unsigned threads = 64;

// Each block sums the part of `in` that is its own, block by block; one of them comes to its end while others still go on.
#pragma pt kernel
__global__ void sums(const unsigned *in, unsigned *out, unsigned n, unsigned padded)
{
    typedef cub::BlockReduce<unsigned, threads> reduce;
    __shared__ typename reduce::TempStorage storage;
    unsigned sum = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < padded; i += gridDim.x * blockDim.x) {
        sum += reduce(storage).Sum(i < n ? in[i] : 0u);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

// Loops in one another, one with its condition behind; the first of them may have no turn.
#pragma pt kernel
__global__ void scans(const unsigned *in, unsigned *out, unsigned n, unsigned rows)
{
    typedef cub::BlockScan<unsigned, threads> scan;
    __shared__ typename scan::TempStorage storage;
    unsigned turn = threadIdx.x / threads;
    while (turn < blockIdx.x % rows) {
        unsigned i = threadIdx.x, before = 0;
        do {
            unsigned value = in[blockIdx.x * n + i] + turn, all;
            scan(storage).ExclusiveSum(value, value, all);
            out[blockIdx.x * n + i] += before + value;
            before += all;
            __syncthreads();
            i += threads;
        } while (i < n);
        turn++;
    }
}

// The same in a function, which is called through another, also by a kernel that is not rewritten.
__device__ unsigned sum_from(const unsigned *in, unsigned n, unsigned padded)
{
    typedef cub::BlockReduce<unsigned, threads> reduce;
    __shared__ typename reduce::TempStorage storage;
    unsigned sum = 0;
    for (unsigned i = threadIdx.x; i < padded; i += blockDim.x) {
        sum += reduce(storage).Sum(i < n ? in[i] : 0u);
        __syncthreads();
    }
    return sum;
}

__device__ void put_sum(const unsigned *in, unsigned *out, unsigned n, unsigned padded)
{
    const unsigned sum = sum_from(in, n, padded);
    if (threadIdx.x == 0)
        *out = sum;
}

#pragma pt kernel
__global__ void prefixes(const unsigned *in, unsigned *out)
{
    const unsigned n = blockIdx.x % 200;
    put_sum(in, &out[blockIdx.x], n, (n + threads - 1) / threads * threads);
}

__global__ void prefix_of_all(const unsigned *in, unsigned *out, unsigned n)
{
    put_sum(in, out, n, (n + threads - 1) / threads * threads);
}

int main()
{
    check::begin("library_barrier_in_padded_loop");
    const unsigned blocks = 3001, n = 7 * blocks * threads / 2 + 11;
    const unsigned step = threads, padded = (n + step - 1) / step * step;
    std::vector<unsigned> in(n), want(blocks);
    for (unsigned i = 0; i < n; ++i)
        in[i] = i * 2654435761u >> 20, want[i / threads % blocks] += in[i];
    check::device_array<unsigned> d_in(in), out(blocks);
    sums<<<blocks, threads>>>(d_in.get(), out.get(), n, padded);
    CUDA_OK(cudaGetLastError());
    check::equal("sums", out, want);

    const unsigned rows = 3, columns = 2 * threads, few = 1001;
    std::vector<unsigned> scanned(few * columns);
    for (unsigned b = 0; b < few; ++b)
        for (unsigned turn = 0; turn < b % rows; ++turn)
            for (unsigned i = 0, sum = 0; i < columns; ++i)
                scanned[b * columns + i] += sum, sum += in[b * columns + i] + turn;
    check::device_array<unsigned> d_scanned(std::vector<unsigned>(few * columns, 0u));
    scans<<<few, threads>>>(d_in.get(), d_scanned.get(), columns, rows);
    CUDA_OK(cudaGetLastError());
    check::equal("scans", d_scanned, scanned);

    const unsigned others = 1200;
    std::vector<unsigned> summed(others + 1);
    for (unsigned b = 0; b <= others; ++b)
        for (unsigned i = 0; i < (b == others ? 777 : b % 200); ++i)
            summed[b] += in[i];
    check::device_array<unsigned> d_summed(std::vector<unsigned>(others + 1, 0u));
    prefixes<<<others, threads>>>(d_in.get(), d_summed.get());
    prefix_of_all<<<1, threads>>>(d_in.get(), d_summed.get() + others, 777);
    CUDA_OK(cudaGetLastError());
    check::equal("prefixes", d_summed, summed);
    return check::finish();
}
