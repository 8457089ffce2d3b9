// Values that live across a barrier of the grid: kept for each software block where a group has several.
//
// In:  nothing. Out: rows as bench.h has them: "plain" is two launches, the first of which leaves the values in an array for the
//      second; "barrier" is one kernel with `#pragma pt barrier` between the two halves. "value" has a number for each thread, "tile"
//      256 numbers for each block in shared memory as well. Up to some 1056 blocks each has a group of its own, and nothing is kept.
// Checked first: both ways give the same numbers.
#include "bench.h"

static __device__ __forceinline__ float work(float x, int count)
{
    for (int k = 0; k < count; k++)
        x = fmaf(x, 0.999f, 0.5f);
    return x;
}

constexpr unsigned threads = 256;

__global__ void value_first(const float *in, float *sent, float *between, int count)
{
    const unsigned i = blockIdx.x * threads + threadIdx.x;
    const float v = work(in[i], count);
    sent[i] = v + 1;
    between[i] = v;
}

__global__ void value_second(const float *sent, const float *between, float *out)
{
    const unsigned n = gridDim.x * threads, i = blockIdx.x * threads + threadIdx.x;
    out[i] = between[i] + sent[(i + n / 2 + 1) % n];
}

#pragma pt kernel
__global__ void value(const float *in, float *sent, float *out, int count)
{
    const unsigned n = gridDim.x * threads, i = blockIdx.x * threads + threadIdx.x;
    const float v = work(in[i], count);
    sent[i] = v + 1;
#pragma pt barrier
    out[i] = v + sent[(i + n / 2 + 1) % n];
}

__global__ void tile_first(const float *in, float *sent, float *between, int count)
{
    const unsigned i = blockIdx.x * threads + threadIdx.x;
    const float v = work(in[i], count);
    between[i] = v;
    sent[i] = v + 1;
}

__global__ void tile_second(const float *sent, const float *between, float *out)
{
    __shared__ float tile[threads];
    const unsigned n = gridDim.x * threads, i = blockIdx.x * threads + threadIdx.x;
    tile[threadIdx.x] = between[i];
    __syncthreads();
    out[i] = tile[threads - 1 - threadIdx.x] + tile[threadIdx.x] + sent[(i + n / 2 + 1) % n];
}

#pragma pt kernel
__global__ void tile(const float *in, float *sent, float *out, int count)
{
    __shared__ float tile[threads];
    const unsigned n = gridDim.x * threads, i = blockIdx.x * threads + threadIdx.x;
    const float v = work(in[i], count);
    tile[threadIdx.x] = v;
    sent[i] = v + 1;
    __syncthreads();
#pragma pt barrier
    out[i] = tile[threads - 1 - threadIdx.x] + v + sent[(i + n / 2 + 1) % n];
}

int main()
{
    bench_header();
    for (unsigned blocks : {132u, 1056u, 2112u, 8448u, 67584u}) {
        const size_t n = static_cast<size_t>(blocks) * threads;
        std::vector<float> start(n), expected(n), got(n);
        for (size_t i = 0; i < n; i++)
            start[i] = static_cast<float>(i % 1009) * 0.01f;
        float *in, *sent, *between, *out;
        for (float **array : {&in, &sent, &between, &out})
            BENCH_CHECK(cudaMalloc(array, n * sizeof(float)));
        BENCH_CHECK(cudaMemcpy(in, start.data(), n * sizeof(float), cudaMemcpyHostToDevice));
        for (int count : {1, 100})
            for (const bool is_tile : {false, true}) {
                const std::vector<bench_way> ways = {
                    {"plain",
                     [&] {
                         if (is_tile) {
                             tile_first<<<blocks, threads>>>(in, sent, between, count);
                             tile_second<<<blocks, threads>>>(sent, between, out);
                         } else {
                             value_first<<<blocks, threads>>>(in, sent, between, count);
                             value_second<<<blocks, threads>>>(sent, between, out);
                         }
                     }},
                    {"barrier",
                     [&] {
                         if (is_tile)
                             tile<<<blocks, threads>>>(in, sent, out, count);
                         else
                             value<<<blocks, threads>>>(in, sent, out, count);
                     }},
                };
                for (const bench_way &way : ways) {
                    BENCH_CHECK(cudaMemset(out, 0xff, n * sizeof(float)));
                    way.launch();
                    BENCH_CHECK(cudaGetLastError());
                    BENCH_CHECK(cudaMemcpy((&way == &ways[0] ? expected : got).data(), out, n * sizeof(float), cudaMemcpyDeviceToHost));
                    if (&way != &ways[0] && got != expected) {
                        fprintf(stderr, "live: %s differs\n", way.name.c_str());
                        return 1;
                    }
                }
                const std::string name = std::string(is_tile ? "tile " : "value ") + std::to_string(count) + " FMA";
                bench_compare("live", name.c_str(), blocks, threads, ways, 15, 0);
            }
        for (float *array : {in, sent, between, out})
            BENCH_CHECK(cudaFree(array));
    }
    return 0;
}
