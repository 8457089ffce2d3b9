// The irregular work of two benchmarks: five patterns of how blocks differ in how much they do.
//
// In:  a block, the pattern, a count. Out: multiply-adds of each of its threads.
#ifndef BENCH_PATTERNS_H
#define BENCH_PATTERNS_H

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

// A dependent chain for each thread; what it computes is written nowhere, but the compiler does not know.
static __device__ __forceinline__ void work_on_pattern(float *out, int count, int pattern, unsigned block, unsigned blocks)
{
    const int n = cost(block, blocks, pattern, count);
    float x = (block * blockDim.x + threadIdx.x) * 1e-3f;
    for (int k = 0; k < n; k++)
        x = fmaf(x, 1.000001f, 0.5f);
    if (x == 12345.678f)
        out[0] = x;
}

static inline double expected_microseconds(int pattern, unsigned blocks) { return blocks * 4e-3 * (pattern == one_in_a_thousand ? 3 : 1); }

#endif
