// Random launches of annotated kernels from several host threads, each compared with the host's own result.
//
// In:  stress SECONDS SEED HOST_THREADS MOST_THREADS_A_BLOCK. Out: what was launched, on stdout; exit status 1 and the
//      launch's whole description at the first difference.
// What is random: the kernel, and with it schedule, chunk and order, grid and block in three dimensions, how many threads
// have work, the rounds of their loops. The device's size and what PTRT_MODE, PTRT_CHUNK and PTRT_GROUPS force are the
// caller's (run_stress.py).
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

constexpr unsigned bins = 61;

__device__ unsigned linear_thread() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
__device__ unsigned linear_block() { return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z); }
__host__ __device__ unsigned mix(unsigned x) { return (x ^ x >> 15) * 0x9e3779b1u; }

// Neighbours through shared memory, with barriers that threads without work have left.
__device__ void pass_to_neighbours(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    extern __shared__ unsigned values[];
    const unsigned threads = blockDim.x * blockDim.y * blockDim.z, t = linear_thread();
    const unsigned first = linear_block() * threads;
    if (first + t >= n)
        return;
    const unsigned here = min(threads, n - first);
    values[t] = in[first + t];
    __syncthreads();
    for (unsigned r = 0; r < rounds; r++) {
        const unsigned next = values[(t + 1) % here] + r;
        __syncthreads();
        values[t] = mix(values[t] + next);
        __syncthreads();
    }
    out[first + t] = values[t];
}

// Lanes of a warp pass values round; whole warps leave first.
__device__ void pass_to_lanes(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    const unsigned threads = blockDim.x * blockDim.y * blockDim.z, t = linear_thread();
    const unsigned i = linear_block() * threads + t, warp = t / 32;
    const unsigned lanes = min(32u, threads - warp * 32);
    if (mix(linear_block() * 32 + warp) % 3 == 0)
        return;
    unsigned v = i < n ? in[i] : 0u;
    const unsigned members = lanes == 32 ? 0xffffffffu : (1u << lanes) - 1;
    for (unsigned r = 0; r < rounds; r++) {
        const unsigned other = __shfl_sync(members, v, (t + 1) % 32 % lanes);
        v = mix(v + other) + __popc(__ballot_sync(members, v & 1));
    }
    if (i < n)
        out[i] = v;
}

// Each block waits for the one before it: a prefix sum in one pass.
__device__ void sum_of_blocks(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    const unsigned block = linear_block();
    if (linear_thread() != 0)
        return;
    if (block > 0)
        while (atomicAdd(&extra[block - 1], 0u) == 0)
            ;
    __threadfence();
    volatile unsigned *sums = out;
    sums[block] = (block > 0 ? sums[block - 1] : 0u) + mix(block + rounds);
    __threadfence();
    atomicExch(&extra[block], 1u);
}

// A histogram by block and then for all.
__device__ void fill_bins(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    __shared__ unsigned own[bins];
    const unsigned threads = blockDim.x * blockDim.y * blockDim.z, t = linear_thread();
    for (unsigned b = t; b < bins; b += threads)
        own[b] = 0;
    __syncthreads();
    const unsigned i = linear_block() * threads + t;
    if (i < n)
        for (unsigned r = 0; r < rounds; r++)
            atomicAdd(&own[mix(in[i] + r) % bins], 1u);
    __syncthreads();
    for (unsigned b = t; b < bins; b += threads)
        if (own[b])
            atomicAdd(&extra[b], own[b]);
}

// Threads that have nothing to do with each other.
__device__ void work_alone(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    const unsigned i = linear_block() * blockDim.x * blockDim.y * blockDim.z + linear_thread();
    if (i < n)
        out[i] = mix(in[i]) + linear_block() * rounds;
}

#pragma pt kernel schedule(static)
__global__ void neighbours_static(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    pass_to_neighbours(in, out, extra, n, rounds);
}
#pragma pt kernel schedule(static, 5) groups(7)
__global__ void neighbours_static_5(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    pass_to_neighbours(in, out, extra, n, rounds);
}
#pragma pt kernel schedule(dynamic)
__global__ void neighbours_dynamic(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    pass_to_neighbours(in, out, extra, n, rounds);
}
#pragma pt kernel schedule(dynamic, 3) groups(3)
__global__ void neighbours_dynamic_3(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    pass_to_neighbours(in, out, extra, n, rounds);
}
#pragma pt kernel schedule(guided)
__global__ void neighbours_guided(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    pass_to_neighbours(in, out, extra, n, rounds);
}

