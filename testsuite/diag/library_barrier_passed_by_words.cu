// The threads of a block part by the index of the thread, whatever words stand for it; and a template leaves open what CUB's object is.
#include <cub/cub.cuh>

#define IS_FIRST_HALF() (TX < 64)
#define TX threadIdx.x

using block_reduce = cub::BlockReduce<int, 128>;

#pragma pt kernel
__global__ void by_macro(int *out)
{
    __shared__ block_reduce::TempStorage s;
    if (TX < 64)
        out[blockIdx.x] = block_reduce(s).Sum(1);
}

#pragma pt kernel
__global__ void by_macro_of_macro(int *out)
{
    __shared__ block_reduce::TempStorage s;
    if (IS_FIRST_HALF())
        out[blockIdx.x] = block_reduce(s).Sum(1);
}

#pragma pt kernel
__global__ void by_braces(int *out)
{
    __shared__ block_reduce::TempStorage s;
    const bool is_first{threadIdx.x < 64};
    if (is_first)
        out[blockIdx.x] = block_reduce(s).Sum(1);
}

#pragma pt kernel
__global__ void by_assignment(int *out, int n)
{
    __shared__ block_reduce::TempStorage s;
    int i, before;
    before = n;
    i = threadIdx.x;
    if (i < before) {
        out[blockIdx.x] = block_reduce(s).Sum(1);
        i += blockDim.x;
    }
}

struct two {
    int sum, twice;
};

#pragma pt kernel
__global__ void in_braces(int *out)
{
    __shared__ block_reduce::TempStorage s;
    const two both = threadIdx.x < 64 ? two{block_reduce(s).Sum(1), 2} : two{0, 0};
    out[blockIdx.x] = both.sum + both.twice;
}

#pragma pt kernel
__global__ void of_a_comma(int *out)
{
    __shared__ block_reduce::TempStorage s;
    out[blockIdx.x] = threadIdx.x < 64 ? out[0]++, 0 : block_reduce(s).Sum(1);
}

#pragma pt kernel
template <class T, int N> __global__ void open_type(T *out)
{
    typedef cub::BlockReduce<T, N> reduce;
    __shared__ typename reduce::TempStorage s;
    if (threadIdx.x < 64)
        out[blockIdx.x] = reduce(s).Sum(T(1));
}

#pragma pt kernel
template <class T, int N> __global__ void open_object(T *out)
{
    using scan = cub::BlockScan<T, N>;
    __shared__ typename scan::TempStorage s;
    scan of_block(s);
    T all = 0, before = 0;
    if (threadIdx.x < 64)
        of_block.ExclusiveSum(T(1), before, all);
    out[blockIdx.x] = all;
}

template <class T, int N> __device__ T open_sum(T v)
{
    __shared__ typename cub::BlockReduce<T, N>::TempStorage s;
    return cub::BlockReduce<T, N>(s).Sum(v);
}

#pragma pt kernel
template <class T, int N> __global__ void in_open_helper(T *out)
{
    if (threadIdx.x < 64)
        out[blockIdx.x] = open_sum<T, N>(T(1));
}

struct ascending {
    template <class T> __device__ bool operator()(T a, T b) const { return a < b; }
};

