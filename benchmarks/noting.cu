// What order(longest) costs in the one launch that notes how long blocks take: the notes, memory for them, and the sorting behind it.
//
// In:  nothing. Out: see bench.h. "plain" is the launch of the original; "linear" that of the persistent kernel without an order, and
//      "first" the first one of a grid, of which nothing is known; "ordered" a later one.
#include "bench.h"

static __device__ __forceinline__ void work(float *out, int count)
{
    float x = threadIdx.x * 1e-3f;
    for (int k = 0; k < count; k++)
        x = fmaf(x, 1.000001f, 0.5f);
    if (x == 12345.678f)
        out[0] = x;
}

#pragma pt kernel schedule(dynamic, 1) order(longest)
__global__ void ordered(float *out, int count)
{
    work(out, count);
}

#pragma pt kernel schedule(dynamic, 1)
__global__ void linear(float *out, int count)
{
    work(out, count);
}

int main()
{
    const unsigned threads = 256;
    float *out;
    BENCH_CHECK(cudaMalloc(&out, 4));
    bench_clock clock;
    bench_header();
    for (int count : {1, 200})
        for (unsigned blocks : {10000u, 100000u, 1000000u}) {
            std::vector<std::vector<double>> times(4);
            for (int i = 0; i < 9; i++) {
                bench_fresh += 16; // nothing is known of launches with that much shared memory
                const std::function<void()> launches[] = {
                    [=] {
#pragma pt launch mode(nonpt)
                        linear<<<blocks, threads, bench_fresh>>>(out, count);
                    },
                    [=] { linear<<<blocks, threads, bench_fresh>>>(out, count); },
                    [=] { ordered<<<blocks, threads, bench_fresh>>>(out, count); },
                    [=] { ordered<<<blocks, threads, bench_fresh>>>(out, count); }};
                launches[0]();
                launches[1]();
                BENCH_CHECK(cudaDeviceSynchronize());
                for (int way = 0; way < 4; way++)
                    times[way].push_back(clock.microseconds(launches[way]));
            }
            const std::string name = "fma " + std::to_string(count);
            const std::vector<bench_way> ways = {{"plain", {}}, {"linear", {}}, {"first", {}}, {"ordered", {}}};
            bench_rows("noting", name.c_str(), blocks, threads, ways, times, 9);
            fprintf(stderr, "\n");
        }
    return 0;
}
