// order(longest): the patterns of irregular.cu, with the blocks that took longest in front.
//
// In:  nothing. Out: see bench.h. That the results are right is tested (testsuite/exec/order_longest.cu); what depends on the order here is
//      only when a block runs.
#include "bench.h"
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
    const int n = cost(blockIdx.x, gridDim.x, pattern, count);
    float x = (blockIdx.x * blockDim.x + threadIdx.x) * 1e-3f;
    for (int k = 0; k < n; k++)
        x = fmaf(x, 1.000001f, 0.5f);
    out[blockIdx.x * blockDim.x + threadIdx.x] += x;
}

int main()
{
    const unsigned threads = 256;
    const int count = 400;
    const size_t words = size_t(100000) * threads;
    float *out, *expected;
    BENCH_CHECK(cudaMalloc(&out, words * 4));
    BENCH_CHECK(cudaMalloc(&expected, words * 4));
    BENCH_CHECK(cudaMemset(out, 0, words * 4));
    BENCH_CHECK(cudaMemset(expected, 0, words * 4));
    for (int i = 0; i < 200; i++) {
#pragma pt launch mode(nonpt)
        longest_checked<<<100000, threads>>>(expected, count, one_in_a_thousand);
        longest_checked<<<100000, threads>>>(out, count, one_in_a_thousand);
        BENCH_CHECK(cudaDeviceSynchronize());
    }
    std::vector<float> a(words), b(words);
    BENCH_CHECK(cudaMemcpy(a.data(), expected, words * 4, cudaMemcpyDeviceToHost));
    BENCH_CHECK(cudaMemcpy(b.data(), out, words * 4, cudaMemcpyDeviceToHost));
    if (a != b) {
        fprintf(stderr, "longest: results differ\n");
        return 1;
    }
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
