// A return in one arm of an if and a warp operation or a barrier in the other: blocks take turns between the two, so that a group does one behind the other.
// expect: handled
// needs: c++17
#include "check.h"

constexpr int threads = 64;

// The compiler decides; in a loop, too.
#pragma pt kernel
template <bool sums> __global__ void by_constant(int n, const int *in, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 2; k++) {
        if constexpr (!sums) {
            if (i % 3 == 0 || i >= n)
                return;
            out[i] = in[i];
        } else {
            int v = i < n ? in[i] : 0;
            v += __shfl_xor_sync(0xffffffff, v, 1);
            if (i < n)
                out[i] = v;
        }
    }
}

template <bool sums> __device__ int constant_value_of(int n, const int *in, int i)
{
    if constexpr (!sums) {
        if (i % 3 == 0 || i >= n)
            return 7;
        return in[i];
    } else {
        int v = i < n ? in[i] : 0;
        return v + __shfl_xor_sync(0xffffffff, v, 1);
    }
}

#pragma pt kernel
__global__ void by_constant_helper(int n, const int *in, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int v = constant_value_of<true>(n, in, i), w = constant_value_of<false>(n, in, i);
    if (i < n)
        out[i] = v + w;
}

#pragma pt kernel
__global__ void by_block(int n, const int *in, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x % 2 == 0) {
        if (i % 3 == 0 || i >= n)
            return;
        out[i] = in[i];
    } else {
        int v = i < n ? in[i] : 0;
        v += __shfl_xor_sync(0xffffffff, v, 1);
        if (i < n)
            out[i] = v;
    }
}

__device__ int value_of(int n, const int *in, bool sums, int i)
{
    if (!sums) {
        if (i % 3 == 0 || i >= n)
            return 7;
        return in[i];
    } else {
        int v = i < n ? in[i] : 0;
        return v + __shfl_xor_sync(0xffffffff, v, 1);
    }
}

#pragma pt kernel
__global__ void by_helper(int n, const int *in, int *out, bool sums)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int v = value_of(n, in, sums, i);
    if (i < n)
        out[i] = v;
}

#pragma pt kernel
__global__ void by_barrier(int n, const int *in, int *out)
{
    __shared__ int part[threads];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x % 2 == 0) {
        if (i % 3 == 0 || i >= n)
            return;
        out[i] = in[i];
    } else {
        part[threadIdx.x] = i < n ? in[i] : 0;
        __syncthreads();
        if (i < n)
            out[i] = part[threads - 1 - threadIdx.x];
    }
}

int main()
{
    check::begin("return_in_other_arm");
    const int blocks = 50, n = blocks * threads - 6;
    std::vector<int> in(n);
    for (int i = 0; i < n; i++)
        in[i] = static_cast<int>(check::mix(i) % 1000);
    const auto at = [&](int i) { return i < n ? in[i] : 0; };
    check::device_array<int> from(in), out(n);
    std::vector<int> want(n);

    for (int i = 0; i < n; i++)
        want[i] = i / threads % 2 ? at(i) + at(i ^ 1) : i % 3 == 0 ? -1 : in[i];
    CUDA_OK(cudaMemset(out.get(), 0xff, n * sizeof(int)));
    by_block<<<blocks, threads>>>(n, from.get(), out.get());
    check::equal("by block", out.host(), want);

    for (int sums = 0; sums < 2; sums++) {
        for (int i = 0; i < n; i++)
            want[i] = sums ? at(i) + at(i ^ 1) : i % 3 == 0 ? 7 : in[i];
        by_helper<<<blocks, threads>>>(n, from.get(), out.get(), sums != 0);
        check::equal("by helper", out.host(), want);
    }

    for (int i = 0; i < n; i++)
        want[i] = i / threads % 2 ? at(i / threads * threads + threads - 1 - i % threads) : i % 3 == 0 ? -1 : in[i];
    CUDA_OK(cudaMemset(out.get(), 0xff, n * sizeof(int)));
    by_barrier<<<blocks, threads>>>(n, from.get(), out.get());
    check::equal("by barrier", out.host(), want);

    for (int sums = 0; sums < 2; sums++) {
        for (int i = 0; i < n; i++)
            want[i] = sums ? at(i) + at(i ^ 1) : i % 3 == 0 ? -1 : in[i];
        CUDA_OK(cudaMemset(out.get(), 0xff, n * sizeof(int)));
        if (sums)
            by_constant<true><<<blocks, threads>>>(n, from.get(), out.get());
        else
            by_constant<false><<<blocks, threads>>>(n, from.get(), out.get());
        check::equal("by constant", out.host(), want);
    }
    for (int i = 0; i < n; i++)
        want[i] = at(i) + at(i ^ 1) + (i % 3 == 0 ? 7 : in[i]);
    by_constant_helper<<<blocks, threads>>>(n, from.get(), out.get());
    check::equal("by constant helper", out.host(), want);
    return check::finish();
}
