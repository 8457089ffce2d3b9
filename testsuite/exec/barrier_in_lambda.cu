// DESIGN part 4, Leaving early: barriers in lambdas that are defined before threads leave and called behind, or by some.
// expect: handled
#include "check.h"
#include "include/library.cuh"

enum { BLOCK = 96 };

#pragma pt kernel
__global__ void exchange(const unsigned *in, unsigned *out, unsigned n)
{
    __shared__ unsigned tile[BLOCK];
    const unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    auto put = [&](unsigned x) { tile[t] = x; __syncthreads(); };
    auto meet = [] { __syncthreads(); };
    tile[t] = 7 * t;
    if (i >= n || in[i] % 3 == 0)
        return;
    meet();
    put(tile[t] + in[i]);
    out[i] = tile[BLOCK - 1 - t];
}

#pragma pt kernel
__global__ void by_some(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[BLOCK];
    const unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    auto neighbour = [&](unsigned x) {
        tile[t] = x;
        __syncthreads();
        x = tile[t ^ 1];
        __syncthreads();
        return x;
    };
    out[i] = 5;
    if (in[blockIdx.x] % 2 == t / (BLOCK / 2))
        out[i] = neighbour(in[i]) + neighbour(t);
}

// Who calls it, and when, is not seen.
#pragma pt kernel
__global__ void by_a_library(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[BLOCK];
    const unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    const auto neighbour = [&](unsigned x) {
        tile[t] = x;
        __syncthreads();
        x = tile[t ^ 1];
        __syncthreads();
        return x;
    };
    out[i] = 5;
    if (in[blockIdx.x] % 2 != t / (BLOCK / 2))
        return;
    out[i] = library::apply(neighbour, in[i]) + library::apply(neighbour, t);
}

// A template says nothing of who is called there.
#pragma pt kernel
template <class T> __global__ void behind_an_operator(const T *in, T *out)
{
    __shared__ T tile[BLOCK];
    const unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    T sum = 5;
    const bool is_asked = in[blockIdx.x] % 2 == t / (BLOCK / 2);
    (void)(is_asked && [&] {
        tile[t] = in[i];
        __syncthreads();
        sum = tile[t ^ 1];
        __syncthreads();
        tile[t] = t;
        __syncthreads();
        sum += tile[t ^ 1];
        return true;
    }());
    out[i] = sum;
}

#define MEET_IF(condition)   \
    if (condition) {         \
        __syncthreads();     \
    }

#pragma pt kernel
template <class T> __global__ void by_a_macro(const T *in, T *out)
{
    __shared__ T tile[BLOCK];
    const unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    const bool is_asked = in[blockIdx.x] % 2 == t / (BLOCK / 2);
    [&] {
        tile[t] = is_asked ? in[i] + t : 5;
        MEET_IF(is_asked)
    }();
    out[i] = is_asked ? tile[t ^ 1] : tile[t];
}

int main()
{
    check::begin("barrier_in_lambda");
    const unsigned blocks = 3900, n = blocks * BLOCK - 13;
    std::vector<unsigned> in = check::mixed_vector(n + 13), want = check::poisoned_vector<unsigned>(n + 13), some(n + 13);
    for (unsigned i = 0; i < n; ++i) {
        unsigned other = i / BLOCK * BLOCK + BLOCK - 1 - i % BLOCK;
        if (in[i] % 3 != 0)
            want[i] = 7 * (other % BLOCK) + (other < n && in[other] % 3 != 0 ? in[other] : 0);
    }
    for (unsigned i = 0; i < n + 13; ++i) {
        unsigned t = i % BLOCK;
        some[i] = in[i / BLOCK] % 2 == t / (BLOCK / 2) ? in[i - t + (t ^ 1)] + (t ^ 1) : 5;
    }
    check::device_array<unsigned> d_in(in), out(n + 13);
    exchange<<<blocks, BLOCK>>>(d_in.get(), out.get(), n);
    CUDA_OK(cudaGetLastError());
    check::equal("exchange", out, want);
    by_some<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("by_some", out, some);
    by_a_library<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("by_a_library", out, some);
    behind_an_operator<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("behind_an_operator", out, some);
    by_a_macro<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("by_a_macro", out, some);
    return check::finish();
}
