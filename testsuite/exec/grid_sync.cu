// DESIGN part 4, Launches: cg::this_grid().sync() in cooperative launches, in the kernel and in functions that it calls.
// expect: handled
// needs: c++17
#include "check.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

#pragma pt kernel
__global__ void two_phases(unsigned *a, unsigned *b, unsigned n)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        a[i] = i * 3;
    cooperative_groups::this_grid().sync();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        b[i] = a[n - 1 - i] + 1;
}

__device__ void wait_for_all(const cg::grid_group &grid) { grid.sync(); }

template <class T> __device__ void wait_twice(const cg::grid_group &grid)
{
    cg::sync(grid);
    wait_for_all(grid);
}

// Sums of neighbours, again and again; the grid has three dimensions.
#pragma pt kernel
__global__ void rounds(unsigned *a, unsigned *b, unsigned times)
{
    cg::grid_group grid = cg::this_grid();
    __shared__ unsigned kept; // lives across the barriers: each block has a group of its own
    if (threadIdx.x == 0)
        kept = static_cast<unsigned>(grid.thread_rank());
    const unsigned n = static_cast<unsigned>(grid.size()), i = static_cast<unsigned>(grid.thread_rank());
    for (unsigned t = 0; t < times; ++t) {
        b[i] = a[i] + a[(i + 1) % n];
        wait_twice<int>(grid);
        a[i] = b[i];
        cg::sync(grid);
    }
    a[i] += kept;
}

int main()
{
    check::begin("grid_sync");
    unsigned n = 100003;
    std::vector<unsigned> want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = (n - 1 - i) * 3 + 1;
    check::device_array<unsigned> a(n), b(n);
    unsigned *pa = a.get(), *pb = b.get();
    void *arguments[] = { &pa, &pb, &n };
    for (int again = 0; again < 3; ++again) {
        b.poison();
        CUDA_OK(cudaLaunchCooperativeKernel(two_phases, dim3(8), dim3(128), arguments, 0, nullptr));
        check::equal("b", b, want);
    }

    const dim3 grid(2, 3, 2), block(64);
    const unsigned threads = 12 * 64;
    unsigned times = 5;
    std::vector<unsigned> values = check::mixed_vector(threads), next(threads);
    check::device_array<unsigned> ra(values), rb(threads);
    for (unsigned t = 0; t < times; ++t) {
        for (unsigned i = 0; i < threads; ++i)
            next[i] = values[i] + values[(i + 1) % threads];
        values = next;
    }
    for (unsigned i = 0; i < threads; ++i)
        values[i] += i / 64 * 64;
    unsigned *pra = ra.get(), *prb = rb.get();
    void *of_rounds[] = { &pra, &prb, &times };
    CUDA_OK(cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(rounds), grid, block, of_rounds, 0, nullptr));
    check::equal("rounds", ra, values);
    return check::finish();
}