#pragma pt kernel schedule(static)
__global__ void lanes_static(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    pass_to_lanes(in, out, extra, n, rounds);
}
#pragma pt kernel schedule(static, 5) groups(7)
__global__ void lanes_static_5(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    pass_to_lanes(in, out, extra, n, rounds);
}
#pragma pt kernel schedule(dynamic)
__global__ void lanes_dynamic(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    pass_to_lanes(in, out, extra, n, rounds);
}
#pragma pt kernel schedule(dynamic, 3) groups(3)
__global__ void lanes_dynamic_3(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    pass_to_lanes(in, out, extra, n, rounds);
}
#pragma pt kernel schedule(guided)
__global__ void lanes_guided(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    pass_to_lanes(in, out, extra, n, rounds);
}

#pragma pt kernel schedule(static)
__global__ void chain_static(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    sum_of_blocks(in, out, extra, n, rounds);
}
#pragma pt kernel schedule(dynamic)
__global__ void chain_dynamic(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    sum_of_blocks(in, out, extra, n, rounds);
}
#pragma pt kernel schedule(dynamic, 3) groups(3)
__global__ void chain_dynamic_3(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    sum_of_blocks(in, out, extra, n, rounds);
}
#pragma pt kernel schedule(guided)
__global__ void chain_guided(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    sum_of_blocks(in, out, extra, n, rounds);
}
#pragma pt kernel schedule(auto)
__global__ void chain_auto(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    sum_of_blocks(in, out, extra, n, rounds);
}

#pragma pt kernel schedule(static)
__global__ void bins_static(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    fill_bins(in, out, extra, n, rounds);
}
#pragma pt kernel schedule(static, 5) groups(7)
__global__ void bins_static_5(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    fill_bins(in, out, extra, n, rounds);
}
#pragma pt kernel schedule(dynamic)
__global__ void bins_dynamic(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    fill_bins(in, out, extra, n, rounds);
}
#pragma pt kernel schedule(dynamic, 3) order(reverse)
__global__ void bins_dynamic_3(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    fill_bins(in, out, extra, n, rounds);
}
#pragma pt kernel schedule(guided) order(morton)
__global__ void bins_guided(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    fill_bins(in, out, extra, n, rounds);
}

#pragma pt kernel schedule(static) order(column)
__global__ void alone_static(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    work_alone(in, out, extra, n, rounds);
}
#pragma pt kernel schedule(static, 5) groups(7)
__global__ void alone_static_5(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    work_alone(in, out, extra, n, rounds);
}
#pragma pt kernel schedule(dynamic) order(tile(3, 2))
__global__ void alone_dynamic(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    work_alone(in, out, extra, n, rounds);
}
#pragma pt kernel schedule(dynamic, 3) groups(3)
__global__ void alone_dynamic_3(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    work_alone(in, out, extra, n, rounds);
}
#pragma pt kernel schedule(guided)
__global__ void alone_guided(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    work_alone(in, out, extra, n, rounds);
}

// Rounds of the whole grid: in phases, by grid.sync(), with a value that lives across the barriers, and with threads of which
// nobody knows before whether they leave.
#pragma pt kernel
__global__ void meets_in_phases(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const unsigned i = block * blockDim.x * blockDim.y * blockDim.z + threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    if (i >= n)
        return;
    out[i] = in[i];
#pragma pt barrier
    for (unsigned r = 0; r < rounds; r++) {
        extra[i] = mix(out[i] + out[(i + 1) % n] + r);
#pragma pt barrier
        out[i] = extra[i];
#pragma pt barrier
    }
}
#pragma pt kernel groups(3) order(reverse)
__global__ void meets_in_phases_3(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const unsigned i = block * blockDim.x * blockDim.y * blockDim.z + threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    if (i >= n)
        return;
    out[i] = in[i];
#pragma pt barrier
    for (unsigned r = 0; r < rounds; r++) {
        extra[i] = mix(out[i] + out[(i + 1) % n] + r);
#pragma pt barrier
        out[i] = extra[i];
#pragma pt barrier
    }
}
#pragma pt kernel
__global__ void meets_by_sync(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const unsigned i = block * blockDim.x * blockDim.y * blockDim.z + threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    if (i >= n)
        return;
    out[i] = in[i];
    cooperative_groups::this_grid().sync();
    for (unsigned r = 0; r < rounds; r++) {
        extra[i] = mix(out[i] + out[(i + 1) % n] + r);
    cooperative_groups::this_grid().sync();
        out[i] = extra[i];
    cooperative_groups::this_grid().sync();
    }
}
#pragma pt kernel
__global__ void meets_in_one_piece(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const unsigned i = block * blockDim.x * blockDim.y * blockDim.z + threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    unsigned value = i < n ? in[i] : 0u;
    if (i < n)
        out[i] = value;
#pragma pt barrier
    for (unsigned r = 0; r < rounds; r++) {
        if (i < n)
            extra[i] = value = mix(value + out[(i + 1) % n] + r);
#pragma pt barrier
        if (i < n)
            out[i] = value;
#pragma pt barrier
    }
}
#pragma pt kernel
__global__ void meets_and_leaves(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds)
{
    const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const unsigned i = block * blockDim.x * blockDim.y * blockDim.z + threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    if (i >= n || (in[i] | 1u) == 0u)
        return;
    out[i] = in[i];
#pragma pt barrier
    for (unsigned r = 0; r < rounds; r++) {
        extra[i] = mix(out[i] + out[(i + 1) % n] + r);
#pragma pt barrier
        out[i] = extra[i];
#pragma pt barrier
    }
}

