// What can be won where one block in a thousand is a thousand times heavier: how long such a block takes when nothing
// disturbs it, how long two or more take that share a multiprocessor, and what an order that knows beforehand which
// blocks are heavy would bring. See heavy-blocks.md.
//
// In:  nothing. Out: see bench.h. All kernels are written by hand: this asks what the device can do, not what ptcc does.
#include "bench.h"

#include <numeric>

constexpr int count = 400, heavy_steps = count * 512;
constexpr unsigned threads = 256, groups_per_multiprocessor = 8, no_ticket = 0xfffffffeu, gone = 0xffffffffu;

static __host__ __device__ inline int steps_of(unsigned block)
{
    unsigned h = block * 2654435761u;
    h ^= h >> 15;
    return (h & 1023) == 0 ? heavy_steps : count / 2;
}

static __device__ __forceinline__ void work(float *out, unsigned block, int steps)
{
    float x = (block * blockDim.x + threadIdx.x) * 1e-3f;
    for (int k = 0; k < steps; k++)
        x = fmaf(x, 1.000001f, 0.5f);
    if (x == 12345.678f)
        out[0] = x;
}

__global__ void plain(float *out) { work(out, blockIdx.x, steps_of(blockIdx.x)); }

__global__ void in_order(float *out, const unsigned *order)
{
    const unsigned block = order[blockIdx.x];
    work(out, block, steps_of(block));
}

__global__ void all_heavy(float *out) { work(out, blockIdx.x, heavy_steps); }

struct multiprocessor {
    alignas(32) unsigned ticket[groups_per_multiprocessor]; // that each of its groups works on
    unsigned groups;
};
static __device__ multiprocessor device_state[256];
static __device__ unsigned tickets;

static __device__ __forceinline__ unsigned oldest(const multiprocessor *here)
{
    const uint4 a = __ldcg(reinterpret_cast<const uint4 *>(here->ticket));
    const uint4 b = __ldcg(reinterpret_cast<const uint4 *>(here->ticket) + 1);
    return min(min(min(a.x, a.y), min(a.z, a.w)), min(min(b.x, b.y), min(b.z, b.w)));
}

// One ticket a block, the next one drawn ahead. With `patience`, a group does not draw while another group of its
// multiprocessor is that many tickets behind, which is what a heavy block looks like: so that it has the
// multiprocessor to itself.
template <bool yields> __global__ void __launch_bounds__(threads, groups_per_multiprocessor)
    by_tickets(float *out, unsigned blocks, unsigned patience)
{
    __shared__ unsigned published[2];
    unsigned next = 0, slot = 0, here;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(here));
    multiprocessor *const mine = &device_state[here];
    if (threadIdx.x == 0) {
        next = atomicAdd(&tickets, 1);
        slot = atomicAdd(&mine->groups, 1) % groups_per_multiprocessor;
    }
    for (int part = 0;; part ^= 1) {
        if (threadIdx.x == 0) {
            while (yields && next == no_ticket) {
                const unsigned behind = oldest(mine), now = *static_cast<volatile unsigned *>(&tickets);
                if (behind >= now || now - behind <= patience || now >= blocks)
                    next = atomicAdd(&tickets, 1);
                else
                    __nanosleep(2000);
            }
            published[part] = next;
            if (yields)
                __stcg(&mine->ticket[slot], next < blocks ? next : gone);
        }
        __syncthreads();
        const unsigned block = published[part];
        if (block >= blocks)
            break;
        if (threadIdx.x == 0) {
            const unsigned behind = yields ? oldest(mine) : next;
            next = behind < next && next - behind > patience ? no_ticket : atomicAdd(&tickets, 1);
        }
        work(out, block, steps_of(block));
    }
}

static void reset()
{
    void *state, *counter;
    BENCH_CHECK(cudaGetSymbolAddress(&state, device_state));
    BENCH_CHECK(cudaGetSymbolAddress(&counter, tickets));
    BENCH_CHECK(cudaMemsetAsync(counter, 0, sizeof tickets));
    std::vector<multiprocessor> fresh(sizeof device_state / sizeof *device_state);
    for (multiprocessor &m : fresh) {
        std::fill(std::begin(m.ticket), std::end(m.ticket), gone);
        m.groups = 0;
    }
    BENCH_CHECK(cudaMemcpy(state, fresh.data(), sizeof device_state, cudaMemcpyHostToDevice));
}

int main()
{
    float *out;
    BENCH_CHECK(cudaMalloc(&out, 256));
    cudaDeviceProp device;
    BENCH_CHECK(cudaGetDeviceProperties(&device, 0));
    const unsigned multiprocessors = device.multiProcessorCount, groups = multiprocessors * groups_per_multiprocessor;
    if (multiprocessors > sizeof device_state / sizeof *device_state)
        return 1;
    bench_clock clock;
    bench_header();
    for (unsigned each : {0u, 1u, 2u, 3u, 4u, 8u}) {
        const unsigned blocks = each ? each * multiprocessors : 1;
        std::vector<double> times;
        for (int i = 0; i < 15; i++)
            times.push_back(clock.microseconds([=] { all_heavy<<<blocks, threads>>>(out); }));
        const std::string name = each ? std::to_string(each) + " heavy a multiprocessor" : "one heavy block";
        bench_row("heavy_blocks", name.c_str(), blocks, threads, "plain", bench_median(times), 1, 15);
        fprintf(stderr, "%-28s %9.1f us\n", name.c_str(), bench_median(times));
    }
    for (unsigned blocks : {10000u, 100000u}) {
        std::vector<unsigned> order(blocks);
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(), [](unsigned a, unsigned b) { return steps_of(a) > steps_of(b); });
        unsigned *longest_first;
        BENCH_CHECK(cudaMalloc(&longest_first, blocks * sizeof *longest_first));
        BENCH_CHECK(cudaMemcpy(longest_first, order.data(), blocks * sizeof *longest_first, cudaMemcpyHostToDevice));
        const bench_way ways[] = {
            {"plain", [=] { plain<<<blocks, threads>>>(out); }},
            {"longest first", [=] { in_order<<<blocks, threads>>>(out, longest_first); }},
            {"dynamic 1", [=] { by_tickets<false><<<groups, threads>>>(out, blocks, 0); }},
            {"yields after 4 rounds", [=] { by_tickets<true><<<groups, threads>>>(out, blocks, 4 * groups); }},
            {"yields after 16 rounds", [=] { by_tickets<true><<<groups, threads>>>(out, blocks, 16 * groups); }},
        };
        std::vector<double> times[sizeof ways / sizeof *ways];
        for (int i = 0; i < 31; i++)
            for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
                reset();
                times[w].push_back(clock.microseconds(ways[w].launch));
            }
        const double plain_time = bench_median(times[0]);
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
            const double t = bench_median(times[w]);
            bench_row("heavy_blocks", "1 in 1000 heavy", blocks, threads, ways[w].name.c_str(), t, plain_time / t, 31);
            fprintf(stderr, "1 in 1000 heavy %7u blocks  %-24s %9.1f us %.3f\n", blocks, ways[w].name.c_str(), t,
                    plain_time / t);
        }
        BENCH_CHECK(cudaFree(longest_first));
    }
    BENCH_CHECK(cudaDeviceSynchronize());
    return 0;
}
