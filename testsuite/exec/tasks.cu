// Dynamic tasks: workers that are blocks, warps and threads; tasks from blocks, from other tasks, from functions, from another kernel and
// from the host; large and small ones; state and finish around them; a template; few groups, many groups, the plain launch.
// expect: handled
#include "check.h"

#include <algorithm>

#ifdef __PTCC__
#include <pt/tasks.cuh>

struct range {
    unsigned begin, end;
};

// Halves until 32 are left, by a warp.
#pragma pt kernel
__global__ void halve(pt_queue<range> queue, unsigned *hits, unsigned n, unsigned length)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        pt_push(queue, { i * length, i * length + length });
    #pragma pt foreach(const range r : queue) worker(warp)
    {
        const unsigned lane = threadIdx.x % 32;
        if (r.end - r.begin <= 32) {
            if (r.begin + lane < r.end)
                atomicAdd(&hits[r.begin + lane], 1);
            continue;
        }
        const unsigned middle = r.begin + (r.end - r.begin) / 2;
        if (lane < 2)
            pt_push(queue, lane == 0 ? range{ r.begin, middle } : range{ middle, r.end });
    }
}

// Counts the ways to put queens on a board, a thread for each that is begun.
struct board {
    unsigned columns, left, right;
};

template <class Queue> __device__ void try_all(const Queue &queue, const board &b, unsigned all, unsigned *ways)
{
    for (unsigned free = all & ~(b.columns | b.left | b.right); free; free &= free - 1) {
        const unsigned column = free & (0u - free);
        const board next = { b.columns | column, (b.left | column) << 1, (b.right | column) >> 1 };
        if (next.columns == all)
            atomicAdd(ways, 1);
        else
            pt_push(queue, next);
    }
}

#pragma pt kernel
template <class Board> __global__ void queens(pt_queue<Board> boards, unsigned all, unsigned *ways)
{
    #pragma pt foreach(auto b : boards) worker(thread)
    {
        try_all(boards, b, all, ways);
    }
}

// A block works on a task together, and each group counts its tasks.
struct block_of_numbers {
    unsigned long long first;
    unsigned count, depth;
    unsigned char more[41]; // no multiple of a word
};

#pragma pt kernel groups(3)
__global__ void sums(pt_queue<block_of_numbers> queue, unsigned *out, unsigned *done)
{
    #pragma pt state
    unsigned tasks = 0;
    __shared__ unsigned seeds;
    if (threadIdx.x == 0)
        seeds = blockIdx.x + 1;
    __syncthreads();
    if (threadIdx.x == blockIdx.x) {
        block_of_numbers x = {};
        x.first = seeds;
        x.count = 40;
        x.depth = blockIdx.y;
        x.more[40] = 7;
        pt_push(queue, x);
    }
    #pragma pt foreach(block_of_numbers x : queue)
    {
        __shared__ unsigned sum;
        if (threadIdx.x == 0)
            sum = 0;
        __syncthreads();
        for (unsigned i = threadIdx.x; i < x.count; i += blockDim.x) {
            if (i % 7 == 6)
                continue;
            if (i > 1000)
                break;
            atomicAdd(&sum, static_cast<unsigned>(x.first) * i);
        }
        __syncthreads();
        if (threadIdx.x == 0)
            atomicAdd(&out[x.depth], sum * x.more[40]);
        if (threadIdx.x == 5 && x.depth > 0)
            for (int k = 0; k < 2; k++) {
                block_of_numbers less = x;
                less.depth--;
                pt_push(queue, less);
            }
        tasks++;
    }
    #pragma pt finish
    {
        if (threadIdx.x == 0)
            atomicAdd(done, tasks);
    }
}

// No kernel with tasks of its own, annotated and not.
#pragma pt kernel
__global__ void produce(pt_queue<unsigned> queue, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        pt_push(queue, i);
}

__global__ void produce_plainly(pt_queue<unsigned> queue, unsigned n)
{
    if (threadIdx.x < n)
        pt_push(queue, n + threadIdx.x);
}

#pragma pt kernel schedule(dynamic, 3)
__global__ void consume(const pt_queue<unsigned> queue, unsigned *hits)
{
    #pragma pt foreach(unsigned i : queue) worker(thread)
    { atomicAdd(&hits[i], 1); }
}

// More than fits into a ring at once.
#pragma pt kernel
__global__ void burst(pt_queue<unsigned> queue, unsigned *hits, unsigned n)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        pt_push(queue, n);
    #pragma pt foreach(unsigned i : queue)
    {
        for (unsigned k = threadIdx.x; i == n && k < n; k += blockDim.x)
            pt_push(queue, k);
        if (i != n && threadIdx.x == 1)
            atomicAdd(&hits[i], 1);
    }
}

// The same; its queue is a member.
struct work {
    pt_queue<unsigned> queue;
    unsigned *hits;
};

#pragma pt kernel
__global__ void flood(work w, unsigned n)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        pt_push(w.queue, n);
    #pragma pt foreach(unsigned i : w.queue)
    {
        if (i == n)
            for (unsigned k = threadIdx.x; k < n; k += blockDim.x)
                pt_push(w.queue, k);
        else if (threadIdx.x == 1)
            atomicAdd(&w.hits[i], 1);
    }
}

static ptrt_queue_status_t status_of(const pt_queue<unsigned> &queue)
{
    ptrt_queue_status_t status;
    CUDA_OK(ptrt_queue_status(queue, &status));
    return status;
}
#endif