using kernel = void (*)(const unsigned *in, unsigned *out, unsigned *extra, unsigned n, unsigned rounds);
enum what { neighbours, lanes, chain, histogram, alone, meets, kinds };
constexpr unsigned ways = 5;
static const char *const kind_names[kinds] = {"neighbours", "lanes", "chain", "bins", "alone", "meets"};
static const kernel kernels[kinds][ways] = {
    {neighbours_static, neighbours_static_5, neighbours_dynamic, neighbours_dynamic_3, neighbours_guided},
    {lanes_static, lanes_static_5, lanes_dynamic, lanes_dynamic_3, lanes_guided},
    {chain_static, chain_dynamic, chain_dynamic_3, chain_guided, chain_auto},
    {bins_static, bins_static_5, bins_dynamic, bins_dynamic_3, bins_guided},
    {alone_static, alone_static_5, alone_dynamic, alone_dynamic_3, alone_guided},
    {meets_in_phases, meets_in_phases_3, meets_by_sync, meets_in_one_piece, meets_and_leaves},
};

struct launch {
    unsigned kind, way, n, rounds;
    dim3 grid, block;
    unsigned blocks() const { return grid.x * grid.y * grid.z; }
    unsigned threads() const { return block.x * block.y * block.z; }
};

static std::atomic<bool> stop;
static std::atomic<unsigned long long> launched, refused;
static std::mutex speaks;

static std::string describe(const launch &l)
{
    char text[256];
    snprintf(text, sizeof text, "%s way %u grid (%u,%u,%u) block (%u,%u,%u) n %u rounds %u", kind_names[l.kind],
             l.way, l.grid.x, l.grid.y, l.grid.z, l.block.x, l.block.y, l.block.z, l.n, l.rounds);
    return text;
}

static void must(cudaError_t error, const launch &l, const char *what)
{
    if (error == cudaSuccess)
        return;
    const std::lock_guard<std::mutex> one(speaks);
    printf("FAILED %s: %s: %s\n", describe(l).c_str(), what, cudaGetErrorName(error));
    fflush(stdout);
    _Exit(1);
}

// What `out` (first) and `extra` (second) must hold.
static void expected(const launch &l, const std::vector<unsigned> &in, std::vector<unsigned> &out, std::vector<unsigned> &extra)
{
    const unsigned threads = l.threads();
    if (l.kind == meets) {
        std::copy(in.begin(), in.begin() + l.n, out.begin());
        for (unsigned r = 0; r < l.rounds; r++) {
            for (unsigned i = 0; i < l.n; i++)
                extra[i] = mix(out[i] + out[(i + 1) % l.n] + r);
            std::copy(extra.begin(), extra.begin() + l.n, out.begin());
        }
        return;
    }
    for (unsigned b = 0; b < l.blocks(); b++)
        switch (l.kind) {
        case neighbours: {
            const unsigned first = b * threads, here = first < l.n ? std::min(threads, l.n - first) : 0;
            std::vector<unsigned> now(in.begin() + first, in.begin() + first + here), then(here);
            for (unsigned r = 0; r < l.rounds && here; r++) {
                for (unsigned t = 0; t < here; t++)
                    then[t] = mix(now[t] + now[(t + 1) % here] + r);
                now.swap(then);
            }
            std::copy(now.begin(), now.end(), out.begin() + first);
            break;
        }
        case lanes:
            for (unsigned warp = 0; warp * 32 < threads; warp++) {
                if (mix(b * 32 + warp) % 3 == 0)
                    continue;
                const unsigned count = std::min(32u, threads - warp * 32), first = b * threads + warp * 32;
                std::vector<unsigned> now(count), then(count);
                for (unsigned lane = 0; lane < count; lane++)
                    now[lane] = first + lane < l.n ? in[first + lane] : 0;
                for (unsigned r = 0; r < l.rounds; r++) {
                    unsigned odd = 0;
                    for (const unsigned v : now)
                        odd += v & 1;
                    for (unsigned lane = 0; lane < count; lane++)
                        then[lane] = mix(now[lane] + now[(warp * 32 + lane + 1) % 32 % count]) + odd;
                    now.swap(then);
                }
                for (unsigned lane = 0; lane < count && first + lane < l.n; lane++)
                    out[first + lane] = now[lane];
            }
            break;
        case chain:
            out[b] = (b ? out[b - 1] : 0) + mix(b + l.rounds);
            extra[b] = 1;
            break;
        case histogram:
            for (unsigned t = 0; t < threads && b * threads + t < l.n; t++)
                for (unsigned r = 0; r < l.rounds; r++)
                    extra[mix(in[b * threads + t] + r) % bins]++;
            break;
        default:
            for (unsigned t = 0; t < threads && b * threads + t < l.n; t++)
                out[b * threads + t] = mix(in[b * threads + t]) + b * l.rounds;
        }
}

