// state and finish: what is done once a group, instead of once a block. A histogram of bytes, whose counts each block clears and adds to
// the result, and a sum, which each block reduces and adds; with blocks that do little and blocks that do more.
//
// In:  nothing. Out: see bench.h. "plain" is the kernel without the directives, written for blocks; "persistent" the same kernel with
//      schedule(dynamic); "state" the kernel with state and finish and the schedule that is named, "auto" being what it has settled for.
// Source: K. Gupta, J. A. Stuart, J. D. Owens, "A Study of Persistent Threads Style GPU Programming for GPGPU Workloads", InPar 2012, 3.1.
#include "bench.h"

const int threads = 256, bins = 256;

// Of `items` 16-byte words for each thread of a block.
template <class Use> static __device__ __forceinline__ void for_each_word(const uint4 *in, int n, int items, const Use &use)
{
    const int begin = blockIdx.x * (threads * items);
    for (int k = 0; k < items; k++) {
        const int i = begin + k * threads + threadIdx.x;
        if (i < n)
            use(in[i]);
    }
}

static __device__ __forceinline__ void clear(unsigned *counts)
{
    for (int k = threadIdx.x; k < bins; k += threads)
        counts[k] = 0;
    __syncthreads();
}

static __device__ __forceinline__ void count(unsigned *counts, unsigned word)
{
    atomicAdd(&counts[word & 255], 1u);
    atomicAdd(&counts[word >> 8 & 255], 1u);
    atomicAdd(&counts[word >> 16 & 255], 1u);
    atomicAdd(&counts[word >> 24], 1u);
}

static __device__ __forceinline__ void count(unsigned *counts, const uint4 &v)
{
    count(counts, v.x);
    count(counts, v.y);
    count(counts, v.z);
    count(counts, v.w);
}

static __device__ __forceinline__ void add(unsigned *out, const unsigned *counts)
{
    __syncthreads();
    for (int k = threadIdx.x; k < bins; k += threads)
        if (counts[k])
            atomicAdd(&out[k], counts[k]);
}

static __device__ __forceinline__ void add(unsigned *out, unsigned *part, unsigned sum)
{
    for (int k = 16; k > 0; k /= 2)
        sum += __shfl_down_sync(~0u, sum, k);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < threads / 32 ? part[threadIdx.x] : 0;
        for (int k = 4; k > 0; k /= 2)
            sum += __shfl_down_sync(~0u, sum, k);
        if (threadIdx.x == 0)
            atomicAdd(out, sum);
    }
}

__global__ void histogram_plain(const uint4 *in, unsigned *out, int n, int items)
{
    __shared__ unsigned counts[bins];
    clear(counts);
    for_each_word(in, n, items, [&](const uint4 &v) { count(counts, v); });
    add(out, counts);
}

#pragma pt kernel schedule(dynamic)
__global__ void histogram_persistent(const uint4 *in, unsigned *out, int n, int items)
{
    __shared__ unsigned counts[bins];
    clear(counts);
    for_each_word(in, n, items, [&](const uint4 &v) { count(counts, v); });
    add(out, counts);
}

#pragma pt kernel schedule(dynamic)
__global__ void histogram_dynamic(const uint4 *in, unsigned *out, int n, int items)
{
    #pragma pt state
    __shared__ unsigned counts[bins];
    #pragma pt state
    { clear(counts); }
    for_each_word(in, n, items, [&](const uint4 &v) { count(counts, v); });
    #pragma pt finish
    { add(out, counts); }
}

#pragma pt kernel
__global__ void histogram_auto(const uint4 *in, unsigned *out, int n, int items)
{
    #pragma pt state
    __shared__ unsigned counts[bins];
    #pragma pt state
    { clear(counts); }
    for_each_word(in, n, items, [&](const uint4 &v) { count(counts, v); });
    #pragma pt finish
    { add(out, counts); }
}

__global__ void sum_plain(const uint4 *in, unsigned *out, int n, int items)
{
    __shared__ unsigned part[32];
    unsigned sum = 0;
    for_each_word(in, n, items, [&](const uint4 &v) { sum += v.x + v.y + v.z + v.w; });
    add(out, part, sum);
}

