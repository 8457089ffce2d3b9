// Collectives of the grid against what programs do without: a launch whose answer is read back, and grid.sync() around an atomic of each block.
//
// In:  nothing. Out: see bench.h; a row's time is that of one collective: launches with many less launches with none. `plain` is a launch and the
//      copy of its answer, `by hand` cooperative groups, `barrier` a grid barrier that tells nothing. `spread`: labels go from neighbour to
//      neighbour until none changes; its time is that of one round.
// Checked first: every way's answers are compared.
#include "bench.h"

#include <cooperative_groups.h>

#include <pt/collectives.cuh>

// What a thread gives in a turn: all of them differ, and nobody's condition is true before the last turn.
static __host__ __device__ __forceinline__ bool is_there(unsigned i, int turn, int turns) { return turn + 1 == turns && i % 1000u == 7u; }
static __host__ __device__ __forceinline__ double number(unsigned i, int turn) { return (i + static_cast<unsigned>(turn)) % 8u; }

// ---- does anybody? -----------------------------------------------------------------------------------------------------------

#pragma pt kernel
__global__ void any_by_collective(int turns, unsigned *answers)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned seen = 0;
    for (int t = 0; t < turns; t++) {
        const bool found = pt_any(is_there(i, t, turns));
        seen += found ? 1 : 0;
    }
    if (i == 0)
        *answers = seen;
}

// Three words in turn, so that one barrier is enough; all threads read what the first one of their block has read.
__global__ void any_by_hand(int turns, unsigned *answers, unsigned *words)
{
    __shared__ unsigned answer;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned seen = 0;
    for (int t = 0; t < turns; t++) {
        if (__syncthreads_or(is_there(i, t, turns)) && threadIdx.x == 0)
            atomicOr(&words[t % 3], 1u);
        if (i == 0)
            words[(t + 1) % 3] = 0;
        cooperative_groups::this_grid().sync();
        if (threadIdx.x == 0)
            answer = *const_cast<volatile unsigned *>(&words[t % 3]);
        __syncthreads();
        seen += answer;
    }
    if (i == 0)
        *answers = seen;
}

__global__ void any_of_launch(int t, int turns, unsigned *answer)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (__syncthreads_or(is_there(i, t, turns)) && threadIdx.x == 0)
        *answer = 1;
}

// ---- how much is it together? ----------------------------------------------------------------------------------------------------

#pragma pt kernel
__global__ void sum_by_collective(int turns, double *answers)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    double seen = 0;
    for (int t = 0; t < turns; t++) {
        const double sum = pt_reduce_add(number(i, t));
        seen += sum;
    }
    if (i == 0)
        *answers = seen;
}

static __device__ __forceinline__ double sum_of_block(double value, double *parts)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_down_sync(~0u, value, distance);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x < 32) {
        value = threadIdx.x < blockDim.x / 32 ? parts[threadIdx.x] : 0.0;
        for (int distance = 16; distance > 0; distance /= 2)
            value += __shfl_down_sync(~0u, value, distance);
    }
    return value;
}

__global__ void sum_by_hand(int turns, double *answers, double *words)
{
    __shared__ double answer, parts[32];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    double seen = 0;
    for (int t = 0; t < turns; t++) {
        const double sum = sum_of_block(number(i, t), parts);
        if (threadIdx.x == 0)
            atomicAdd(&words[t % 3], sum);
        if (i == 0)
            words[(t + 1) % 3] = 0;
        cooperative_groups::this_grid().sync();
        if (threadIdx.x == 0)
            answer = *const_cast<volatile double *>(&words[t % 3]);
        __syncthreads();
        seen += answer;
    }
    if (i == 0)
        *answers = seen;
}

__global__ void sum_of_launch(int t, double *answer)
{
    __shared__ double parts[32];
    const double sum = sum_of_block(number(blockIdx.x * blockDim.x + threadIdx.x, t), parts);
    if (threadIdx.x == 0)
        atomicAdd(answer, sum);
}

#pragma pt kernel
__global__ void barriers(int turns)
{
    for (int t = 0; t < turns; t++) {
#pragma pt barrier
    }
}

// ---- labels ------------------------------------------------------------------------------------------------------------------------

#pragma pt kernel
__global__ void spread(int *from, int *to, int n, int *rounds)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int round = 0;
    bool changed = false;
    do {
        if (i < n) {
            const int best = max(from[i], max(from[(i + 1) % n], from[(i + n - 1) % n]));
            changed = best != from[i];
            to[i] = best;
        }
        int *const written = to;
        to = from;
        from = written;
        round++;
    } while (pt_any(changed));
    if (i == 0)
        *rounds = round;
}

