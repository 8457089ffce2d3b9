// What a barrier of the grid in two parts hides: `#pragma pt barrier arrive`, work of a block's own, `#pragma pt barrier wait`,
// against the same work behind a whole barrier.
//
// In:  nothing. Out: rows as bench.h has them; the time is that of one turn, of launches with 1000 turns less launches with none, over
//      1000. A turn is a value that all others may read, a barrier and a chain of multiply-adds; `plain` is the whole barrier.
// Checked first: both compute the same, and what each block reads of another one is of this turn.
#include "bench.h"

struct turn {
    unsigned *values; // of this turn and the next one in turns: no barrier is needed before the next
    float *sums;
};

static __device__ __forceinline__ float work(float x, int count)
{
    for (int i = 0; i < count; i++)
        x = x * 0.999f + 0.5f;
    return x;
}

static __device__ __forceinline__ unsigned of_other(const unsigned *values, int i)
{
    return values[i % 2 * gridDim.x + (blockIdx.x + 1) % gridDim.x];
}

#pragma pt kernel
__global__ void whole(turn t, int times, int count)
{
    float sum = threadIdx.x;
    unsigned seen = 0;
    for (int i = 0; i < times; i++) {
        if (threadIdx.x == 0)
            t.values[i % 2 * gridDim.x + blockIdx.x] = blockIdx.x + i;
        #pragma pt barrier
        sum = work(sum, count);
        seen += of_other(t.values, i);
    }
    t.sums[blockIdx.x * blockDim.x + threadIdx.x] = sum + seen;
}

#pragma pt kernel
__global__ void in_parts(turn t, int times, int count)
{
    float sum = threadIdx.x;
    unsigned seen = 0;
    for (int i = 0; i < times; i++) {
        if (threadIdx.x == 0)
            t.values[i % 2 * gridDim.x + blockIdx.x] = blockIdx.x + i;
        #pragma pt barrier arrive
        sum = work(sum, count);
        #pragma pt barrier wait
        seen += of_other(t.values, i);
    }
    t.sums[blockIdx.x * blockDim.x + threadIdx.x] = sum + seen;
}

int main()
{
    cudaDeviceProp device;
    BENCH_CHECK(cudaGetDeviceProperties(&device, 0));
    const unsigned multiprocessors = device.multiProcessorCount, threads = 256;
    const int times = 1000, repeats = 11;
    bench_header();
    bench_clock clock;
    for (unsigned per : {1u, 2u, 8u})
        for (int count : {0, 50, 100, 200, 400, 1600}) {
            const unsigned groups = per * multiprocessors;
            turn t;
            BENCH_CHECK(cudaMalloc(&t.values, 2 * groups * sizeof(unsigned)));
            BENCH_CHECK(cudaMalloc(&t.sums, groups * threads * sizeof(float)));
            const auto of_whole = [&](int n) { whole<<<groups, threads>>>(t, n, count); };
            const auto of_parts = [&](int n) { in_parts<<<groups, threads>>>(t, n, count); };
            std::vector<float> sums[2];
            for (int way = 0; way < 2; way++) {
                sums[way].resize(groups * threads);
                way ? of_parts(33) : of_whole(33);
                BENCH_CHECK(cudaMemcpy(sums[way].data(), t.sums, groups * threads * sizeof(float), cudaMemcpyDeviceToHost));
            }
            for (unsigned g = 0; g < groups; g++) {
                float x = 0; // of the first thread
                unsigned seen = 0;
                for (int i = 0; i < 33; i++) {
                    for (int k = 0; k < count; k++)
                        x = __builtin_fmaf(x, 0.999f, 0.5f);
                    seen += (g + 1) % groups + i;
                }
                const float wanted = x + static_cast<float>(seen), error = sums[0][g * threads] - wanted;
                if (error > 1e-3f * wanted || error < -1e-3f * wanted) {
                    fprintf(stderr, "block %u: %g instead of %g\n", g, sums[0][g * threads], wanted);
                    return 1;
                }
            }
            if (sums[0] != sums[1]) {
                fprintf(stderr, "%u groups, %d multiply-adds: results differ\n", groups, count);
                return 1;
            }
            std::vector<double> took[2][2];
            for (int i = 0; i < repeats; i++)
                for (int n : {0, times}) {
                    took[0][n != 0].push_back(clock.microseconds([&] { of_whole(n); }));
                    took[1][n != 0].push_back(clock.microseconds([&] { of_parts(n); }));
                }
            const double one_whole = (bench_median(took[0][1]) - bench_median(took[0][0])) / times;
            const double one_parts = (bench_median(took[1][1]) - bench_median(took[1][0])) / times;
            const std::string name = std::to_string(count) + " FMA";
            bench_row("split_barrier", name.c_str(), groups, threads, "plain", one_whole, 1.0, repeats);
            bench_row("split_barrier", name.c_str(), groups, threads, "arrive and wait", one_parts, one_whole / one_parts, repeats);
            fprintf(stderr, "%5u groups, %5d FMA: whole %6.3f us, in parts %6.3f us\n", groups, count, one_whole, one_parts);
            BENCH_CHECK(cudaFree(t.values));
            BENCH_CHECK(cudaFree(t.sums));
        }
    return 0;
}
