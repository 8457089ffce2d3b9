// Regular work: every block does the same number of fused multiply-adds. Persistence can only win where blocks
// are so small that starting them is the work; everywhere else the aim is to lose nothing.
//
// In:  nothing. Out: see bench.h; and a persistent kernel written by hand for comparison (static and chunked).
#include "bench.h"

#pragma pt kernel schedule(auto)
__global__ void multiply_add(float *out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = i * 1e-3f;
    for (int k = 0; k < count; k++)
        x = fmaf(x, 1.000001f, 0.5f);
    if (x == 12345.678f)
        out[0] = x;
}

#pragma pt kernel schedule(static)
__global__ void multiply_add_static(float *out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = i * 1e-3f;
    for (int k = 0; k < count; k++)
        x = fmaf(x, 1.000001f, 0.5f);
    if (x == 12345.678f)
        out[0] = x;
}

#pragma pt kernel schedule(dynamic, 16)
__global__ void multiply_add_dynamic(float *out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = i * 1e-3f;
    for (int k = 0; k < count; k++)
        x = fmaf(x, 1.000001f, 0.5f);
    if (x == 12345.678f)
        out[0] = x;
}

#pragma pt kernel schedule(steal, 16)
__global__ void multiply_add_steal(float *out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = i * 1e-3f;
    for (int k = 0; k < count; k++)
        x = fmaf(x, 1.000001f, 0.5f);
    if (x == 12345.678f)
        out[0] = x;
}

__global__ void by_hand_static(float *out, int count, unsigned blocks)
{
    for (unsigned b = blockIdx.x; b < blocks; b += gridDim.x) {
        const int i = b * blockDim.x + threadIdx.x;
        float x = i * 1e-3f;
        for (int k = 0; k < count; k++)
            x = fmaf(x, 1.000001f, 0.5f);
        if (x == 12345.678f)
            out[0] = x;
    }
}

__global__ void by_hand_dynamic(float *out, int count, unsigned blocks, unsigned *counter)
{
    __shared__ unsigned ticket[2];
    unsigned next = 0, which = 0;
    if (threadIdx.x == 0)
        next = atomicAdd(counter, 1u);
    for (;;) {
        if (threadIdx.x == 0)
            ticket[which] = next;
        __syncthreads();
        unsigned b = ticket[which] * 16u;
        which ^= 1u;
        if (b >= blocks)
            break;
        if (threadIdx.x == 0)
            next = atomicAdd(counter, 1u);
        for (const unsigned end = min(b + 16u, blocks); b < end; b++) {
            const int i = b * blockDim.x + threadIdx.x;
            float x = i * 1e-3f;
            for (int k = 0; k < count; k++)
                x = fmaf(x, 1.000001f, 0.5f);
            if (x == 12345.678f)
                out[0] = x;
        }
    }
}

// The same item with a store, to check that all blocks run.
#pragma pt kernel schedule(auto)
__global__ void multiply_add_checked(float *out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = i * 1e-3f;
    for (int k = 0; k < count; k++)
        x = fmaf(x, 1.000001f, 0.5f);
    out[i] += x;
}

// With an argument only the cases of so many blocks that take longer than 20 ms a launch, which are left out otherwise.
int main(int count_of_arguments, char **arguments)
{
    const unsigned only = count_of_arguments > 1 ? static_cast<unsigned>(atoi(arguments[1])) : 0;
    const unsigned threads = 256;
    float *out, *expected;
    unsigned *counter;
    const unsigned checked_blocks = 100000;
    const size_t words = size_t(checked_blocks) * threads;
    BENCH_CHECK(cudaMalloc(&out, words * 4));
    BENCH_CHECK(cudaMalloc(&expected, words * 4));
    BENCH_CHECK(cudaMalloc(&counter, 4));
    BENCH_CHECK(cudaMemset(out, 0, words * 4));
    BENCH_CHECK(cudaMemset(expected, 0, words * 4));
    for (int i = 0; i < 200; i++) {
#pragma pt launch mode(nonpt)
        multiply_add_checked<<<checked_blocks, threads>>>(expected, 1);
        multiply_add_checked<<<checked_blocks, threads>>>(out, 1);
        BENCH_CHECK(cudaDeviceSynchronize()); // so that auto goes through all its states
    }
    std::vector<float> a(words), b(words);
    BENCH_CHECK(cudaMemcpy(a.data(), expected, words * 4, cudaMemcpyDeviceToHost));
    BENCH_CHECK(cudaMemcpy(b.data(), out, words * 4, cudaMemcpyDeviceToHost));
    if (a != b) {
        fprintf(stderr, "regular: results differ\n");
        return 1;
    }
    int resident = 0, multiprocessors = 0;
    BENCH_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, by_hand_dynamic, threads, 0));
    BENCH_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    const unsigned most = static_cast<unsigned>(resident * multiprocessors);
    bench_header();
    for (unsigned blocks : {2000u, 100000u, 1000000u})
        for (int count : {1, 100, 1000, 10000}) {
            const double expected_us = double(blocks) * (0.6e-3 > count * 0.93e-5 ? 0.6e-3 : count * 0.93e-5);
            const bool is_long = expected_us > 20000;
            if (only ? blocks != only || !is_long : is_long)
                continue;
            const unsigned groups = std::min(most, blocks);
            const std::string name = std::to_string(count) + " FMA";
            bench_compare("regular", name.c_str(), blocks, threads,
                          {{"plain",
                            [=] {
#pragma pt launch mode(nonpt)
                                multiply_add<<<blocks, threads, bench_fresh>>>(out, count);
                            }},
                           {"auto", [=] { multiply_add<<<blocks, threads, bench_fresh>>>(out, count); }},
                           {"static", [=] { multiply_add_static<<<blocks, threads>>>(out, count); }},
                           {"by hand static", [=] { by_hand_static<<<groups, threads>>>(out, count, blocks); }},
                           {"dynamic 16", [=] { multiply_add_dynamic<<<blocks, threads>>>(out, count); }},
                           {"steal 16", [=] { multiply_add_steal<<<blocks, threads>>>(out, count); }},
                           {"by hand dynamic 16",
                            [=] {
                                BENCH_CHECK(cudaMemsetAsync(counter, 0, 4));
                                by_hand_dynamic<<<groups, threads>>>(out, count, blocks, counter);
                            }}},
                          bench_repeats(expected_us), only ? 40 : expected_us > 3000 ? 150 : 400);
        }
    return 0;
}
