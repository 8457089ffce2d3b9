// DESIGN part 4, Leaving early: threads that come past barriers by continue, break or goto, and are waited for no more.
// expect: handled
#include "check.h"

#include <algorithm>

enum { block = 96 };

// Of each block only the first `n` threads come to the barriers.
#pragma pt kernel
__global__ void continued(unsigned *out, unsigned n)
{
    __shared__ unsigned s[block];
    unsigned sum = 0;
    for (unsigned k = 0; k < 5; k++) {
        if (threadIdx.x >= n)
            continue;
        s[threadIdx.x] = sum + threadIdx.x + blockIdx.x + k;
        __syncthreads();
        sum += s[n - 1 - threadIdx.x];
        __syncthreads();
    }
    out[blockIdx.x * block + threadIdx.x] = sum;
}

#pragma pt kernel
__global__ void broken_out_of(unsigned *out, unsigned n, unsigned which)
{
    __shared__ unsigned s[block];
    unsigned sum = 0;
    switch (which) {
    case 3:
        if (threadIdx.x >= n)
            break;
        for (unsigned k = 0; k < 5; k++) {
            s[threadIdx.x] = sum + threadIdx.x + blockIdx.x + k;
            __syncthreads();
            sum += s[n - 1 - threadIdx.x];
            __syncthreads();
        }
    }
    out[blockIdx.x * block + threadIdx.x] = sum;
}

#pragma pt kernel
__global__ void gone_back(unsigned *out, unsigned n)
{
    __shared__ unsigned s[block];
    unsigned sum = 0, k = threadIdx.x >= n ? 4 : 0, turns = 0;
again:
    s[threadIdx.x] = sum + threadIdx.x + blockIdx.x + turns;
    __syncthreads();
    if (k == 0 || turns == 0)
        sum += s[turns == 0 ? block - 1 - threadIdx.x : n - 1 - threadIdx.x];
    __syncthreads();
    if (k == 0 && ++turns < 5)
        goto again;
    out[blockIdx.x * block + threadIdx.x] = sum;
}

__device__ unsigned exchanged(unsigned *s, unsigned value, unsigned n)
{
    s[threadIdx.x] = value;
    __syncthreads();
    return s[n - 1 - threadIdx.x];
}

#pragma pt kernel
__global__ void gone_past(unsigned *out, unsigned n)
{
    __shared__ unsigned s[block];
    unsigned sum = 7;
    if (threadIdx.x >= n)
        goto last;
    sum = exchanged(s, threadIdx.x + blockIdx.x, n);
last:
    out[blockIdx.x * block + threadIdx.x] = sum;
}

// All of them come to the barrier, whichever way.
#pragma pt kernel
__global__ void gone_to(unsigned *out, unsigned n)
{
    __shared__ unsigned s[block];
    unsigned sum = threadIdx.x + blockIdx.x, k = 0;
    if (threadIdx.x >= n)
        goto wait;
again:
    sum += 3;
    if (++k < threadIdx.x % 4)
        goto again;
wait:
    s[threadIdx.x] = sum;
    __syncthreads();
    out[blockIdx.x * block + threadIdx.x] = s[block - 1 - threadIdx.x];
}

int main()
{
    check::begin("jump_past_barrier");
    const unsigned blocks = 4903, n = 37;
    std::vector<unsigned> want(blocks * block), sums(block), other;
    check::device_array<unsigned> out(want.size());
    const auto turns = [&](unsigned b, unsigned first, unsigned count) {
        for (unsigned k = first; k < 5; k++) {
            other = sums;
            for (unsigned t = 0; t < count; t++)
                sums[t] += other[count - 1 - t] + count - 1 - t + b + k;
        }
    };
    const auto expect = [&](const char *label) {
        CUDA_OK(cudaGetLastError());
        check::equal(label, out, want);
        out.poison();
    };
    for (unsigned b = 0; b < blocks; b++) {
        sums.assign(block, 0);
        turns(b, 0, n);
        std::copy(sums.begin(), sums.end(), want.begin() + b * block);
    }
    continued<<<blocks, block>>>(out.get(), n);
    expect("continued");
    broken_out_of<<<blocks, block>>>(out.get(), n, 3);
    expect("broken out of");
    for (unsigned b = 0; b < blocks; b++) {
        for (unsigned t = 0; t < block; t++)
            sums[t] = block - 1 - t + b;
        turns(b, 1, n);
        std::copy(sums.begin(), sums.end(), want.begin() + b * block);
    }
    gone_back<<<blocks, block>>>(out.get(), n);
    expect("gone back");
    for (unsigned i = 0; i < want.size(); i++)
        want[i] = i % block < n ? n - 1 - i % block + i / block : 7;
    gone_past<<<blocks, block>>>(out.get(), n);
    expect("gone past");
    for (unsigned i = 0; i < want.size(); i++) {
        const unsigned t = block - 1 - i % block;
        want[i] = t + i / block + (t < n ? 3 * std::max(t % 4, 1u) : 0);
    }
    gone_to<<<blocks, block>>>(out.get(), n);
    expect("gone to");
    return check::finish();
}