int main()
{
    check::begin("tasks");
    const unsigned n = 70, length = 700;
    check::device_array<unsigned> hits(n * length), ways(4), per_depth(5);
    const std::vector<unsigned> once(n * length, 1);
    std::vector<unsigned> sums_of = { 0, 0, 0, 0, 0 }, queens_of = { 724, 0, 0, 0 };
    unsigned tasks = 0;
    for (unsigned y = 0; y < 5; y++)
        for (unsigned x = 0; x < 4; x++) {
            unsigned sum = 0;
            for (unsigned i = 0; i < 40; i++)
                sum += i % 7 == 6 ? 0 : (x + 1) * i * 7;
            for (unsigned depth = 0; depth <= y; depth++) {
                sums_of[depth] += sum << (y - depth);
                tasks += 1u << (y - depth);
            }
        }
#ifdef __PTCC__
    pt_queue<range> ranges;
    CUDA_OK(ptrt_queue_create(&ranges, 1000));
    for (int again = 0; again < 3; again++) {
        hits.zero();
        if (again < 2)
            halve<<<dim3(3), 96>>>(ranges, hits.get(), n, length);
        #pragma pt launch mode(nonpt)
        if (again == 2)
            halve<<<dim3(3), 96>>>(ranges, hits.get(), n, length);
        CUDA_OK(cudaGetLastError());
        check::equal("halves", hits, once);
    }
    CUDA_OK(ptrt_queue_destroy(&ranges));

    pt_queue<board> boards;
    CUDA_OK(ptrt_queue_create(&boards, 1 << 14));
    for (int again = 0; again < 2; again++) {
        const board empty = { 0, 0, 0 };
        CUDA_OK(ptrt_queue_push(boards, &empty, 1));
        ways.zero();
        queens<<<1, 100>>>(boards, (1u << 10) - 1, ways.get());
        CUDA_OK(cudaGetLastError());
        check::equal("queens", ways, queens_of);
    }
    CUDA_OK(ptrt_queue_destroy(&boards));

    pt_queue<block_of_numbers> blocks;
    CUDA_OK(ptrt_queue_create(&blocks, 500));
    check::device_array<unsigned> done(1);
    per_depth.zero();
    done.zero();
    sums<<<dim3(4, 5), 48>>>(blocks, per_depth.get(), done.get());
    CUDA_OK(cudaGetLastError());
    check::equal("sums", per_depth, sums_of);
    check::equal("tasks", done, { tasks });
    CUDA_OK(ptrt_queue_destroy(&blocks));

    pt_queue<unsigned> numbers;
    CUDA_OK(ptrt_queue_create(&numbers, 4000));
    hits.zero();
    const unsigned from_kernel = 3000, more = 200;
    std::vector<unsigned> from_host(800);
    for (unsigned i = 0; i < from_host.size(); i++)
        from_host[i] = from_kernel + i;
    produce<<<30, 128>>>(numbers, from_kernel);
    CUDA_OK(cudaGetLastError());
    CUDA_OK(ptrt_queue_push(numbers, from_host.data(), from_host.size()));
    produce_plainly<<<1, more>>>(numbers, more); // 200 to 399 a second time
    CUDA_OK(cudaGetLastError());
    check::value("waiting", status_of(numbers).waiting, 4000);
    for (int again = 0; again < 2; again++) { // the second one finds nothing
        consume<<<1, 64>>>(numbers, hits.get());
        CUDA_OK(cudaGetLastError());
    }
    std::vector<unsigned> consumed(n * length, 0);
    for (unsigned i = 0; i < from_kernel + 800; i++)
        consumed[i] = i >= more && i < 2 * more ? 2 : 1;
    check::equal("consumed", hits, consumed);
    check::value("left", status_of(numbers).waiting, 0);

    hits.zero();
    flood<<<2, 64>>>(work{ numbers, hits.get() }, 4000);
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> flooded(n * length, 0);
    std::fill(flooded.begin(), flooded.begin() + 4000, 1);
    check::equal("flood", hits, flooded);
    check::value("rejected", status_of(numbers).rejected, 0);
    hits.zero();
    burst<<<2, 64>>>(numbers, hits.get(), 4000);
    CUDA_OK(cudaGetLastError());
    check::equal("burst", hits, flooded);
    check::value("rejected", status_of(numbers).rejected, 0);
    CUDA_OK(ptrt_queue_destroy(&numbers));
#else
    for (int again = 0; again < 3; again++)
        check::equal("halves", once, once);
    for (int again = 0; again < 2; again++)
        check::equal("queens", queens_of, queens_of);
    check::equal("sums", sums_of, sums_of);
    check::equal("tasks", std::vector<unsigned>{ tasks }, { tasks });
    check::value("waiting", 4000, 4000);
    std::vector<unsigned> consumed(n * length, 0), flooded(n * length, 0);
    for (unsigned i = 0; i < 3800; i++)
        consumed[i] = i >= 200 && i < 400 ? 2 : 1;
    check::equal("consumed", consumed, consumed);
    check::value("left", 0, 0);
    std::fill(flooded.begin(), flooded.begin() + 4000, 1);
    check::equal("flood", flooded, flooded);
    check::value("rejected", 0, 0);
    check::equal("burst", flooded, flooded);
    check::value("rejected", 0, 0);
#endif
    return check::finish();
}
