// What the default grid barrier's numbers were chosen by: how many words groups add to, how far apart these lie, how long a group
// waits before its first look, and whether it looks again at words where it has seen all. Written by hand, on no header of ours.
//
// In:  nothing. Out: a row for each choice on stdout; `us` is the time of one barrier: the median of launches with 1000 of them less
//      that of launches with none, over 1000. Which parts of the level 2 cache the words lie in depends on where they lie, so each
//      choice is measured at eight places: `us` is the median, `least_us` and `most_us` are the least and the most of them.
// With up to 264 groups each waits `quarter_cycles` / 4 before its first look, with more of them as long for each arrival that is still
// to come to its own word.
#include "barrier_by_hand.h"
#include "bench.h"

#include <algorithm>
#include <vector>

const unsigned few_groups = 264, places = 8, place_words = 592; // 2368 bytes
__device__ unsigned words_of_barrier[1 << 17];

template <unsigned words, bool looks_again> __global__ void meet(int times, unsigned stride, unsigned quarters, unsigned place)
{
    unsigned *const first = words_of_barrier + place * place_words;
    const unsigned mine = blockIdx.x % words, look = threadIdx.x % words;
    const unsigned members = (gridDim.x - 1 - mine) / words + 1, looked_for = (gridDim.x - 1 - look) / words + 1;
    for (unsigned n = 1; n <= static_cast<unsigned>(times); n++) {
        __syncthreads();
        if (threadIdx.x < 32) {
            if (threadIdx.x == 0) {
                if (gridDim.x <= few_groups) {
                    asm volatile("red.release.gpu.global.inc.u32 [%0], 0xffffffff;" ::"l"(first + mine * stride) : "memory");
                    wait_cycles(quarters / 4);
                } else {
                    unsigned before;
                    asm volatile("atom.acq_rel.gpu.global.inc.u32 %0, [%1], 0xffffffff;"
                                 : "=r"(before)
                                 : "l"(first + mine * stride)
                                 : "memory");
                    wait_cycles((n * members - 1 - before) * quarters / 4);
                }
            }
            __syncwarp();
            bool come = false;
            do {
                if (looks_again || !come)
                    come = has_come(first + look * stride, n * looked_for);
            } while (!__all_sync(~0u, come));
        }
        __syncthreads();
    }
}

static double microseconds(const void *kernel, unsigned groups, unsigned threads, unsigned stride, unsigned quarters, unsigned place)
{
    static bench_clock clock;
    void *address;
    BENCH_CHECK(cudaGetSymbolAddress(&address, words_of_barrier));
    std::vector<double> took[2];
    for (int repeat = 0; repeat < 5; repeat++)
        for (int times : {0, 1000}) {
            void *arguments[] = {&times, &stride, &quarters, &place};
            BENCH_CHECK(cudaMemset(address, 0, sizeof words_of_barrier));
            BENCH_CHECK(cudaDeviceSynchronize());
            took[times != 0].push_back(clock.microseconds(
                [&] { BENCH_CHECK(cudaLaunchCooperativeKernel(kernel, groups, threads, arguments, 0, 0)); }));
        }
    return (bench_median(took[1]) - bench_median(took[0])) / 1000;
}

template <unsigned words, bool looks_again>
static void row(unsigned groups, unsigned threads, unsigned bytes_apart, unsigned quarters, const char *device)
{
    std::vector<double> us;
    for (unsigned place = 0; place < places; place++)
        us.push_back(microseconds(reinterpret_cast<const void *>(meet<words, looks_again>), groups, threads,
                                  bytes_apart / sizeof(unsigned), quarters, place));
    std::sort(us.begin(), us.end());
    std::printf("%u,%u,%u,%s,%u,%u,%.3f,%.3f,%.3f,%s\n", words, bytes_apart, quarters, looks_again ? "all" : "open", groups, threads,
                us[places / 2], us.front(), us.back(), device);
    std::fflush(stdout);
}

int main()
{
    cudaDeviceProp device;
    BENCH_CHECK(cudaGetDeviceProperties(&device, 0));
    std::printf("words,bytes_apart,quarter_cycles,looks_at,groups,threads,us,least_us,most_us,device\n");
    for (unsigned groups : {132u, 264u})
        for (unsigned cycles : {0u, 100u, 160u, 200u, 240u, 280u, 320u})
            row<1, true>(groups, 256, 0, 4 * cycles, device.name);
    const struct { unsigned groups, threads; } shapes[] = {{528, 256}, {792, 256}, {1056, 256}, {1584, 128}, {2112, 128}};
    for (auto shape : shapes)
        for (unsigned bytes : {8192u, 16384u})
            for (unsigned quarters : {0u, 4u, 8u, 10u, 12u, 14u, 16u, 18u, 20u, 22u, 24u}) {
                row<4, true>(shape.groups, shape.threads, bytes, quarters, device.name);
                row<4, false>(shape.groups, shape.threads, bytes, quarters, device.name);
                row<8, true>(shape.groups, shape.threads, bytes, quarters, device.name);
                row<8, false>(shape.groups, shape.threads, bytes, quarters, device.name);
            }
}
