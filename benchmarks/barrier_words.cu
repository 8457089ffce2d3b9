// What the default grid barrier's numbers were chosen by: how many words groups add to, how far apart these lie, and how
// long a group waits before its first look. Written by hand, on no header of ours.
//
// In:  nothing. Out: a row for each choice on stdout; `us` is the time of one barrier: the median of launches with 1000 of
//      them less that of launches with none, over 1000.
// With up to 264 groups each waits `cycles` before its first look, with more of them `cycles` for each arrival that is
// still to come to its own word.
#include "barrier_by_hand.h"
#include "bench.h"

#include <algorithm>
#include <vector>

__device__ unsigned words_of_barrier[1 << 20];

template <unsigned words> __global__ void meet(int times, unsigned stride, unsigned cycles)
{
    const unsigned mine = blockIdx.x % words, look = threadIdx.x % words;
    const unsigned members = (gridDim.x - 1 - mine) / words + 1, looked_for = (gridDim.x - 1 - look) / words + 1;
    for (unsigned n = 1; n <= static_cast<unsigned>(times); n++) {
        __syncthreads();
        if (threadIdx.x < 32) {
            if (threadIdx.x == 0) {
                unsigned before;
                if (gridDim.x <= 264) {
                    asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(words_of_barrier + mine * stride) : "memory");
                    wait_cycles(cycles);
                } else {
                    asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], 1;"
                                 : "=r"(before)
                                 : "l"(words_of_barrier + mine * stride)
                                 : "memory");
                    wait_cycles((n * members - 1 - before) * cycles);
                }
            }
            __syncwarp();
            while (!__all_sync(~0u, threadIdx.x >= words || has_come(words_of_barrier + look * stride, n * looked_for)))
                ;
        }
        __syncthreads();
    }
}

template <unsigned words> static double measure(unsigned groups, unsigned threads, unsigned stride, unsigned cycles)
{
    void *address;
    BENCH_CHECK(cudaGetSymbolAddress(&address, words_of_barrier));
    cudaEvent_t begin, end;
    BENCH_CHECK(cudaEventCreate(&begin));
    BENCH_CHECK(cudaEventCreate(&end));
    std::vector<float> took[2];
    for (int repeat = 0; repeat < 7; repeat++)
        for (int times : {0, 1000}) {
            void *arguments[] = {&times, &stride, &cycles};
            BENCH_CHECK(cudaMemset(address, 0, sizeof words_of_barrier));
            BENCH_CHECK(cudaDeviceSynchronize());
            BENCH_CHECK(cudaEventRecord(begin));
            BENCH_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(meet<words>), groups, threads, arguments, 0, 0));
            BENCH_CHECK(cudaEventRecord(end));
            BENCH_CHECK(cudaEventSynchronize(end));
            float milliseconds;
            BENCH_CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
            took[times != 0].push_back(milliseconds);
        }
    for (std::vector<float> &times : took)
        std::sort(times.begin(), times.end());
    BENCH_CHECK(cudaEventDestroy(begin));
    BENCH_CHECK(cudaEventDestroy(end));
    return took[1][3] - took[0][3]; // milliseconds of 1000 barriers are microseconds of one
}

int main()
{
    const struct { unsigned groups, threads; } shapes[] = {{132, 256}, {264, 256}, {528, 256}, {1056, 256}, {2112, 128}};
    const unsigned strides[] = {32, 64, 128, 256, 512, 1024, 4096, 16384}; // bytes
    std::printf("words,bytes_apart,cycles,groups,threads,us\n");
    for (auto shape : shapes)
        for (unsigned stride : strides)
            for (unsigned cycles : {0u, 1u, 2u, 4u, 6u, 8u}) {
                const unsigned wait = shape.groups <= 264 ? cycles * 50 : cycles;
                const auto row = [&](unsigned words, double us) {
                    std::printf("%u,%u,%u,%u,%u,%.3f\n", words, stride, wait, shape.groups, shape.threads, us);
                };
                row(1, measure<1>(shape.groups, shape.threads, stride / 4, wait));
                row(2, measure<2>(shape.groups, shape.threads, stride / 4, wait));
                row(4, measure<4>(shape.groups, shape.threads, stride / 4, wait));
                row(8, measure<8>(shape.groups, shape.threads, stride / 4, wait));
            }
}
