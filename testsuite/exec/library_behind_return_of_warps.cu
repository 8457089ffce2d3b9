// DESIGN part 4, Leaving early: what CUB lets a warp do stands behind a return that whole warps take, by the thread's index / 32:
// directly, in a template, and in a function that the kernel calls.
// expect: handled
// needs: c++17
#include "check.h"
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

static const unsigned warps = 5, threads = warps * 32;

#pragma pt kernel
__global__ void sum_rows(const unsigned *in, unsigned *out, unsigned rows)
{
    __shared__ cub::WarpReduce<unsigned>::TempStorage storage[warps];
    const unsigned warp = threadIdx.x / 32, row = blockIdx.x * warps + warp;
    if (row >= rows)
        return;
    const unsigned sum = cub::WarpReduce<unsigned>(storage[warp]).Sum(in[row * 32 + threadIdx.x % 32]);
    if (threadIdx.x % 32 == 0)
        out[row] = sum;
}

#pragma pt kernel
template <class T> __global__ void scan_rows(const T *in, T *out, unsigned rows)
{
    typedef cub::WarpScan<T> scan;
    __shared__ typename scan::TempStorage storage[warps];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >> 5 >= rows)
        return;
    T before;
    scan(storage[threadIdx.x >> 5]).ExclusiveSum(in[i], before);
    out[i] = before;
}

__device__ unsigned largest(unsigned value, cub::WarpReduce<unsigned, 16>::TempStorage &storage)
{
    return cub::WarpReduce<unsigned, 16>(storage).Reduce(value, [](unsigned a, unsigned b) { return a > b ? a : b; });
}

#pragma pt kernel
__global__ void largest_of_halves(const unsigned *in, unsigned *out, unsigned rows)
{
    __shared__ cub::WarpReduce<unsigned, 16>::TempStorage storage[2 * warps];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i / warpSize >= rows)
        return;
    const unsigned value = largest(in[i], storage[threadIdx.x / 16]);
    if (threadIdx.x % 16 == 0)
        out[i / 16] = value;
}

int main()
{
    check::begin("library_behind_return_of_warps");
    const unsigned rows = 4321, blocks = (rows + warps - 1) / warps;
    std::vector<unsigned> in = check::mixed_vector(rows * 32), sum(rows), before(rows * 32), most(rows * 2);
    for (unsigned row = 0; row < rows; ++row)
        for (unsigned i = row * 32; i < row * 32 + 32; ++i) {
            before[i] = sum[row];
            sum[row] += in[i];
            most[i / 16] = in[i] > most[i / 16] ? in[i] : most[i / 16];
        }
    check::device_array<unsigned> d_in(in), sums(rows), scanned(rows * 32), largest(rows * 2);
    sum_rows<<<blocks, threads>>>(d_in.get(), sums.get(), rows);
    CUDA_OK(cudaGetLastError());
    check::equal("sums", sums, sum);
    scan_rows<unsigned><<<blocks, threads>>>(d_in.get(), scanned.get(), rows);
    CUDA_OK(cudaGetLastError());
    check::equal("scanned", scanned, before);
    largest_of_halves<<<blocks, threads>>>(d_in.get(), largest.get(), rows);
    CUDA_OK(cudaGetLastError());
    check::equal("largest", largest, most);
    return check::finish();
}
