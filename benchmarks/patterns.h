// The irregular work of two benchmarks: five patterns of how blocks differ in how much they do, and the check of their results.
//
// In:  a block, the pattern, a count. Out: a dependent chain of that many multiply-adds for each of its threads.
#ifndef BENCH_PATTERNS_H
#define BENCH_PATTERNS_H

#include "bench.h"

enum pattern { equal, every_second, every_fourth, heavy_end, one_in_a_thousand };

static __device__ __forceinline__ int cost(unsigned block, unsigned blocks, int pattern, int count)
{
    switch (pattern) {
    case equal:
        return count;
    case every_second:
        return block & 1 ? count : 0;
    case every_fourth:
        return (block & 3) == 3 ? count : 0;
    case heavy_end:
        return block >= blocks - blocks / 64 ? count * 64 : 0;
    default: {
        unsigned h = block * 2654435761u;
        h ^= h >> 15;
        return (h & 1023) == 0 ? count * 512 : count / 2;
    }
    }
}

static const char *const pattern_names[] = {"equal", "every 2nd heavy", "every 4th heavy", "last 64th heavy", "1 in 1000 heavy"};

static __device__ __forceinline__ float chain_of_pattern(int count, int pattern, unsigned block, unsigned blocks)
{
    const int n = cost(block, blocks, pattern, count);
    float x = (block * blockDim.x + threadIdx.x) * 1e-3f;
    for (int k = 0; k < n; k++)
        x = fmaf(x, 1.000001f, 0.5f);
    return x;
}

// What is computed is written nowhere, but the compiler does not know.
static __device__ __forceinline__ void work_on_pattern(float *out, int count, int pattern, unsigned block, unsigned blocks)
{
    const float x = chain_of_pattern(count, pattern, block, blocks);
    if (x == 12345.678f)
        out[0] = x;
}

// Launches that add to the first array and to the second one, which then must be the same.
static inline bool computes_the_same(size_t words, const std::function<void(float *, float *)> &launches)
{
    float *expected, *out;
    BENCH_CHECK(cudaMalloc(&expected, words * 4));
    BENCH_CHECK(cudaMalloc(&out, words * 4));
    BENCH_CHECK(cudaMemset(expected, 0, words * 4));
    BENCH_CHECK(cudaMemset(out, 0, words * 4));
    launches(expected, out);
    std::vector<float> a(words), b(words);
    BENCH_CHECK(cudaMemcpy(a.data(), expected, words * 4, cudaMemcpyDeviceToHost));
    BENCH_CHECK(cudaMemcpy(b.data(), out, words * 4, cudaMemcpyDeviceToHost));
    BENCH_CHECK(cudaFree(expected));
    BENCH_CHECK(cudaFree(out));
    return a == b;
}

static inline double expected_microseconds(int pattern, unsigned blocks) { return blocks * 4e-3 * (pattern == one_in_a_thousand ? 3 : 1); }

#endif
