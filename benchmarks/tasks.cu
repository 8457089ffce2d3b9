// Dynamic tasks against what programs do without: level by level, with the count of each level read back; a stack in each thread; and
// against one queue that all groups share.
//
// In:  nothing. Out: see bench.h. `plain` is the way without tasks; `one queue` pushes all tasks into the common ring. `blocks` is the size
//      of the problem: queens, intervals, or tasks of the chain.
#include "bench.h"

#include <pt/tasks.cuh>

const unsigned threads = 128;

// ---- queens: ways to put n of them on a board; a task for each board that is begun ---------------------------------------

struct board {
    unsigned columns, left, right;
};

static __device__ __forceinline__ board with(const board &b, unsigned column)
{
    return {b.columns | column, (b.left | column) << 1, (b.right | column) >> 1};
}

__global__ void next_level(const board *boards, unsigned count, board *next, unsigned *next_count, unsigned all, unsigned long long *ways)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const board b = boards[i];
    for (unsigned free = all & ~(b.columns | b.left | b.right); free; free &= free - 1) {
        const board n = with(b, free & (0u - free));
        if (n.columns == all)
            atomicAdd(ways, 1ull);
        else
            next[atomicAdd(next_count, 1u)] = n;
    }
}

template <class Queue> static __device__ __forceinline__ void place_queen(const Queue &queue, const board &b, unsigned all, unsigned long long *ways)
{
    for (unsigned free = all & ~(b.columns | b.left | b.right); free; free &= free - 1) {
        const board n = with(b, free & (0u - free));
        if (n.columns == all)
            atomicAdd(ways, 1ull);
        else
            pt_push(queue, n);
    }
}

#pragma pt kernel
__global__ void queens(pt_queue<board> queue, unsigned all, unsigned long long *ways)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        pt_push(queue, {0, 0, 0});
    #pragma pt foreach(board b : queue) worker(thread)
    { place_queen(queue, b, all, ways); }
}

#pragma pt kernel
__global__ void queens_of_one_queue(pt_queue<board> queue, pt_queue<board> common, unsigned all, unsigned long long *ways)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        pt_push(queue, {0, 0, 0});
    #pragma pt foreach(board b : queue) worker(thread)
    { place_queen(common, b, all, ways); }
}

// ---- an integral: intervals are cut in halves where the function is steep ------------------------------------------------

struct interval {
    float begin, end;
};

static __device__ __forceinline__ float value_at(float x)
{
    float y = x;
    for (int k = 0; k < 20; k++)
        y = fmaf(y, 0.5f, sinf(1.0f / (x + 1e-4f)) * 0.1f);
    return y;
}

// Parts counted for their number: sums of floats would depend on the order.
static __device__ __forceinline__ bool is_fine(const interval &i)
{
    const float middle = 0.5f * (i.begin + i.end);
    const float error = value_at(i.begin) + value_at(i.end) - 2.0f * value_at(middle);
    return fabsf(error) < 1e-4f || i.end - i.begin < 1e-7f;
}

__global__ void integrate_by_stack(unsigned intervals, unsigned long long *parts)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= intervals)
        return;
    interval stack[32];
    unsigned depth = 1, mine = 0;
    stack[0] = {i / float(intervals), (i + 1) / float(intervals)};
    while (depth) {
        const interval x = stack[--depth];
        if (is_fine(x)) {
            mine++;
            continue;
        }
        const float middle = 0.5f * (x.begin + x.end);
        stack[depth++] = {x.begin, middle};
        stack[depth++] = {middle, x.end};
    }
    atomicAdd(parts, mine);
}

template <class Queue> static __device__ __forceinline__ void refine(const Queue &queue, const interval &x, unsigned long long *parts)
{
    if (is_fine(x)) {
        atomicAdd(parts, 1ull);
        return;
    }
    const float middle = 0.5f * (x.begin + x.end);
    pt_push(queue, {x.begin, middle});
    pt_push(queue, {middle, x.end});
}

#pragma pt kernel
__global__ void integrate(pt_queue<interval> queue, unsigned intervals, unsigned long long *parts)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < intervals)
        pt_push(queue, {i / float(intervals), (i + 1) / float(intervals)});
    #pragma pt foreach(interval x : queue) worker(thread)
    { refine(queue, x, parts); }
}

#pragma pt kernel
__global__ void integrate_of_one_queue(pt_queue<interval> queue, pt_queue<interval> common, unsigned intervals, unsigned long long *parts)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < intervals)
        pt_push(queue, {i / float(intervals), (i + 1) / float(intervals)});
    #pragma pt foreach(interval x : queue) worker(thread)
    { refine(common, x, parts); }
}