// None of these: a comma begins anew, the last value is the same for all, and a warp waits for itself.
#pragma pt kernel
template <class T, int N> __global__ void let_through(T *out, int n)
{
    using reduce = cub::BlockReduce<T, N>;
    using of_warp = cub::WarpReduce<T>;
    using sorter = cub::WarpMergeSort<T, 2, 32>;
    __shared__ typename reduce::TempStorage s;
    __shared__ typename of_warp::TempStorage w;
    __shared__ typename sorter::TempStorage m;
    int i;
    for (i = threadIdx.x; i < n; i += N)
        out[i] = 0;
    T v = threadIdx.x < 64 ? out[threadIdx.x] : T(0), sum = reduce(s).Sum(v);
    for (i = 0; i < n; i++)
        sum += reduce(s).Sum(v);
    if (threadIdx.x < 32) {
        T keys[2] = {v, sum};
        sorter(m).Sort(keys, ascending());
        v = of_warp(w).Sum(keys[1]) + cub::ShuffleUp<32>(keys[0], 1, 0, 0xffffffff);
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = v;
}

#pragma pt kernel
__global__ void sorted_by_warp(int *out)
{
    using sorter = cub::WarpMergeSort<int, 2, 32>;
    __shared__ sorter::TempStorage m;
    if (threadIdx.x < 32) {
        int keys[2] = {out[threadIdx.x], 1};
        sorter(m).Sort(keys, ascending());
        out[threadIdx.x] = cub::ShuffleDown<32>(keys[0], 1, 31, 0xffffffff);
    }
}

// Each name is looked at once.
#pragma pt kernel
__global__ void chain(int *out, int a)
{
    __shared__ block_reduce::TempStorage s;
    int b = a + a + a + a, c = b + b + b + b, d = c + c + c + c, e = d + d + d + d, f = e + e + e + e, g = f + f + f + f;
    int h = g + g + g + g, i = h + h + h + h, j = i + i + i + i, k = j + j + j + j, l = k + k + k + k, m = l + l + l + l;
    int n = m + m + m + m, o = n + n + n + n, p = o + o + o + o, q = p + p + p + p, r = q + q + q + q, t = r + r + r + r;
    if (t + t + t + t > out[0])
        out[blockIdx.x] = block_reduce(s).Sum(1);
}

// Asked of a group, added later, and in a macro that is a whole head.
#include <cooperative_groups.h>
#define FOR_THREADS(i, n) for (int i = threadIdx.x; i < (n); i += blockDim.x)

#pragma pt kernel
__global__ void by_rank(int *out)
{
    __shared__ block_reduce::TempStorage s;
    const auto block = cooperative_groups::this_thread_block();
    if (block.thread_rank() < 64)
        out[blockIdx.x] = block_reduce(s).Sum(1);
}

#pragma pt kernel
__global__ void by_addition(int *out)
{
    __shared__ block_reduce::TempStorage s;
    int t = 1;
    t += threadIdx.x;
    t += 2;
    if (t < 64)
        out[blockIdx.x] = block_reduce(s).Sum(1);
}

#pragma pt kernel
__global__ void by_head_in_macro(int *out, int n)
{
    __shared__ block_reduce::TempStorage s;
    FOR_THREADS(i, n)
        out[blockIdx.x] += block_reduce(s).Sum(i);
}

#define BLOCKS(first, own, n) for (int first = blockIdx.x * blockDim.x, own = threadIdx.x; first < (n); first += blockDim.x * gridDim.x)
#define OWN(first, own, n) for (int first = 0, own = TX; own < (n); own += blockDim.x)
#define STEPS(i, n) for (int i = 0; i < (n); i += 1 + TX)

#pragma pt kernel
__global__ void head_of_blocks(int *out, int n) // each thread begins with its index, and the block goes on as one
{
    __shared__ block_reduce::TempStorage s;
    BLOCKS(first, own, n)
        out[first] = block_reduce(s).Sum(own);
}

#pragma pt kernel
__global__ void head_of_threads(int *out, int n)
{
    __shared__ block_reduce::TempStorage s;
    OWN(first, own, n)
        out[first] = block_reduce(s).Sum(own);
}

#pragma pt kernel
__global__ void head_with_step(int *out, int n)
{
    __shared__ block_reduce::TempStorage s;
    STEPS(i, n)
        out[i] = block_reduce(s).Sum(i);
}

#pragma pt kernel
__global__ void head_with_argument(int *out)
{
    __shared__ block_reduce::TempStorage s;
    BLOCKS(first, own, threadIdx.x)
        out[first] = block_reduce(s).Sum(own);
}

#define IN_PARENTHESES(i, n) for (int i(threadIdx.x); i < (n); i += blockDim.x)
#define IN_A_CHAIN(i, n) for (int t = TX, i = t; i < (n); i += blockDim.x)
#define ADDED(i, n) for (i = 0, i += TX; i < (n); i += blockDim.x)
#define BY_NAME(i, n) for (int i = 0; i < (n); i += blockDim.x + (TX - TX), i += own)

#pragma pt kernel
__global__ void head_in_parentheses(int *out, int n)
{
    __shared__ block_reduce::TempStorage s;
    IN_PARENTHESES(i, n)
        out[i] = block_reduce(s).Sum(i);
}

#pragma pt kernel
__global__ void head_in_a_chain(int *out, int n)
{
    __shared__ block_reduce::TempStorage s;
    IN_A_CHAIN(i, n)
        out[i] = block_reduce(s).Sum(i);
}

#pragma pt kernel
__global__ void head_that_adds(int *out, int n)
{
    __shared__ block_reduce::TempStorage s;
    int i;
    ADDED(i, n)
        out[i] = block_reduce(s).Sum(i);
}

#pragma pt kernel
__global__ void head_with_a_name(int *out, int n)
{
    __shared__ block_reduce::TempStorage s;
    const int own = threadIdx.x;
    BY_NAME(i, n)
        out[i] = block_reduce(s).Sum(i);
}
