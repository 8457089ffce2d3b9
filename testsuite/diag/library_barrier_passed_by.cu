// A library's barrier waits for the whole block: threads that a condition on their index keeps from it are gone in the program, and here go
// on to barriers of the queue.
#include <cooperative_groups.h>
#include <cub/cub.cuh>
#include <foreign.cuh>

#pragma pt kernel
__global__ void under_condition(unsigned *out)
{
    if (threadIdx.x < 64)
        out[blockIdx.x] = foreign::block().sum(threadIdx.x);
}

#pragma pt kernel
__global__ void in_loop(unsigned *out, int n)
{
    const int first = threadIdx.x;
    for (int i = first; const int left = i < n ? n - i : 0; i += 64 + 0 * left)
        out[blockIdx.x] = foreign::block().sum(threadIdx.x);
}

__device__ unsigned total(unsigned v) { return foreign::block().sum(v); }

#pragma pt kernel
__global__ void in_helper(unsigned *out)
{
    const bool is_first = threadIdx.x < 64;
    if (is_first)
        out[blockIdx.x] = total(threadIdx.x);
}

__device__ void in_first_half(unsigned *out)
{
    if (threadIdx.x < 64)
        out[blockIdx.x] = foreign::block().sum(threadIdx.x);
}

#pragma pt kernel
__global__ void within_helper(unsigned *out) { in_first_half(out); }

#pragma pt kernel
__global__ void by_assembly(unsigned *out)
{
    if (threadIdx.x < 64)
        asm volatile("bar.sync 0;" ::: "memory");
    out[blockIdx.x] = 1;
}

#pragma pt kernel
__global__ void by_operator(unsigned *out)
{
    out[blockIdx.x] = threadIdx.x < 64 ? foreign::block().sum(threadIdx.x) : 0;
}

#pragma pt kernel
__global__ void by_break(unsigned *out, unsigned n)
{
    for (unsigned i = 0;; i++) {
        out[blockIdx.x] += foreign::block().sum(i);
        if (threadIdx.x + i * blockDim.x >= n)
            break;
    }
}

#pragma pt kernel
__global__ void by_continue(unsigned *out, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        switch (i) {
        default:
            if (threadIdx.x < i)
                continue;
        }
        out[blockIdx.x] += foreign::block().sum(i);
    }
}

#pragma pt kernel
__global__ void by_lambda(unsigned *out)
{
    const auto sum = [](unsigned v) { return foreign::block().sum(v); };
    const auto first = [] { return 1; };
    if (threadIdx.x < 64)
        out[blockIdx.x] = first();
    if (threadIdx.x < 64)
        out[blockIdx.x] = sum(threadIdx.x);
}

// None of these is one: all come, they are told how many come, the condition is the same for all, or it has a shadow.
#pragma pt kernel
__global__ void let_through(unsigned *out, unsigned n)
{
    const unsigned sum = foreign::block().sum(threadIdx.x);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
    if (threadIdx.x < 64)
        asm volatile("bar.sync 1, 64;" ::: "memory");
    if (threadIdx.x < 32) {
        const auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
        tile.sync();
        out[blockIdx.x] += sum;
    }
    for (unsigned i = 0; i < n; i++)
        if (i % 2)
            out[blockIdx.x] += foreign::block().sum(i);
    if (threadIdx.x < 64)
        __syncthreads();
    for (unsigned i = 0; i < n; i++) {
        const unsigned more = (n > 1 && i > 1) ? foreign::block().sum(threadIdx.x < 64 ? i : 0) : 1;
        for (unsigned k = 0; k < more; k++)
            if (threadIdx.x == k)
                break;
        out[blockIdx.x] += foreign::block().sum(more);
        if (threadIdx.x == 0)
            continue;
        out[blockIdx.x]++;
        switch (n) {
        case 1:
            if (threadIdx.x == 1)
                break;
            out[blockIdx.x]++;
        }
    }
}

