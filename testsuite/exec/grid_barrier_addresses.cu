// #pragma pt barrier where addresses of what a block keeps for itself live on behind it: handed on by reference, in shared memory, in
// integers, of elements and members; and names, loops and classes that are not what they look like.
// expect: handled
#include "check.h"

constexpr int threads = 64, blocks = 150, n = threads * blocks;
constexpr int Factor = 3;

__device__ const int *address_of(const int &x) { return &x; }
__device__ int *place_of(int &x) { return &x; }
template <class T> __device__ const T &larger(const T &a, const T &b) { return a < b ? b : a; }

struct view {
    const int *at;
    __device__ void set(const int &x) { at = &x; }
};

struct pair {
    int first, second;
    __device__ int *self() { return &first; }
};

#pragma pt kernel
__global__ void by_reference(const int *in, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int v = in[i] * 2, w = in[i] + 7;
    const int *const p = address_of(v), *const q = &larger(v, w), *const r = address_of(i);
    view seen;
    seen.set(w);
#pragma pt barrier
    out[i] = *p + *q * 3 + *r + *seen.at;
}

#pragma pt kernel
__global__ void of_parts(const int *in, int *out)
{
    __shared__ int *slots[threads];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int parts[3] = {in[i], 2, 3};
    int table[2][3];
    pair both = {in[i] * 5, 6};
    table[1][2] = in[i] + 9;
    slots[threadIdx.x] = &(parts[0]);
    const size_t number = reinterpret_cast<size_t>(both.self()), row = reinterpret_cast<size_t>(table[1]);
    int *const place = place_of(parts[1]);
#pragma pt barrier
    ++*place;
#pragma pt barrier
    out[i] = *slots[threadIdx.x] + *reinterpret_cast<int *>(number) + reinterpret_cast<int *>(row)[2] + parts[1];
}

#pragma pt kernel
template <class T> __global__ void in_template(const T *in, T *out)
{
    __shared__ T *slots[threads], rows[2][threads];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    T v = in[i];
    slots[threadIdx.x] = (T *)&v;
    rows[1][threadIdx.x] = v * 2;
    const size_t row = reinterpret_cast<size_t>(rows[1]);
    __syncthreads();
#pragma pt barrier
    out[i] = *slots[threadIdx.x] + reinterpret_cast<const T *>(row)[threads - 1 - threadIdx.x];
}

// Shared memory that one phase uses, beside some that is live: threads of the block still read it when others are done.
#pragma pt kernel
__global__ void beside(const int *in, int *between, int *out)
{
    __shared__ volatile int kept[threads];
    __shared__ int once[threads];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    kept[threadIdx.x] = in[i];
    between[i] = in[i] * 2;
#pragma pt barrier
    once[threadIdx.x] = between[(i + threads) % n];
    __syncthreads();
    out[i] = once[threads - 1 - threadIdx.x];
#pragma pt barrier
    __syncthreads();
    out[i] += kept[threads - 1 - threadIdx.x];
}

// Copies of arrays and objects whose initialisers know each other; a type that is an array, a pointer that is `auto`.
typedef int four[4];
#pragma pt kernel
__global__ void initialised(const int *in, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    pair a = {in[i], 2}, b = {a.first + 1, a.second};
    four w = {in[i], 1};
    const auto q = &in[i];
#pragma pt barrier
    out[i] = a.first + b.first * 2 + b.second + w[0] + w[1] + *q;
}

static std::vector<int> input()
{
    std::vector<int> all(n);
    for (int i = 0; i < n; i++)
        all[i] = static_cast<int>(check::mix(i) % 1000);
    return all;
}

int main()
{
    check::begin("grid_barrier_addresses");
    const std::vector<int> in = input();
    std::vector<int> expected(n);
    check::device_array<int> device_in(in), between(n), out(n);
    for (int i = 0; i < n; i++)
        expected[i] = in[i] * 2 + (in[i] * 2 < in[i] + 7 ? in[i] + 7 : in[i] * 2) * Factor + i + in[i] + 7;
    BARRIER_LAUNCH((by_reference<<<blocks, threads>>>(device_in.get(), out.get())), out, expected);
    check::equal("by_reference", out, expected);
    for (int i = 0; i < n; i++)
        expected[i] = in[i] + in[i] * 5 + in[i] + 9 + 3;
    BARRIER_LAUNCH((of_parts<<<blocks, threads>>>(device_in.get(), out.get())), out, expected);
    check::equal("of_parts", out, expected);
    for (int i = 0; i < n; i++)
        expected[i] = in[i] + in[i / threads * threads + threads - 1 - i % threads] * 2;
    BARRIER_LAUNCH((in_template<<<blocks, threads>>>(device_in.get(), out.get())), out, expected);
    check::equal("in_template", out, expected);
    for (int i = 0; i < n; i++) {
        const int mirrored = i / threads * threads + threads - 1 - i % threads;
        expected[i] = in[(mirrored + threads) % n] * 2 + in[mirrored];
    }
    BARRIER_LAUNCH((beside<<<blocks, threads>>>(device_in.get(), between.get(), out.get())), out, expected);
    check::equal("beside", out, expected);
    for (int i = 0; i < n; i++)
        expected[i] = in[i] * 5 + 5;
    BARRIER_LAUNCH((initialised<<<blocks, threads>>>(device_in.get(), out.get())), out, expected);
    check::equal("initialised", out, expected);
    return check::finish();
}