__global__ void spread_once(const int *from, int *to, int n, int *flag)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const int best = max(from[i], max(from[(i + 1) % n], from[(i + n - 1) % n]));
    if (best != from[i])
        *flag = 1;
    to[i] = best;
}

__global__ void spread_by_hand(const int *from, int *to, int n, int *rounds, unsigned *words)
{
    __shared__ unsigned answer;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int round = 0;
    do {
        bool changed = false;
        if (i < n) {
            const int best = max(from[i], max(from[(i + 1) % n], from[(i + n - 1) % n]));
            changed = best != from[i];
            to[i] = best;
        }
        if (__syncthreads_or(changed) && threadIdx.x == 0)
            atomicOr(&words[round % 3], 1u);
        if (i == 0)
            words[(round + 1) % 3] = 0;
        cooperative_groups::this_grid().sync();
        if (threadIdx.x == 0)
            answer = *const_cast<volatile unsigned *>(&words[round % 3]);
        __syncthreads();
        const int *const written = to;
        to = const_cast<int *>(from);
        from = written;
        round++;
    } while (answer);
    if (i == 0)
        *rounds = round;
}

// ---- measuring ------------------------------------------------------------------------------------------------------------------------

static void *device_bytes(size_t bytes)
{
    void *memory;
    BENCH_CHECK(cudaMalloc(&memory, bytes));
    BENCH_CHECK(cudaMemset(memory, 0, bytes));
    return memory;
}

