// #pragma pt barrier arrive and wait: work of a block's own between them, in kernels that split into phases, in one piece, and in
// one piece behind early returns.
// expect: handled
// A plain compilation has no barriers; there the expected values stand for what would be computed.
#include "check.h"

// Two pairs each time: what the others read is not written before they have read it.
#pragma pt kernel
__global__ void in_phases(unsigned *a, unsigned *own, unsigned n, unsigned times)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (unsigned t = 0; t < times; t++) {
        a[i] = own[i] * 3 + t;
        #pragma pt barrier arrive
        own[i] += t;
        if (n > 5 && times > 1)
            for (unsigned k = 0; k < 3; k++) {
                if (k == 1)
                    continue;
                own[i] ^= k;
            }
        #pragma pt barrier wait
        own[i] += a[n - 1 - i];
        _Pragma("pt barrier arrive")
        own[i] += 7;
        _Pragma("pt barrier wait")
    }
}

#pragma pt kernel
__global__ void in_one_piece(unsigned *a, unsigned *own, unsigned times)
{
    __shared__ unsigned sums[64];
    const unsigned i = blockIdx.x * 64 + threadIdx.x, n = gridDim.x * 64;
    typedef unsigned number; // which keeps it in one piece
    number value = own[i];
    for (unsigned t = 0; t < times; t++) {
        a[i] = value * 3 + t;
        sums[threadIdx.x] = value;
        #pragma pt barrier arrive
        __syncthreads();
        value += sums[threadIdx.x ^ 1];
        #pragma pt barrier wait
        value += a[n - 1 - i];
        #pragma pt barrier
    }
    own[i] = value;
}

// In each turn some more threads leave, in the end whole blocks.
#pragma pt kernel
__global__ void left_early(unsigned *a, unsigned *own, unsigned n, unsigned times)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned value = own[i];
    for (unsigned t = 0; t < times; t++) {
        typedef unsigned number; // which keeps it in one piece
        if (static_cast<number>(i / 24 % 8) <= t)
            return;
        a[i] = value * 3 + t;
        #pragma pt barrier arrive
        value += t;
        #pragma pt barrier wait
        value += a[n - 1 - i];
        own[i] = value;
        #pragma pt barrier
    }
}

static std::vector<unsigned> expected_in_phases(std::vector<unsigned> own, unsigned times)
{
    const std::size_t n = own.size();
    std::vector<unsigned> a(n);
    for (unsigned t = 0; t < times; t++) {
        for (std::size_t i = 0; i < n; i++) {
            a[i] = own[i] * 3 + t;
            own[i] += t;
            if (times > 1)
                own[i] ^= 2;
        }
        for (std::size_t i = 0; i < n; i++)
            own[i] += a[n - 1 - i] + 7;
    }
    return own;
}

static std::vector<unsigned> expected_in_one_piece(std::vector<unsigned> own, unsigned times)
{
    const std::size_t n = own.size();
    std::vector<unsigned> a(n), sums;
    for (unsigned t = 0; t < times; t++) {
        sums = own;
        for (std::size_t i = 0; i < n; i++)
            a[i] = own[i] * 3 + t;
        for (std::size_t i = 0; i < n; i++)
            own[i] += sums[i ^ 1] + a[n - 1 - i];
    }
    return own;
}

static std::vector<unsigned> expected_left_early(std::vector<unsigned> own, std::vector<unsigned> a, unsigned times)
{
    const unsigned n = static_cast<unsigned>(own.size());
    for (unsigned t = 0; t < times; t++) {
        for (unsigned i = 0; i < n; i++)
            if (i / 24 % 8 > t)
                a[i] = own[i] * 3 + t;
        for (unsigned i = 0; i < n; i++)
            if (i / 24 % 8 > t)
                own[i] += t + a[n - 1 - i];
    }
    return own;
}

int main()
{
    check::begin("grid_barrier_arrive");
    for (unsigned blocks : {1u, 7u, 500u}) { // in phases there may be more than can run at once
        const unsigned block = 96, n = blocks * block - 5, times = 4;
        const std::vector<unsigned> own = check::mixed_vector(n), want = expected_in_phases(own, times);
        check::device_array<unsigned> a(n), d_own(own);
#ifdef __PTCC__
        in_phases<<<blocks, block>>>(a.get(), d_own.get(), n, times);
        CUDA_OK(cudaGetLastError());
#else
        CUDA_OK(cudaMemcpy(d_own.get(), want.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
#endif
        check::equal("in phases", d_own, want);
    }
    {
        const unsigned blocks = 9, n = blocks * 64, times = 20;
        const std::vector<unsigned> own = check::mixed_vector(n), want = expected_in_one_piece(own, times);
        check::device_array<unsigned> a(n), d_own(own);
#ifdef __PTCC__
        in_one_piece<<<blocks, 64>>>(a.get(), d_own.get(), times);
        CUDA_OK(cudaGetLastError());
#else
        CUDA_OK(cudaMemcpy(d_own.get(), want.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
#endif
        check::equal("in one piece", d_own, want);
    }
    {
        const unsigned blocks = 12, block = 48, n = blocks * block, times = 10;
        const std::vector<unsigned> own = check::mixed_vector(n), before = check::poisoned_vector<unsigned>(n);
        const std::vector<unsigned> want = expected_left_early(own, before, times);
        check::device_array<unsigned> a(before), d_own(own);
#ifdef __PTCC__
        left_early<<<blocks, block>>>(a.get(), d_own.get(), n, times);
        CUDA_OK(cudaGetLastError());
#else
        CUDA_OK(cudaMemcpy(d_own.get(), want.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
#endif
        check::equal("left early", d_own, want);
    }
    return check::finish();
}