static launch choose(std::mt19937 &random, unsigned most_threads)
{
    const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
    launch l = {};
    l.kind = below(kinds);
    l.way = below(ways);
    do
        l.block = dim3(1 + below(below(2) ? 64 : most_threads), 1 + below(below(3) ? 1 : 5), 1 + below(below(4) ? 1 : 3));
    while (l.threads() > most_threads);
    const unsigned most_blocks = 1 + below(40000 / l.threads() + 40);
    do
        l.grid = dim3(1 + below(most_blocks), 1 + below(below(2) ? 1 : 40), 1 + below(below(3) ? 1 : 6));
    while (l.blocks() > most_blocks);
    const unsigned all = l.blocks() * l.threads();
    l.n = below(3) ? all : below(all + 1);
    l.rounds = below(6);
    return l;
}

static void run(unsigned seed, unsigned most_threads)
{
    std::mt19937 random(seed);
    cudaStream_t stream;
    launch l = {};
    must(cudaStreamCreate(&stream), l, "cudaStreamCreate");
    while (!stop) {
        l = choose(random, most_threads);
        const unsigned words = l.blocks() * l.threads() + bins;
        std::vector<unsigned> in(words), out(words, 0xa5a5a5a5u), extra(words, 0), got(words);
        for (unsigned &v : in)
            v = random();
        unsigned *memory;
        must(cudaMalloc(&memory, size_t(words) * 12), l, "cudaMalloc");
        must(cudaMemcpyAsync(memory, in.data(), size_t(words) * 4, cudaMemcpyHostToDevice, stream), l, "copy in");
        must(cudaMemcpyAsync(memory + words, out.data(), size_t(words) * 4, cudaMemcpyHostToDevice, stream), l, "copy out");
        must(cudaMemsetAsync(memory + 2 * size_t(words), 0, size_t(words) * 4, stream), l, "clear");
        const kernel k = kernels[l.kind][l.way];
        const size_t shared = l.kind == neighbours ? l.threads() * 4 : 0;
        k<<<l.grid, l.block, shared, stream>>>(memory, memory + words, memory + 2 * size_t(words), l.n, l.rounds);
        const cudaError_t launch_error = cudaGetLastError();
        if (launch_error != cudaSuccess && ptrt_last_error() == PT_ERROR_TOO_MANY_GROUPS) { // nothing has run
            refused++;
        } else {
            must(launch_error, l, "launch");
            expected(l, in, out, extra);
            launched++;
        }
        must(cudaStreamSynchronize(stream), l, "synchronisation");
        for (int part = 1; part < 3; part++) {
            const std::vector<unsigned> &want = part == 1 ? out : extra;
            must(cudaMemcpy(got.data(), memory + part * size_t(words), size_t(words) * 4, cudaMemcpyDeviceToHost), l, "result");
            for (unsigned i = 0; i < words; i++)
                if (got[i] != want[i]) {
                    const std::lock_guard<std::mutex> one(speaks);
                    printf("FAILED %s: seed %u: %s[%u] is %u, not %u\n", describe(l).c_str(), seed, part == 1 ? "out" : "extra",
                           i, got[i], want[i]);
                    fflush(stdout);
                    _Exit(1);
                }
        }
        must(cudaFree(memory), l, "cudaFree");
    }
    must(cudaStreamDestroy(stream), l, "cudaStreamDestroy");
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    const unsigned seconds = atoi(argv[1]), seed = atoi(argv[2]), host_threads = atoi(argv[3]), most_threads = atoi(argv[4]);
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < host_threads; t++)
        threads.emplace_back(run, seed * 1000 + t, most_threads);
    std::this_thread::sleep_for(std::chrono::seconds(seconds));
    stop = true;
    for (std::thread &t : threads)
        t.join();
    printf("seed %u: %llu launches right, %llu refused for too many groups\n", seed, launched.load(), refused.load());
    return 0;
}
