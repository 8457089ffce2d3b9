// order(longest): the patterns of irregular.cu, with the blocks that took longest in front.
//
// In:  nothing. Out: see bench.h.
#include "patterns.h"

#pragma pt kernel schedule(auto) order(longest)
__global__ void longest(float *out, int count, int pattern)
{
    work_on_pattern(out, count, pattern, blockIdx.x, gridDim.x);
}

#pragma pt kernel schedule(dynamic) order(longest)
__global__ void longest_dynamic(float *out, int count, int pattern)
{
    work_on_pattern(out, count, pattern, blockIdx.x, gridDim.x);
}

#pragma pt kernel schedule(auto) order(longest)
__global__ void longest_checked(float *out, int count, int pattern)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] += chain_of_pattern(count, pattern, blockIdx.x, gridDim.x);
}

int main()
{
    const unsigned threads = 256;
    const int count = 400;
    const bool same = computes_the_same(size_t(100000) * threads, [=](float *expected, float *out) {
        for (int i = 0; i < 200; i++) {
#pragma pt launch mode(nonpt)
            longest_checked<<<100000, threads>>>(expected, count, one_in_a_thousand);
            longest_checked<<<100000, threads>>>(out, count, one_in_a_thousand);
            BENCH_CHECK(cudaDeviceSynchronize());
        }
    });
    if (!same) {
        fprintf(stderr, "longest: results differ\n");
        return 1;
    }
    float *out;
    BENCH_CHECK(cudaMalloc(&out, 4));
    bench_header();
    for (int pattern = 0; pattern < 5; pattern++)
        for (unsigned blocks : {10000u, 100000u}) {
            const double expected_us = expected_microseconds(pattern, blocks);
            bench_compare("longest", pattern_names[pattern], blocks, threads,
                          {{"plain",
                            [=] {
#pragma pt launch mode(nonpt)
                                longest<<<blocks, threads, bench_fresh>>>(out, count, pattern);
                            }},
                           {"auto", [=] { longest<<<blocks, threads, bench_fresh>>>(out, count, pattern); }},
                           {"dynamic 1", [=] { longest_dynamic<<<blocks, threads, bench_fresh>>>(out, count, pattern); }}},
                          bench_repeats(expected_us), expected_us > 600 ? 150 : 400);
        }
    return 0;
}