#pragma pt kernel schedule(dynamic)
__global__ void sum_persistent(const uint4 *in, unsigned *out, int n, int items)
{
    __shared__ unsigned part[32];
    unsigned sum = 0;
    for_each_word(in, n, items, [&](const uint4 &v) { sum += v.x + v.y + v.z + v.w; });
    add(out, part, sum);
}

#pragma pt kernel schedule(dynamic)
__global__ void sum_dynamic(const uint4 *in, unsigned *out, int n, int items)
{
    #pragma pt state
    unsigned sum = 0;
    for_each_word(in, n, items, [&](const uint4 &v) { sum += v.x + v.y + v.z + v.w; });
    #pragma pt finish
    {
        __shared__ unsigned part[32];
        add(out, part, sum);
    }
}

#pragma pt kernel
__global__ void sum_auto(const uint4 *in, unsigned *out, int n, int items)
{
    #pragma pt state
    unsigned sum = 0;
    for_each_word(in, n, items, [&](const uint4 &v) { sum += v.x + v.y + v.z + v.w; });
    #pragma pt finish
    {
        __shared__ unsigned part[32];
        add(out, part, sum);
    }
}

// What is added up is set to 0 by a launch of its own, in all ways.
static bool measure(const char *name, const uint4 *in, unsigned *out, int n, int items, int results, const std::vector<bench_way> &ways)
{
    std::vector<unsigned> expected(results), got(results);
    for (size_t i = 0; i < ways.size(); i++) {
        std::vector<unsigned> &result = i ? got : expected;
        ways[i].launch();
        BENCH_CHECK(cudaGetLastError());
        BENCH_CHECK(cudaMemcpy(result.data(), out, results * sizeof(unsigned), cudaMemcpyDeviceToHost));
        if (i && got != expected) {
            fprintf(stderr, "%s, %s: results differ\n", name, ways[i].name.c_str());
            return false;
        }
    }
    const std::string title = std::string(name) + " " + std::to_string(n / 65536) + " MiB; " + std::to_string(items * 16) + " bytes a thread";
    bench_compare("state", title.c_str(), (n + threads * items - 1) / (threads * items), threads, ways, bench_repeats(300), 0);
    return true;
}

int main()
{
    bench_header();
    const int most = 16 << 20;
    uint4 *in;
    unsigned *out;
    BENCH_CHECK(cudaMalloc(&in, most * sizeof(uint4)));
    BENCH_CHECK(cudaMalloc(&out, bins * sizeof(unsigned)));
    std::vector<unsigned> numbers(static_cast<size_t>(most) * 4);
    for (size_t i = 0; i < numbers.size(); i++)
        numbers[i] = static_cast<unsigned>(i) * 2654435761u ^ static_cast<unsigned>(i) >> 7;
    BENCH_CHECK(cudaMemcpy(in, numbers.data(), numbers.size() * sizeof(unsigned), cudaMemcpyHostToDevice));
    for (int n : {1 << 20, 16 << 20})
        for (int items : {1, 4, 16}) {
            const int blocks = (n + threads * items - 1) / (threads * items);
            const auto zero = [&] { cudaMemsetAsync(out, 0, bins * sizeof(unsigned)); };
            const auto way = [&](const char *name, auto launch) { return bench_way{name, [=] { zero(); launch(); }}; };
            if (!measure("histogram", in, out, n, items, bins,
                         {way("plain", [=] { histogram_plain<<<blocks, threads>>>(in, out, n, items); }),
                          way("persistent", [=] { histogram_persistent<<<blocks, threads>>>(in, out, n, items); }),
                          way("state dynamic", [=] { histogram_dynamic<<<blocks, threads>>>(in, out, n, items); }),
                          way("state auto", [=] { histogram_auto<<<blocks, threads>>>(in, out, n, items); })}) ||
                !measure("sum", in, out, n, items, 1,
                         {way("plain", [=] { sum_plain<<<blocks, threads>>>(in, out, n, items); }),
                          way("persistent", [=] { sum_persistent<<<blocks, threads>>>(in, out, n, items); }),
                          way("state dynamic", [=] { sum_dynamic<<<blocks, threads>>>(in, out, n, items); }),
                          way("state auto", [=] { sum_auto<<<blocks, threads>>>(in, out, n, items); })}))
                return 1;
        }
    return 0;
}
