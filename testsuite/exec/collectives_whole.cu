// Collectives of the grid in kernels that are not split into phases, so that each block has a group of its own; with threads that have left.
// expect: handled
#include "check.h"

#include <algorithm>

#ifdef __PTCC__
#include <pt/collectives.cuh>

// Each copy of a function with shared memory has its own, which keeps the kernels that call it in one piece.
__device__ int helper(int v)
{
    __shared__ int beside[128];
    beside[threadIdx.x] = v;
    __syncthreads();
    return beside[(threadIdx.x + 1) % blockDim.x];
}

#pragma pt kernel
__global__ void in_one_piece(const int *in, unsigned long long *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = helper(in[i % n]);
    unsigned long long sum = 0;
    for (int t = 0; t < 5; t++) {
        sum += pt_reduce_add<unsigned long long>(v % 5) * 10 + pt_first(v % 50 == 7) + (pt_any(v == -t) ? 1 : 0);
        v += static_cast<int>(sum % 3) + pt_bcast(v, 5) % 2;
    }
    out[i] = sum;
}

// Threads that have left, in a kernel that is not split.
#pragma pt kernel
__global__ void some_have_left(const int *in, unsigned long long *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = helper(in[i % n]);
    if (v % 4 == 1)
        return;
    unsigned long long sum = pt_count(v % 2 == 1) * 3;
    if (v % 4 == 2)
        return;
    for (int t = 0; t < 4; t++)
        sum = sum * 5 + pt_count(true) + pt_reduce_max(v) + (pt_all(v % 4 != 1) ? 1 : 0) + pt_first(v % 4 == 3);
    out[i] = sum;
}
#endif

static std::vector<int> input(int n)
{
    std::vector<int> all(n);
    for (int i = 0; i < n; i++)
        all[i] = static_cast<int>(check::mix(i) % 1000);
    return all;
}

using numbers = std::vector<unsigned long long>;

static std::vector<int> beside(const std::vector<int> &in, int blocks, int threads)
{
    std::vector<int> v(blocks * threads);
    for (int i = 0; i < blocks * threads; i++)
        v[i] = in[(i / threads * threads + (i % threads + 1) % threads) % in.size()];
    return v;
}

static void check_in_one_piece(int blocks, int threads)
{
    const int n = blocks * threads - 1;
    const std::vector<int> in = input(n);
    std::vector<int> v = beside(in, blocks, threads);
    unsigned long long sum = 0;
    for (int t = 0; t < 5; t++) {
        unsigned long long digits = 0, first = ~0ull, any = 0;
        for (size_t i = v.size(); i-- > 0;) {
            digits += v[i] % 5;
            first = v[i] % 50 == 7 ? i : first;
            any |= v[i] == -t;
        }
        sum += digits * 10 + first + any;
        const int fifth = v[5];
        for (int &x : v)
            x += static_cast<int>(sum % 3) + fifth % 2;
    }
    const numbers expected(v.size(), sum);
    check::device_array<int> device_in(in);
    check::device_array<unsigned long long> out(v.size());
    BARRIER_LAUNCH((in_one_piece<<<blocks, threads>>>(device_in.get(), out.get(), n)), out, expected);
    check::equal("in_one_piece", out.host(), expected);
}

static void check_some_have_left(int blocks, int threads)
{
    const int n = blocks * threads - 1;
    const std::vector<int> in = input(n);
    const std::vector<int> v = beside(in, blocks, threads);
    numbers expected = check::poisoned_vector<unsigned long long>(v.size());
    unsigned long long odd = 0, stay = 0, greatest = 0, first = ~0ull;
    for (size_t i = v.size(); i-- > 0;) {
        odd += v[i] % 4 == 3;
        if (v[i] % 4 == 1 || v[i] % 4 == 2)
            continue;
        stay++;
        greatest = std::max<unsigned long long>(greatest, v[i]);
        first = v[i] % 4 == 3 ? i : first;
    }
    unsigned long long sum = odd * 3;
    for (int t = 0; t < 4; t++)
        sum = sum * 5 + stay + greatest + 1 + first;
    for (size_t i = 0; i < v.size(); i++)
        if (v[i] % 4 != 1 && v[i] % 4 != 2)
            expected[i] = sum;
    check::device_array<int> device_in(in);
    check::device_array<unsigned long long> out(v.size());
    BARRIER_LAUNCH((some_have_left<<<blocks, threads>>>(device_in.get(), out.get(), n)), out, expected);
    check::equal("some_have_left", out.host(), expected);
}

int main()
{
    check::begin("collectives_whole");
    for (int threads : {64, 40, 20}) {
        check_in_one_piece(1, threads);
        check_in_one_piece(8, threads);
        check_some_have_left(3, threads);
        check_some_have_left(8, threads);
    }
    check_some_have_left(2, 128);
    return check::finish();
}
