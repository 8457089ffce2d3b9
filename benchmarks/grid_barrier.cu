// What a barrier of the grid costs: `#pragma pt barrier` against cooperative groups' grid.sync(), by groups and threads.
//
// In:  -DPT_GRID_BARRIER=name when compiled: one algorithm a program (runtime-cuda/pt/barrier_algorithms.cuh). Out: rows as
//      bench.h has them; the time is that of one barrier: launches with 1000 barriers less launches with none, over 1000.
// Checked first: each block passes a value to the next one behind every barrier. What does not fit has no row.
#include "bench.h"

#include <cooperative_groups.h>

#ifndef PT_GRID_BARRIER
#define PT_GRID_BARRIER paced
#endif
#define NAME_OF(x) #x
#define NAME(x) NAME_OF(x)

#pragma pt kernel
__global__ void meet(int times)
{
    for (int i = 0; i < times; i++) {
#pragma pt barrier
    }
}

__global__ void meet_by_sync(int times)
{
    for (int i = 0; i < times; i++)
        cooperative_groups::this_grid().sync();
}

#pragma pt kernel
__global__ void pass_round(unsigned *values, unsigned *seen, int times)
{
    unsigned value = blockIdx.x;
    for (int i = 0; i < times; i++) {
        if (threadIdx.x == blockDim.x - 1)
            values[blockIdx.x] = value;
#pragma pt barrier
        value = values[(blockIdx.x + 1) % gridDim.x] + 1;
#pragma pt barrier
    }
    if (threadIdx.x == 0)
        seen[blockIdx.x] = value;
}

enum class answer { right, wrong, too_many }; // too_many: the algorithm's registers leave no room for all groups at once

static answer ask(unsigned groups, unsigned threads)
{
    const int times = 20;
    unsigned *values, *seen;
    BENCH_CHECK(cudaMalloc(&values, groups * sizeof(unsigned)));
    BENCH_CHECK(cudaMalloc(&seen, groups * sizeof(unsigned)));
    pass_round<<<groups, threads>>>(values, seen, times);
    const cudaError_t launched = cudaGetLastError();
    if (launched != cudaErrorCooperativeLaunchTooLarge)
        BENCH_CHECK(launched);
    std::vector<unsigned> got(groups);
    BENCH_CHECK(cudaMemcpy(got.data(), seen, groups * sizeof(unsigned), cudaMemcpyDeviceToHost));
    BENCH_CHECK(cudaFree(values));
    BENCH_CHECK(cudaFree(seen));
    if (launched != cudaSuccess)
        return answer::too_many;
    for (unsigned g = 0; g < groups; g++)
        if (got[g] != (g + times) % groups + times)
            return answer::wrong;
    return answer::right;
}

int main()
{
    cudaDeviceProp device;
    BENCH_CHECK(cudaGetDeviceProperties(&device, 0));
    const unsigned multiprocessors = device.multiProcessorCount;
    const int times = 1000, repeats = 15;
    bench_header();
    bench_clock clock;
    for (unsigned threads : {128u, 256u, 1024u})
        for (unsigned per : {1u, 2u, 4u, 8u, 16u}) {
            if (per * threads > static_cast<unsigned>(device.maxThreadsPerMultiProcessor))
                continue;
            const unsigned groups = per * multiprocessors;
            const answer found = ask(groups, threads);
            if (found == answer::too_many) {
                fprintf(stderr, "%5u groups of %4u threads: %s does not fit\n", groups, threads, NAME(PT_GRID_BARRIER));
                continue;
            }
            if (found == answer::wrong) {
                fprintf(stderr, "%u groups of %u threads: wrong\n", groups, threads);
                return 1;
            }
            const auto own = [&](int n) {
                meet<<<groups, threads>>>(n);
                BENCH_CHECK(cudaGetLastError());
            };
            const auto sync = [&](int n) {
                void *arguments[] = {&n};
                BENCH_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(meet_by_sync), dim3(groups), dim3(threads),
                                                        arguments, 0, nullptr));
            };
            std::vector<double> of_own, of_sync, none_own, none_sync;
            for (int i = 0; i < repeats; i++) {
                none_own.push_back(clock.microseconds([&] { own(0); }));
                of_own.push_back(clock.microseconds([&] { own(times); }));
                none_sync.push_back(clock.microseconds([&] { sync(0); }));
                of_sync.push_back(clock.microseconds([&] { sync(times); }));
            }
            const double one_own = (bench_median(of_own) - bench_median(none_own)) / times;
            const double one_sync = (bench_median(of_sync) - bench_median(none_sync)) / times;
            bench_row("grid_barrier", "one barrier", groups, threads, "grid.sync", one_sync, 1.0, repeats);
            bench_row("grid_barrier", "one barrier", groups, threads, NAME(PT_GRID_BARRIER), one_own, one_sync / one_own, repeats);
            bench_row("grid_barrier", "no barrier", groups, threads, "grid.sync", bench_median(none_sync), 1.0, repeats);
            bench_row("grid_barrier", "no barrier", groups, threads, NAME(PT_GRID_BARRIER), bench_median(none_own),
                      bench_median(none_sync) / bench_median(none_own), repeats);
            fprintf(stderr, "%5u groups of %4u threads: grid.sync %6.3f us, %s %6.3f us; launches without: %.2f and %.2f us\n", groups,
                    threads, one_sync, NAME(PT_GRID_BARRIER), one_own, bench_median(none_sync), bench_median(none_own));
        }
    return 0;
}
