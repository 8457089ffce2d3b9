// Barriers and warp operations in lambdas: threads wait where the lambda is called, wherever its text stands.
// expect: handled
#include "check.h"

enum { block = 64 };
#define MEET __syncthreads()

template <class F> __device__ unsigned apply(F f, unsigned x) { return f(x); }

#pragma pt kernel
__global__ void behind_a_return(unsigned *out, unsigned n)
{
    __shared__ unsigned s[block];
    const auto turned = [&](unsigned v) {
        s[threadIdx.x] = v;
        __syncthreads();
        return s[n - 1 - threadIdx.x];
    };
    if (threadIdx.x >= n)
        return;
    out[blockIdx.x * block + threadIdx.x] = turned(threadIdx.x + blockIdx.x);
}

#pragma pt kernel
template <class T> __global__ void in_a_template(T *out, unsigned n)
{
    __shared__ T s[block];
    auto turned = [=](T v) {
        s[threadIdx.x] = v;
        MEET;
        return s[n - 1 - threadIdx.x];
    };
    if (threadIdx.x >= n)
        return;
    out[blockIdx.x * block + threadIdx.x] = turned(threadIdx.x + blockIdx.x);
}

#pragma pt kernel
__global__ void handed_on(unsigned *out, unsigned n)
{
    __shared__ unsigned s[block];
    auto turned = [last = n - 1](auto v) {
        s[threadIdx.x] = v;
        __syncthreads();
        return s[last - threadIdx.x];
    };
    if (threadIdx.x >= n)
        return;
    out[blockIdx.x * block + threadIdx.x] = apply(turned, threadIdx.x + blockIdx.x);
}

#pragma pt kernel
__global__ void under_a_condition(unsigned *out, unsigned n)
{
    __shared__ unsigned s[block];
    const auto meet = [] { __syncthreads(); };
    if (threadIdx.x < n) {
        s[threadIdx.x] = threadIdx.x + blockIdx.x;
        meet();
        out[blockIdx.x * block + threadIdx.x] = s[n - 1 - threadIdx.x];
    }
}

#pragma pt kernel
__global__ void condition_inside(unsigned *out, unsigned n)
{
    __shared__ unsigned s[block];
    [n, out] {
        if (threadIdx.x < n) {
            s[threadIdx.x] = threadIdx.x + blockIdx.x;
            MEET;
            out[blockIdx.x * block + threadIdx.x] = s[n - 1 - threadIdx.x];
        }
    }();
}

#pragma pt kernel
__global__ void shuffled(unsigned *out, unsigned n)
{
    const auto from = [](unsigned v, unsigned lane) { return __shfl_sync(~0u, v, lane); };
    if (threadIdx.x >= n)
        return;
    const unsigned last = min(n - threadIdx.x / 32 * 32, 32u) - 1;
    out[blockIdx.x * block + threadIdx.x] = from(threadIdx.x + blockIdx.x, last);
}

__device__ auto turning(unsigned *s, unsigned n)
{
    return [=](unsigned v) {
        s[threadIdx.x] = v;
        __syncthreads();
        return s[n - 1 - threadIdx.x];
    };
}

#pragma pt kernel
__global__ void made_elsewhere(unsigned *out, unsigned n)
{
    __shared__ unsigned s[block];
    const auto turned = turning(s, n);
    if (threadIdx.x >= n)
        return;
    out[blockIdx.x * block + threadIdx.x] = turned(threadIdx.x + blockIdx.x);
}

__device__ auto taking()
{
    return [](unsigned v, unsigned lane) { return __shfl_sync(~0u, v, lane); };
}

#pragma pt kernel
__global__ void shuffled_elsewhere(unsigned *out, unsigned n)
{
    const auto from = taking();
    if (threadIdx.x >= n)
        return;
    const unsigned last = min(n - threadIdx.x / 32 * 32, 32u) - 1;
    out[blockIdx.x * block + threadIdx.x] = from(threadIdx.x + blockIdx.x, last);
}

int main()
{
    check::begin("lambda_waits");
    const unsigned blocks = 5107, n = 45;
    std::vector<unsigned> want = check::poisoned_vector<unsigned>(blocks * block);
    check::device_array<unsigned> out(want.size());
    const auto expect = [&](const char *label) {
        CUDA_OK(cudaGetLastError());
        check::equal(label, out, want);
        out.poison();
    };
    for (unsigned i = 0; i < want.size(); i++)
        if (i % block < n)
            want[i] = n - 1 - i % block + i / block;
    behind_a_return<<<blocks, block>>>(out.get(), n);
    expect("behind_a_return");
    made_elsewhere<<<blocks, block>>>(out.get(), n);
    expect("made_elsewhere");
    in_a_template<<<blocks, block>>>(out.get(), n);
    expect("in_a_template");
    handed_on<<<blocks, block>>>(out.get(), n);
    expect("handed_on");
    under_a_condition<<<blocks, block>>>(out.get(), n);
    expect("under_a_condition");
    condition_inside<<<blocks, block>>>(out.get(), n);
    expect("condition_inside");
    for (unsigned i = 0; i < want.size(); i++)
        if (i % block < n)
            want[i] = (i % block < 32 ? 31 : n - 1) + i / block;
    shuffled<<<blocks, block>>>(out.get(), n);
    expect("shuffled");
    shuffled_elsewhere<<<blocks, block>>>(out.get(), n);
    expect("shuffled_elsewhere");
    return check::finish();
}
