// A solver that looks at its error in each round and is left by `if (error < limit) break;`, as most are written: launch by launch,
// with #pragma pt loop, and with #pragma pt loop where the loop's own condition says the same.
//
// In:  nothing. Out: see bench.h; `plain` is the loop launch by launch. Results and rounds are compared before anything is timed.
#include "bench.h"

#include <cmath>

const unsigned threads = 256;
const int most = 1000;

// x relaxes towards b, each element by itself; the error is the largest step, whose bits grow with it.
static __device__ __forceinline__ void relax_element(float *x, const float *b, unsigned *error)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const float step = 0.05f * (b[i] - x[i]);
    x[i] += step;
    const unsigned largest = __reduce_max_sync(0xffffffffu, __float_as_uint(fabsf(step)));
    if (threadIdx.x % 32 == 0)
        atomicMax(error, largest);
}

__global__ void relax_plain(float *x, const float *b, unsigned *error) { relax_element(x, b, error); }

#pragma pt kernel
__global__ void relax(float *x, const float *b, unsigned *error) { relax_element(x, b, error); }

static int left_plain(unsigned blocks, float *x, const float *b, float *error, float limit)
{
    int i;
    for (i = 0; i < most; i++) {
        float largest;
        BENCH_CHECK(cudaMemsetAsync(error, 0, sizeof *error));
        relax_plain<<<blocks, threads>>>(x, b, reinterpret_cast<unsigned *>(error));
        BENCH_CHECK(cudaMemcpy(&largest, error, sizeof largest, cudaMemcpyDeviceToHost));
        if (largest < limit)
            break;
    }
    return i;
}

static int left_by_if(unsigned blocks, float *x, const float *b, float *error, float limit)
{
    float largest = 0;
    unsigned *const bits = reinterpret_cast<unsigned *>(error);
    int i;
#pragma pt loop
    for (i = 0; i < most; i++) {
        BENCH_CHECK(cudaMemsetAsync(error, 0, sizeof *error));
        relax<<<blocks, threads>>>(x, b, bits);
        BENCH_CHECK(cudaMemcpy(&largest, error, sizeof largest, cudaMemcpyDeviceToHost));
        if (largest < limit)
            break;
    }
    return i;
}

static int left_by_condition(unsigned blocks, float *x, const float *b, float *error, float limit)
{
    float largest = limit;
    unsigned *const bits = reinterpret_cast<unsigned *>(error);
    int i = -1;
#pragma pt loop
    while (largest >= limit && i < most - 1) {
        i++;
        BENCH_CHECK(cudaMemsetAsync(error, 0, sizeof *error));
        relax<<<blocks, threads>>>(x, b, bits);
        BENCH_CHECK(cudaMemcpy(&largest, error, sizeof largest, cudaMemcpyDeviceToHost));
    }
    return i;
}

int main()
{
    bench_header();
    for (unsigned blocks : {1u, 64u, 256u, 1024u, 4096u, 16384u}) {
        const size_t n = static_cast<size_t>(blocks) * threads;
        float *x, *b, *error;
        BENCH_CHECK(cudaMalloc(&x, n * sizeof *x));
        BENCH_CHECK(cudaMalloc(&b, n * sizeof *b));
        BENCH_CHECK(cudaMalloc(&error, sizeof *error));
        std::vector<float> from(n), got(n), expected(n);
        for (size_t i = 0; i < n; i++)
            from[i] = static_cast<float>(i * 2654435761u >> 8 & 0xffffu) / 65536.f;
        BENCH_CHECK(cudaMemcpy(b, from.data(), n * sizeof *b, cudaMemcpyHostToDevice));
        int rounds = 0;
        using way = int (*)(unsigned, float *, const float *, float *, float);
        const auto run = [&](way solver) {
            BENCH_CHECK(cudaMemsetAsync(x, 0, n * sizeof *x));
            rounds = solver(blocks, x, b, error, 1e-5f);
        };
        const auto check = [&](way solver, std::vector<float> &result) {
            run(solver);
            BENCH_CHECK(cudaGetLastError());
            BENCH_CHECK(cudaMemcpy(result.data(), x, n * sizeof *x, cudaMemcpyDeviceToHost));
            return rounds;
        };
        const int wanted = check(left_plain, expected);
        for (way solver : {left_by_if, left_by_condition})
            if (check(solver, got) != wanted || got != expected) {
                fprintf(stderr, "%u blocks: results differ: %d rounds, not %d\n", blocks, rounds, wanted);
                return 1;
            }
        bench_compare("leaving", (std::to_string(wanted + 1) + " rounds").c_str(), blocks, threads,
                      {{"plain", [&] { run(left_plain); }}, {"if", [&] { run(left_by_if); }}, {"condition", [&] { run(left_by_condition); }}},
                      bench_repeats(30), 0);
        BENCH_CHECK(cudaFree(x));
        BENCH_CHECK(cudaFree(b));
        BENCH_CHECK(cudaFree(error));
    }
    return 0;
}
