// What the pieces of the default grid barrier cost: the same barrier by hand, with one piece changed. On no header of ours.
//
// In:  nothing. Out: a row for each way on stdout; `us` is the time of one barrier: the median of launches with 1000 of them less
//      that of launches with none, over 1000.
// "no fence" is no barrier, since nobody need see what was written before it; its time is what the fence leaves to be gained.
#include "barrier_by_hand.h"
#include "bench.h"

#include <algorithm>
#include <vector>

__device__ unsigned words_of_barrier[1 << 20];

enum way { as_it_is, no_fence, parted_warp, looks_again, addition };
static const char *const names[] = {"as it is", "no fence", "part of a warp looks", "looks at all words again", "an addition, not an increment"};

static __device__ __forceinline__ void wait_for(unsigned cycles)
{
    if (cycles)
        wait_cycles(cycles);
}

template <unsigned words, way w> __global__ void meet(int times, unsigned of_few, unsigned of_one_to_come)
{
    const unsigned stride = 16384 / sizeof(unsigned);
    const unsigned mine = blockIdx.x % words, look = threadIdx.x % words;
    const unsigned members = (gridDim.x - 1 - mine) / words + 1, looked_for = (gridDim.x - 1 - look) / words + 1;
    unsigned *const word = words_of_barrier + mine * stride;
    const unsigned lookers = w == parted_warp ? words : 32, mask = ~0u >> (32 - lookers);
    for (unsigned n = 1; n <= static_cast<unsigned>(times); n++) {
        __syncthreads();
        if (threadIdx.x < lookers) {
            if (threadIdx.x == 0) {
                unsigned before = 0;
                if (of_few && w == no_fence)
                    asm volatile("red.relaxed.gpu.global.inc.u32 [%0], 0xffffffff;" ::"l"(word) : "memory");
                else if (of_few && w == addition)
                    asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(word) : "memory");
                else if (of_few)
                    asm volatile("red.release.gpu.global.inc.u32 [%0], 0xffffffff;" ::"l"(word) : "memory");
                else if (w == no_fence)
                    asm volatile("atom.relaxed.gpu.global.inc.u32 %0, [%1], 0xffffffff;" : "=r"(before) : "l"(word) : "memory");
                else if (w == addition)
                    asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], 1;" : "=r"(before) : "l"(word) : "memory");
                else
                    asm volatile("atom.acq_rel.gpu.global.inc.u32 %0, [%1], 0xffffffff;" : "=r"(before) : "l"(word) : "memory");
                wait_for(of_few ? of_few : (n * members - 1 - before) * of_one_to_come);
            }
            __syncwarp(mask);
            bool come = false;
            do {
                if (w == looks_again || !come)
                    come = has_come(words_of_barrier + look * stride, n * looked_for);
            } while (!__all_sync(mask, come));
        }
        __syncthreads();
    }
}

template <unsigned words, way w> static void row(unsigned groups, unsigned threads, unsigned of_few, unsigned of_one_to_come)
{
    void *address;
    BENCH_CHECK(cudaGetSymbolAddress(&address, words_of_barrier));
    cudaEvent_t begin, end;
    BENCH_CHECK(cudaEventCreate(&begin));
    BENCH_CHECK(cudaEventCreate(&end));
    std::vector<float> took[2];
    for (int repeat = 0; repeat < 15; repeat++)
        for (int times : {0, 1000}) {
            void *arguments[] = {&times, &of_few, &of_one_to_come};
            BENCH_CHECK(cudaMemset(address, 0, sizeof words_of_barrier));
            BENCH_CHECK(cudaDeviceSynchronize());
            BENCH_CHECK(cudaEventRecord(begin));
            BENCH_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(meet<words, w>), groups, threads, arguments, 0, 0));
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
    std::printf("%s,%u,%u,%u,%.3f\n", names[w], words, groups, threads, took[1][7] - took[0][7]);
}

// `of_few`: cycles until the first look; 0: `of_one_to_come` for each arrival that is still to come to the same word.
template <unsigned words> static void rows(unsigned groups, unsigned threads, unsigned of_few, unsigned of_one_to_come)
{
    row<words, as_it_is>(groups, threads, of_few, of_one_to_come);
    row<words, no_fence>(groups, threads, of_few, of_one_to_come);
    row<words, parted_warp>(groups, threads, of_few, of_one_to_come);
    if (words > 1)
        row<words, looks_again>(groups, threads, of_few, of_one_to_come);
    row<words, addition>(groups, threads, of_few, of_one_to_come);
}

int main()
{
    std::printf("way,words,groups,threads,us\n");
    rows<1>(132, 256, 240, 0);
    rows<1>(264, 256, 240, 0);
    rows<8>(528, 256, 0, 1);
    rows<8>(1056, 256, 0, 3);
    rows<8>(2112, 128, 0, 5);
}