// ---- a chain: each task makes the next one -------------------------------------------------------------------------------

__global__ void link(unsigned long long *sum) { atomicAdd(sum, 1ull); }

#pragma pt kernel
__global__ void chain(pt_queue<unsigned> queue, unsigned length, unsigned long long *sum)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        pt_push(queue, 1u);
    #pragma pt foreach(unsigned i : queue)
    {
        if (threadIdx.x == 0) {
            atomicAdd(sum, 1ull);
            if (i < length)
                pt_push(queue, i + 1);
        }
    }
}

// ---- the runs ------------------------------------------------------------------------------------------------------------

static unsigned long long *result;

static int compare(const char *name, unsigned size, const std::vector<bench_way> &ways, double expected_us)
{
    unsigned long long expected = 0, got = 0;
    for (size_t w = 0; w < ways.size(); w++) {
        BENCH_CHECK(cudaMemset(result, 0, sizeof *result));
        ways[w].launch();
        BENCH_CHECK(cudaGetLastError());
        BENCH_CHECK(cudaMemcpy(w ? &got : &expected, result, sizeof *result, cudaMemcpyDeviceToHost));
        if (w && got != expected) {
            fprintf(stderr, "%s %u, %s: %llu, and not %llu\n", name, size, ways[w].name.c_str(), got, expected);
            return 1;
        }
    }
    fprintf(stderr, "%s %u: %llu\n", name, size, expected);
    bench_compare("tasks", name, size, threads, ways, bench_repeats(expected_us), 0);
    return 0;
}

int main()
{
    BENCH_CHECK(cudaMalloc(&result, sizeof *result));
    bench_header();
    int wrong = 0;
    const unsigned most = 1u << 24; // tasks that wait for a group
    const size_t widest = size_t(1) << 29;
    pt_queue<board> boards;
    BENCH_CHECK(ptrt_queue_create(&boards, most));
    board *levels[2];
    unsigned *count, on_host;
    BENCH_CHECK(cudaMalloc(&count, sizeof *count));
    for (board *&level : levels)
        BENCH_CHECK(cudaMalloc(&level, widest * sizeof *level));
    for (unsigned n : {8u, 10u, 12u, 13u, 14u, 15u, 16u}) {
        const unsigned all = (1u << n) - 1u;
        const auto by_levels = [&] {
            const board empty = {0, 0, 0};
            BENCH_CHECK(cudaMemcpyAsync(levels[0], &empty, sizeof empty, cudaMemcpyHostToDevice));
            on_host = 1;
            for (int now = 0; on_host; now ^= 1) {
                BENCH_CHECK(cudaMemsetAsync(count, 0, sizeof *count));
                next_level<<<(on_host + threads - 1) / threads, threads>>>(levels[now], on_host, levels[now ^ 1], count, all, result);
                BENCH_CHECK(cudaMemcpy(&on_host, count, sizeof *count, cudaMemcpyDeviceToHost));
            }
        };
        std::vector<bench_way> ways = {{"plain", by_levels}, {"tasks", [&] { queens<<<1, threads>>>(boards, all, result); }}};
        if (n <= 14) // its queue would have to be as long as a level
            ways.push_back({"one queue", [&] { queens_of_one_queue<<<1, threads>>>(boards, boards, all, result); }});
        wrong += compare("queens", n, ways, 5000);
    }
    pt_queue<interval> intervals;
    BENCH_CHECK(ptrt_queue_create(&intervals, most));
    for (unsigned n : {1000u, 30000u, 1000000u})
        wrong += compare("integral", n,
                         {{"plain", [&] { integrate_by_stack<<<(n + threads - 1) / threads, threads>>>(n, result); }},
                          {"tasks", [&] { integrate<<<(n + threads - 1) / threads, threads>>>(intervals, n, result); }},
                          {"one queue", [&] { integrate_of_one_queue<<<(n + threads - 1) / threads, threads>>>(intervals, intervals, n, result); }}},
                         1000);
    pt_queue<unsigned> numbers;
    BENCH_CHECK(ptrt_queue_create(&numbers, 1000));
    for (unsigned n : {1u, 1000u})
        wrong += compare("chain", n,
                         {{"plain", [&] { for (unsigned i = 0; i < n; i++) link<<<1, 1>>>(result); }},
                          {"tasks", [&] { chain<<<1, threads>>>(numbers, n, result); }}},
                         1000);
    return wrong != 0;
}