template <class T> static T read_back(const T *from)
{
    T value;
    BENCH_CHECK(cudaMemcpy(&value, from, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

template <class... Parameters, class... Arguments>
static void launch_together(void (*kernel)(Parameters...), unsigned groups, unsigned threads, Arguments... given)
{
    void *arguments[] = {&given...};
    BENCH_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(kernel), dim3(groups), dim3(threads), arguments, 0, nullptr));
}

static bool differs(const char *what, double got, double expected)
{
    if (got != expected)
        fprintf(stderr, "%s: %g, and not %g\n", what, got, expected);
    return got != expected;
}

// The time of one of `times` turns, by each way; the plain one's first.
struct way {
    const char *name;
    std::function<void(int)> run;
};

static std::string named(const char *name, unsigned threads) { return std::string(name) + " " + std::to_string(threads) + " threads"; }

static void measure(bench_clock &clock, const char *name, unsigned groups, unsigned threads, const std::vector<way> &ways, int times, int repeats)
{
    std::vector<std::vector<double>> none(ways.size()), all(ways.size());
    for (int i = 0; i < repeats; i++)
        for (size_t k = 0; k < ways.size(); k++) {
            none[k].push_back(clock.microseconds([&] { ways[k].run(0); }));
            all[k].push_back(clock.microseconds([&] { ways[k].run(times); }));
        }
    double plain = 0;
    for (size_t k = 0; k < ways.size(); k++) {
        const double one = (bench_median(all[k]) - bench_median(none[k])) / times;
        plain = k == 0 ? one : plain;
        bench_row("collectives", named(name, threads).c_str(), groups, threads, ways[k].name, one, plain / one, repeats);
        fprintf(stderr, "%-7s %5u x %4u %-10s %8.3f us\n", name, groups, threads, ways[k].name, one);
    }
}

int main()
{
    cudaDeviceProp device;
    BENCH_CHECK(cudaGetDeviceProperties(&device, 0));
    const int times = 1000, repeats = 9;
    unsigned *const answer = static_cast<unsigned *>(device_bytes(sizeof *answer)), *const words = static_cast<unsigned *>(device_bytes(64));
    double *const sum = static_cast<double *>(device_bytes(sizeof *sum)), *const sums = static_cast<double *>(device_bytes(64));
    int *const rounds = static_cast<int *>(device_bytes(sizeof *rounds)), *const flag = static_cast<int *>(device_bytes(sizeof *flag));
    bench_header();
    bench_clock clock;
    for (unsigned threads : {256u, 128u})
        for (unsigned per : {1u, 2u, 4u, 8u, 16u}) {
            if (per * threads > static_cast<unsigned>(device.maxThreadsPerMultiProcessor))
                continue;
            const unsigned groups = per * device.multiProcessorCount;
            int fits = 0, fits_sum = 0, fits_spread = 0;
            BENCH_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fits, any_by_hand, threads, 0));
            BENCH_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fits_sum, sum_by_hand, threads, 0));
            BENCH_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fits_spread, spread_by_hand, threads, 0));
            if (static_cast<unsigned>(std::min(fits, std::min(fits_sum, fits_spread))) < per)
                continue;
            const auto clear = [&] {
                BENCH_CHECK(cudaMemsetAsync(words, 0, 64));
                BENCH_CHECK(cudaMemsetAsync(sums, 0, 64));
            };
            const std::vector<way> any = {
                {"plain", [&](int n) {
                     for (int t = 0; t < n; t++) {
                         BENCH_CHECK(cudaMemsetAsync(answer, 0, sizeof *answer));
                         any_of_launch<<<groups, threads>>>(t, n, answer);
                         read_back(answer);
                     }
                 }},
                {"by hand", [&](int n) { clear(); launch_together(any_by_hand, groups, threads, n, answer, words); }},
                {"barrier", [&](int n) { barriers<<<groups, threads>>>(n); }},
                {"collective", [&](int n) { any_by_collective<<<groups, threads>>>(n, answer); }}};
            const std::vector<way> add = {
                {"plain", [&](int n) {
                     for (int t = 0; t < n; t++) {
                         BENCH_CHECK(cudaMemsetAsync(sum, 0, sizeof *sum));
                         sum_of_launch<<<groups, threads>>>(t, sum);
                         read_back(sum);
                     }
                 }},
                {"by hand", [&](int n) { clear(); launch_together(sum_by_hand, groups, threads, n, sum, sums); }},
                {"barrier", [&](int n) { barriers<<<groups, threads>>>(n); }},
                {"collective", [&](int n) { sum_by_collective<<<groups, threads>>>(n, sum); }}};
            bool wrong = false;
            for (size_t k = 0; k < any.size(); k++) {
                if (k == 2)
                    continue;
                any[k].run(21);
                BENCH_CHECK(cudaGetLastError());
                wrong |= differs(any[k].name, read_back(answer), 1);
                double expected = 0;
                for (int t = k == 0 ? 20 : 0; t < 21; t++)
                    for (unsigned i = 0; i < groups * threads; i++)
                        expected += number(i, t);
                add[k].run(21);
                BENCH_CHECK(cudaGetLastError());
                wrong |= differs(add[k].name, read_back(sum), expected);
            }
            if (wrong)
                return 1;
            measure(clock, "any", groups, threads, any, times, repeats);
            measure(clock, "sum", groups, threads, add, times, repeats);

            // One label that comes half way round a part of the ring, which the others' zeros do not stop.
            const int n = static_cast<int>(groups * threads) - 3, far = 600;
            std::vector<int> labels(n);
            for (int i = 0; i < n; i++)
                labels[i] = i % (2 * far);
            int *const from = static_cast<int *>(device_bytes(n * sizeof(int))), *const to = static_cast<int *>(device_bytes(n * sizeof(int)));
            const auto begin = [&] { BENCH_CHECK(cudaMemcpyAsync(from, labels.data(), n * sizeof(int), cudaMemcpyHostToDevice)); };
            int counted = 0;
            const auto by_launches = [&] {
                int *a = from, *b = to;
                counted = 0;
                do {
                    BENCH_CHECK(cudaMemsetAsync(flag, 0, sizeof *flag));
                    spread_once<<<groups, threads>>>(a, b, n, flag);
                    std::swap(a, b);
                    counted++;
                } while (read_back(flag));
            };
            const std::function<void()> spreads[] = {by_launches, [&] { clear(); launch_together(spread_by_hand, groups, threads, static_cast<const int *>(from), to, n, rounds, words); },
                                                     [&] { spread<<<groups, threads>>>(from, to, n, rounds); }};
            const char *const names[] = {"plain", "by hand", "collective"};
            std::vector<int> expected(n), got(n);
            std::vector<double> taken[3];
            for (int r = 0; r < repeats; r++)
                for (int k = 0; k < 3; k++) {
                    begin();
                    BENCH_CHECK(cudaDeviceSynchronize());
                    taken[k].push_back(clock.microseconds(spreads[k]));
                    BENCH_CHECK(cudaGetLastError());
                    if (k > 0)
                        wrong |= differs(names[k], read_back(rounds), counted);
                    BENCH_CHECK(cudaMemcpy((k ? got : expected).data(), counted % 2 ? to : from, n * sizeof(int), cudaMemcpyDeviceToHost));
                    if (k > 0 && got != expected)
                        wrong |= differs(names[k], 0, 1);
                }
            if (wrong)
                return 1;
            for (int k = 0; k < 3; k++)
                bench_row("collectives", named("spread", threads).c_str(), groups, threads, names[k], bench_median(taken[k]) / counted,
                          bench_median(taken[0]) / bench_median(taken[k]), repeats);
            fprintf(stderr, "spread  %5u x %4u: %d rounds, %.3f, %.3f, %.3f us each\n", groups, threads, counted, bench_median(taken[0]) / counted,
                    bench_median(taken[1]) / counted, bench_median(taken[2]) / counted);
            BENCH_CHECK(cudaFree(from));
            BENCH_CHECK(cudaFree(to));
        }
    return 0;
}
