// A producer, a count, a consumer: items(...) against the count that the host reads back, and against a consumer launched for
// the worst case. Figure 5 of Gupta, Stuart, Owens, "A Study of Persistent Threads Style GPU Programming".
//
// In:  nothing. Out: see bench.h; `plain` is the way with the read-back, and `count known` what it leaves
//      without one: the bound that the device's own work sets. `blocks` are those of the producer; a quarter of its
//      threads produce something, or ("few") one in 1024.
#include "bench.h"

const unsigned threads = 256;

// One in four, or in 1024.
static __device__ __forceinline__ bool is_wanted(unsigned i, unsigned mask) { return (i * 2654435761u >> 16 & mask) == 0u; }

static __device__ __forceinline__ void work(unsigned i, unsigned count, const unsigned *list, float *out, int fma)
{
    if (i >= count)
        return;
    float x = list[i] * 1e-3f;
    for (int k = 0; k < fma; k++)
        x = fmaf(x, 1.000001f, 0.5f);
    out[list[i]] = x;
}

__global__ void produce(unsigned *count, unsigned *list, unsigned mask)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (is_wanted(i, mask))
        list[atomicAdd(count, 1u)] = i;
}

// Launched for the count, or for the worst case.
__global__ void consume(const unsigned *count, const unsigned *list, float *out, int fma)
{
    work(blockIdx.x * blockDim.x + threadIdx.x, *count, list, out, fma);
}

#pragma pt kernel items((*count + threads - 1) / threads)
__global__ void consume_counted(const unsigned *count, const unsigned *list, float *out, int fma)
{
    work(blockIdx.x * blockDim.x + threadIdx.x, *count, list, out, fma);
}

// The same with another schedule each: blocks that there are not cost a plain launch of the worst case their start.
#pragma pt kernel items((*count + threads - 1) / threads) schedule(hardware)
__global__ void consume_plainly(const unsigned *count, const unsigned *list, float *out, int fma)
{
    work(blockIdx.x * blockDim.x + threadIdx.x, *count, list, out, fma);
}

#pragma pt kernel items((*count + threads - 1) / threads) schedule(static)
__global__ void consume_in_shares(const unsigned *count, const unsigned *list, float *out, int fma)
{
    work(blockIdx.x * blockDim.x + threadIdx.x, *count, list, out, fma);
}

int main()
{
    const unsigned most = 65536;
    unsigned *count, *list, *on_host;
    float *out;
    BENCH_CHECK(cudaMalloc(&count, sizeof *count));
    BENCH_CHECK(cudaMalloc(&list, size_t(most) * threads * sizeof *list));
    BENCH_CHECK(cudaMalloc(&out, size_t(most) * threads * sizeof *out));
    BENCH_CHECK(cudaMallocHost(&on_host, sizeof *on_host));
    bench_header();
    const struct {
        const char *name;
        int fma;
        unsigned mask;
    } cases[] = {{"1 FMA", 1, 3u}, {"1000 FMA", 1000, 3u}, {"1 FMA; few", 1, 1023u}};
    for (const auto &c : cases)
        for (unsigned blocks : {64u, 256u, 512u, 1024u, 1280u, 1536u, 1792u, 1984u, 2048u, 4096u, 8192u, 16384u, most}) {
            const unsigned mask = c.mask;
            const int fma = c.fma;
            const auto begin = [&] {
                BENCH_CHECK(cudaMemsetAsync(count, 0, sizeof *count));
                produce<<<blocks, threads>>>(count, list, mask);
            };
            const auto read_back = [&] {
                begin();
                BENCH_CHECK(cudaMemcpy(on_host, count, sizeof *count, cudaMemcpyDeviceToHost));
                if (*on_host)
                    consume<<<(*on_host + threads - 1) / threads, threads>>>(count, list, out, fma);
            };
            unsigned known_blocks = 0; // as if somebody had told the host: what no way without a read-back can do
            const auto known = [&] {
                begin();
                consume<<<known_blocks, threads>>>(count, list, out, fma);
            };
            const auto worst_case = [&] {
                begin();
                consume<<<blocks, threads>>>(count, list, out, fma);
            };
            const auto counted = [&] {
                begin();
                consume_counted<<<blocks, threads>>>(count, list, out, fma);
            };
            const auto plainly = [&] {
                begin();
                consume_plainly<<<blocks, threads>>>(count, list, out, fma);
            };
            const auto in_shares = [&] {
                begin();
                consume_in_shares<<<blocks, threads>>>(count, list, out, fma);
            };
            std::vector<float> expected(size_t(blocks) * threads), got(expected.size());
            const auto run = [&](const std::function<void()> &way, std::vector<float> &result) {
                BENCH_CHECK(cudaMemset(out, 0, result.size() * sizeof(float)));
                way();
                BENCH_CHECK(cudaGetLastError());
                BENCH_CHECK(cudaMemcpy(result.data(), out, result.size() * sizeof(float), cudaMemcpyDeviceToHost));
            };
            const std::vector<bench_way> ways = {{"plain", read_back}, {"items", counted}, {"worst case", worst_case},
                                                 {"items hardware", plainly}, {"items static", in_shares}, {"count known", known}};
            run(read_back, expected);
            known_blocks = (*on_host + threads - 1) / threads;
            for (const bench_way &way : ways) {
                run(way.launch, got);
                if (got != expected) {
                    fprintf(stderr, "%s, %u blocks, %s: results differ\n", c.name, blocks, way.name.c_str());
                    return 1;
                }
            }
            bench_compare("counted", c.name, blocks, threads, ways, bench_repeats(30), 0);
        }
    return 0;
}
