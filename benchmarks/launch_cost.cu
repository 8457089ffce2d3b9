// What a launch costs the host: the rewritten launch against the plain one.
//
// In:  nothing. Out: rows as bench.h has them; `median_us` is the host's time for one launch, of a batch that the device's queue has
//      room for. "auto" has decided before.
// Checked first: each way fills the same array.
#include "bench.h"

#include <chrono>

const unsigned threads = 32;

static __device__ __forceinline__ void fill_block(unsigned *out, unsigned blocks, unsigned value)
{
    if (threadIdx.x == 0 && blockIdx.x < blocks)
        out[blockIdx.x] = value + blockIdx.x;
}

__global__ void fill_plain(unsigned *out, unsigned blocks, unsigned value) { fill_block(out, blocks, value); }

#pragma pt kernel
__global__ void fill_auto(unsigned *out, unsigned blocks, unsigned value) { fill_block(out, blocks, value); }

#pragma pt kernel schedule(static)
__global__ void fill_static(unsigned *out, unsigned blocks, unsigned value) { fill_block(out, blocks, value); }

#pragma pt kernel schedule(dynamic)
__global__ void fill_dynamic(unsigned *out, unsigned blocks, unsigned value) { fill_block(out, blocks, value); }

#pragma pt kernel schedule(guided)
__global__ void fill_guided(unsigned *out, unsigned blocks, unsigned value) { fill_block(out, blocks, value); }

static const int batch = 400; // the device's queue holds some 1000

static double host_microseconds(const std::function<void()> &launch)
{
    BENCH_CHECK(cudaDeviceSynchronize());
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < batch; i++)
        launch();
    const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - begin;
    BENCH_CHECK(cudaGetLastError());
    BENCH_CHECK(cudaDeviceSynchronize());
    return spent.count() / batch;
}

int main()
{
    const int repeats = 101;
    unsigned *out;
    BENCH_CHECK(cudaMalloc(&out, 8192 * sizeof *out));
    bench_header();
    for (const unsigned blocks : {16u, 256u, 8192u}) {
        const std::vector<bench_way> ways = {{"plain", [&] { fill_plain<<<blocks, threads>>>(out, blocks, 5); }},
                                             {"auto", [&] { fill_auto<<<blocks, threads>>>(out, blocks, 5); }},
                                             {"static", [&] { fill_static<<<blocks, threads>>>(out, blocks, 5); }},
                                             {"dynamic", [&] { fill_dynamic<<<blocks, threads>>>(out, blocks, 5); }},
                                             {"guided", [&] { fill_guided<<<blocks, threads>>>(out, blocks, 5); }}};
        for (const bench_way &way : ways) {
            std::vector<unsigned> got(blocks);
            BENCH_CHECK(cudaMemset(out, 0, blocks * sizeof *out));
            way.launch();
            BENCH_CHECK(cudaGetLastError());
            BENCH_CHECK(cudaMemcpy(got.data(), out, blocks * sizeof *out, cudaMemcpyDeviceToHost));
            for (unsigned b = 0; b < blocks; b++)
                if (got[b] != 5 + b) {
                    fprintf(stderr, "launch_cost: %s: block %u has %u\n", way.name.c_str(), b, got[b]);
                    return 1;
                }
            host_microseconds(way.launch);
        }
        std::vector<std::vector<double>> times(ways.size());
        for (int i = 0; i < repeats; i++)
            for (size_t w = 0; w < ways.size(); w++)
                times[w].push_back(host_microseconds(ways[w].launch));
        bench_rows("launch_cost", "host", blocks, threads, ways, times, repeats);
        fprintf(stderr, "\n");
    }
    return 0;
}
