// Irregular work: blocks differ in how much they do, in five patterns and two sizes.
//
// In:  nothing. Out: see bench.h.
#include "patterns.h"

#pragma pt kernel schedule(auto)
__global__ void irregular(float *out, int count, int pattern)
{
    work_on_pattern(out, count, pattern, blockIdx.x, gridDim.x);
}

#pragma pt kernel schedule(static)
__global__ void irregular_static(float *out, int count, int pattern)
{
    work_on_pattern(out, count, pattern, blockIdx.x, gridDim.x);
}

#pragma pt kernel schedule(dynamic, 1)
__global__ void irregular_dynamic(float *out, int count, int pattern)
{
    work_on_pattern(out, count, pattern, blockIdx.x, gridDim.x);
}

#pragma pt kernel schedule(steal, 1)
__global__ void irregular_steal(float *out, int count, int pattern)
{
    work_on_pattern(out, count, pattern, blockIdx.x, gridDim.x);
}

#pragma pt kernel schedule(auto)
__global__ void irregular_checked(float *out, int count, int pattern)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] += chain_of_pattern(count, pattern, blockIdx.x, gridDim.x);
}

int main()
{
    const unsigned threads = 256;
    const bool same = computes_the_same(size_t(10000) * threads, [=](float *expected, float *out) {
        for (int pattern = 0; pattern < 5; pattern++)
            for (int i = 0; i < 60; i++) {
#pragma pt launch mode(nonpt)
                irregular_checked<<<10000, threads>>>(expected, 10, pattern);
                irregular_checked<<<10000, threads>>>(out, 10, pattern);
                BENCH_CHECK(cudaDeviceSynchronize());
            }
    });
    if (!same) {
        fprintf(stderr, "irregular: results differ\n");
        return 1;
    }
    float *out;
    BENCH_CHECK(cudaMalloc(&out, 4));
    const int count = 400;
    bench_header();
    for (int pattern = 0; pattern < 5; pattern++)
        for (unsigned blocks : {10000u, 100000u}) {
            const double expected_us = expected_microseconds(pattern, blocks);
            bench_compare("irregular", pattern_names[pattern], blocks, threads,
                          {{"plain",
                            [=] {
#pragma pt launch mode(nonpt)
                                irregular<<<blocks, threads, bench_fresh>>>(out, count, pattern);
                            }},
                           {"auto", [=] { irregular<<<blocks, threads, bench_fresh>>>(out, count, pattern); }},
                           {"static", [=] { irregular_static<<<blocks, threads>>>(out, count, pattern); }},
                           {"dynamic 1", [=] { irregular_dynamic<<<blocks, threads>>>(out, count, pattern); }},
                           {"steal 1", [=] { irregular_steal<<<blocks, threads>>>(out, count, pattern); }}},
                          bench_repeats(expected_us), expected_us > 600 ? 150 : 400);
        }
    return 0;
}