// CUB's for a warp wait for that warp, its others for the block.
#pragma pt kernel
__global__ void by_cub(int *out, int n)
{
    __shared__ cub::WarpReduce<int>::TempStorage of_warp[4];
    __shared__ cub::BlockReduce<int, 128>::TempStorage of_block;
    if (threadIdx.x < 32)
        out[blockIdx.x] = cub::WarpReduce<int>(of_warp[0]).Sum(threadIdx.x);
    for (int i = threadIdx.x; i < n; i += 128)
        out[i] = cub::WarpReduce<int>(of_warp[threadIdx.x / 32]).Sum(i);
    if (threadIdx.x < n)
        out[blockIdx.x] = cub::BlockReduce<int, 128>(of_block).Sum(threadIdx.x);
}

struct plus {
    __device__ int operator()(int a, int b) const { return a + b; }
};

__device__ void quartered(int *p, int n)
{
    __syncthreads();
    if (n < 2)
        return;
    quartered(p, n / 4);
    quartered(p + n / 4, n / 4);
    quartered(p + n / 2, n / 4);
    quartered(p + 3 * n / 4, n / 4);
}

// A functor that waits for nobody, a function that calls itself often, and a condition behind an index on the left.
#pragma pt kernel
__global__ void let_through_too(int *out, int n)
{
    __shared__ cub::BlockReduce<int, 128>::TempStorage of_block;
    const plus add;
    if (threadIdx.x < 64)
        out[threadIdx.x] = add(1, 2);
    out[threadIdx.x] += n > 1 ? cub::BlockReduce<int, 128>(of_block).Sum(n) : 0;
    quartered(out, n);
}

#pragma pt kernel
__global__ void last(int *out)
{
    asm volatile("bar.sync 0;");
    out[blockIdx.x] = 1;
}

// Loops of a kernel or of a function: a copy checks that all threads leave together, but not in what has no copy, nor under another
// condition.
#pragma pt kernel
__global__ void checked(unsigned *out, unsigned n)
{
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x) {
        unsigned k = i;
        do
            out[blockIdx.x] += foreign::block().sum(i);
        while (++k < n);
    }
}

#pragma pt kernel
__global__ void loop_under_condition(unsigned *out, unsigned n)
{
    if (threadIdx.x < 64)
        for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
            out[blockIdx.x] += foreign::block().sum(i);
}

__device__ unsigned looping(unsigned n)
{
    unsigned sum = 0;
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
        sum += foreign::block().sum(i);
    return sum;
}

struct looping_operator {
    __device__ unsigned operator()(unsigned n) const
    {
        unsigned sum = 0;
        for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
            sum += foreign::block().sum(i);
        return sum;
    }
};

#pragma pt kernel
__global__ void loop_in_helper(unsigned *out, unsigned n) { out[blockIdx.x] += looping(n) + looping_operator()(n); }

#pragma pt kernel
__global__ void loop_left_by_some(unsigned *out, unsigned n)
{
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x) {
        out[blockIdx.x] += foreign::block().sum(i);
        if (threadIdx.x == n / 2)
            break;
    }
}

// Threads that return from a function come to the kernel's end.
__device__ unsigned after_return(unsigned n)
{
    if (threadIdx.x >= n)
        return 0;
    return foreign::block().sum(n);
}

__device__ unsigned after_nested_return(unsigned n)
{
    if (n > 3) {
        if (threadIdx.x == 5)
            return 0;
    }
    return foreign::block().sum(n);
}

// All of them, or none.
__device__ unsigned after_return_of_all(unsigned n)
{
    if (blockIdx.x == 5)
        return 0;
    if (threadIdx.x == 0 && n == 7) {
        n++;
    }
    return foreign::block().sum(n);
}

#pragma pt kernel
__global__ void returns_in_functions(unsigned *out, unsigned n)
{
    out[blockIdx.x] += after_return(n);
    out[blockIdx.x] += after_nested_return(n);
    out[blockIdx.x] += after_return_of_all(n);
}

#pragma pt kernel
__global__ void by_shift(unsigned *out, unsigned n)
{
    unsigned v = n;
    v <<= threadIdx.x;
    if (v > 64)
        out[blockIdx.x] = foreign::block().sum(n);
}

#pragma pt kernel
__global__ void by_shift_back(unsigned *out, unsigned n)
{
    unsigned v = n;
    v >>= threadIdx.x;
    if (v > 64)
        out[blockIdx.x] = foreign::block().sum(n);
}
