// #pragma pt barrier where no & in front of a name shows that an address lives on: conversions, casts, references in inner blocks, elements of shared
// memory; where names of the block are also those of constants or macros; and where the program's own functions have the names of CUDA's.
// expect: handled
#include "check.h"

constexpr int threads = 64, blocks = 150, n = threads * blocks;

enum class statistic { sum, mean };
struct config {
    static constexpr int total = 4;
};
constexpr int count = 4;

struct view {
    const int *at;
    view() = default;
    __device__ view(const int &x) : at(&x) {}
    __device__ int get() const { return *at; }
};

#pragma pt kernel
__global__ void by_conversion(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int first = in[i] * 2;
    int second = in[i] + 1;
    view one = first;
    view other;
    other = second;
#pragma pt barrier
    out[i] = one.get() + other.get() * 3;
}

#pragma pt kernel
__global__ void by_cast_and_choice(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int first = in[i] * 2;
    const int second = i * 5;
    const int third = in[i] + 11;
    const int *p = &(i % 2 ? first : second), *q = &(const int &)second, *r;
    {
        const int &same = third;
        r = &same;
    }
#pragma pt barrier
    out[i] = *p + *q * 3 + *r * 7;
}

#pragma pt kernel
__global__ void of_shared_memory(const int *in, int *out)
{
    __shared__ int s[threads];
    __shared__ int low, high;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = in[i];
    if (threadIdx.x == 0) {
        low = blockIdx.x;
        high = blockIdx.x * 2;
    }
    __syncthreads();
    const int *p = &(i % 2 ? s[threadIdx.x] : s[threads - 1 - threadIdx.x]), *q = &(in[i] % 2 ? low : high), *r;
    {
        int &mine = s[threadIdx.x];
        r = &mine;
    }
#pragma pt barrier
    out[i] = *p + *q * 3 + *r * 7;
}

// What is shared has the names of constants.
#pragma pt kernel
__global__ void named_like_constants(const int *in, int *out)
{
    __shared__ int sum, total, count;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) {
        sum = in[i];
        total = blockIdx.x;
        count = blockIdx.x * 3;
    }
    __syncthreads();
    int a = sum + 1, b = total + 1, c = count + 1;
    __syncthreads();
    if (threadIdx.x == 0)
        sum = total = count = 77;
#pragma pt barrier
    out[i] = a + b * 3 + c * 7;
}

__device__ int bonus;
__device__ int max(unsigned x, long y) { return static_cast<int>(x > y ? x : y) + bonus; }
__device__ int operator""_th(unsigned long long k) { return static_cast<int>(k) + bonus; }

#pragma pt kernel
__global__ void own_functions(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int c = max(unsigned(i), long(3));
    int d = 3_th;
#pragma pt barrier
    if (i == 0)
        bonus = 5;
#pragma pt barrier
    out[i] = c + d;
#pragma pt barrier
    if (i == 0)
        bonus = 0;
}

// Members in front of a comma; a type that is not written out.
#pragma pt kernel
__global__ void several(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % 7, y = i / 7;
    auto both = make_int2(in[i] + x, 2);
#pragma pt barrier
    out[i] = both.x + both.y * y;
}

int main()
{
    check::begin("grid_barrier_hidden_addresses");
    std::vector<int> in(n), expected(n);
    for (int i = 0; i < n; i++)
        in[i] = static_cast<int>(check::mix(i) % 1000);
    check::device_array<int> device_in(in), out(n);
    for (int i = 0; i < n; i++)
        expected[i] = in[i] * 2 + (in[i] + 1) * 3;
    BARRIER_LAUNCH((by_conversion<<<blocks, threads>>>(device_in.get(), out.get())), out, expected);
    check::equal("by_conversion", out, expected);
    for (int i = 0; i < n; i++)
        expected[i] = (i % 2 ? in[i] * 2 : i * 5) + i * 15 + (in[i] + 11) * 7;
    BARRIER_LAUNCH((by_cast_and_choice<<<blocks, threads>>>(device_in.get(), out.get())), out, expected);
    check::equal("by_cast_and_choice", out, expected);
    for (int i = 0; i < n; i++) {
        const int block = i / threads, mirrored = block * threads + threads - 1 - i % threads;
        expected[i] = (i % 2 ? in[i] : in[mirrored]) + (in[i] % 2 ? block : block * 2) * 3 + in[i] * 7;
    }
    BARRIER_LAUNCH((of_shared_memory<<<blocks, threads>>>(device_in.get(), out.get())), out, expected);
    check::equal("of_shared_memory", out, expected);
    for (int i = 0; i < n; i++) {
        const int block = i / threads;
        expected[i] = in[block * threads] + 1 + (block + 1) * 3 + (block * 3 + 1) * 7;
    }
    BARRIER_LAUNCH((named_like_constants<<<blocks, threads>>>(device_in.get(), out.get())), out, expected);
    check::equal("named_like_constants", out, expected);
    for (int i = 0; i < n; i++)
        expected[i] = (i > 3 ? i : 3) + 3;
    BARRIER_LAUNCH((own_functions<<<blocks, threads>>>(out.get())), out, expected);
    check::equal("own_functions", out, expected);
    for (int i = 0; i < n; i++)
        expected[i] = in[i] + i % 7 + i / 7 * 2;
    BARRIER_LAUNCH((several<<<blocks, threads>>>(device_in.get(), out.get())), out, expected);
    check::equal("several", out, expected);
    return check::finish();
}
