// Calls that a template leaves open, to functions of the program with warp operations, behind a return: by a parameter that others take by value,
// by what lies in memory, and by whole warps. Those that stay are whole warps, so that nobody is missed.
// expect: handled
// needs: c++17
#include "check.h"

constexpr unsigned warp_size = 32;

template <class T> __device__ T read_at(const T *in, int at, const int &end) { return at < end ? in[at] : T(0); }

template <unsigned lanes> struct least {
    unsigned value;
    __device__ void take(unsigned x) { value = min(x, __shfl_xor_sync(~0u, x, 1, lanes)); }
};

#pragma pt kernel
template <class T, unsigned lanes> __global__ void by_parameter(const T *in, T *out, int width)
{
    if (width == 0)
        return;
    least<lanes> found;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const T value = read_at(&in[0], i, width);
    found.take(value);
    out[i] = found.value;
}

// One lane after the other has the warp do what it asks for.
template <class T> struct sums {
    T *of_warp;
    __device__ void add(bool todo, T value, unsigned row)
    {
        T sum = 0;
        unsigned left;
        while ((left = __ballot_sync(~0u, todo))) {
            const int one = __ffs(left) - 1;
            sum += __shfl_sync(~0u, value, one) * (one + 1);
            todo = todo && threadIdx.x % warp_size != one;
        }
        if (threadIdx.x % warp_size == 0)
            of_warp[row] = sum;
    }
};

#pragma pt kernel
template <class T> __global__ void by_warps(const T *in, sums<T> to, unsigned rows)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, row = i / warp_size;
    if (row >= rows)
        return;
    to.add(in[i] % 3 == 1, in[i], row);
}

// By the number of the warp's first thread.
#pragma pt kernel
template <class T> __global__ void by_first_thread(const T *in, sums<T> to, unsigned n)
{
    const unsigned thread = threadIdx.x + blockIdx.x * blockDim.x;
    const unsigned lane = threadIdx.x & 0x1F;
    if ((thread - lane) >= n)
        return;
    if (thread - (threadIdx.x % warp_size) >= n + 1)
        return;
    bool todo = false;
    T value = 0;
    if (thread < n) {
        value = in[thread];
        todo = value % 3 == 1;
    }
    to.add(todo, value, thread / warp_size);
}

// What a template argument decides, behind a return by memory.
struct turn {
    static __device__ void run(const unsigned *in, unsigned *out) { *out = __shfl_sync(~0u, *in, (threadIdx.x + 1) % warp_size); }
};

__device__ unsigned end_of_all;
__global__ void set_end(unsigned end) { end_of_all = end; }

#pragma pt kernel
template <class work> __global__ void by_memory(const unsigned *in, unsigned *out)
{
    const unsigned end = end_of_all;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x * blockDim.x >= end)
        return;
    work::run(in + i, out + i);
}

// Classes that call themselves, with other arguments.
template <class T, unsigned step> struct reduced {
    static __device__ T call(T x) { return reduced<T, step / 2>::call(x + __shfl_xor_sync(~0u, x, step / 2)); }
};
template <class T> struct reduced<T, 1> {
    static __device__ T call(T x) { return x; }
};
template <unsigned lanes, class T> __device__ T sum_of(T x) { return reduced<T, lanes>::call(x); }

#pragma pt kernel
__global__ void by_row(const unsigned *in, unsigned *out, unsigned rows)
{
    const unsigned row = blockIdx.x * 4 + threadIdx.x / warp_size;
    if (row >= rows)
        return;
    const unsigned at = row * warp_size + threadIdx.x % warp_size;
    out[at] = sum_of<warp_size>(in[at]);
}

// A vote that the preprocessor chooses, in front of a return from the function: what it leaves out says nothing.
template <unsigned most> struct kept {
    unsigned count, sum;
    __device__ void hand_on() { sum += __shfl_xor_sync(~0u, count, 1) * most; }
    __device__ void look()
    {
        bool is_full = count == most;
#if defined(NO_SUCH_ARCHITECTURE)
        is_full = asks_each_lane(is_full);
#else
        is_full = __any_sync(~0u, is_full);
#endif
        if (!is_full)
            return;
        hand_on();
        count = 0;
    }
};

#pragma pt kernel
template <unsigned most> __global__ void by_vote(const unsigned *in, unsigned *out)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    kept<most> of = {in[i] % 64, 0};
    of.look();
    out[i] = of.count + of.sum;
}

int main()
{
    check::begin("open_calls_of_warps");
    const unsigned blocks = 73, threads = 128, n = blocks * threads, rows = n / warp_size - 3;
    const std::vector<unsigned> in = check::mixed_vector(n);
    check::device_array<unsigned> d_in(in), out(n);
    std::vector<unsigned> want(n);

    by_parameter<unsigned, 8><<<blocks, threads>>>(d_in.get(), out.get(), n - 5);
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; i++) {
        const unsigned other = i ^ 1u;
        want[i] = std::min(i < n - 5 ? in[i] : 0u, other < n - 5 ? in[other] : 0u);
    }
    check::equal("parameter", out, want);

    out.poison();
    by_warps<<<blocks, threads>>>(d_in.get(), sums<unsigned>{out.get()}, rows);
    CUDA_OK(cudaGetLastError());
    want.assign(n, check::poisoned<unsigned>());
    for (unsigned row = 0; row < rows; row++) {
        want[row] = 0;
        for (unsigned k = 0; k < warp_size; k++)
            want[row] += in[row * warp_size + k] % 3 == 1 ? in[row * warp_size + k] * (k + 1) : 0;
    }
    check::equal("warps", out, want);

    out.poison();
    const unsigned part = n - 5 * warp_size - 7;
    by_first_thread<<<blocks, threads>>>(d_in.get(), sums<unsigned>{out.get()}, part);
    CUDA_OK(cudaGetLastError());
    want.assign(n, check::poisoned<unsigned>());
    for (unsigned row = 0; row * warp_size < part; row++) {
        want[row] = 0;
        for (unsigned i = row * warp_size; i < (row + 1) * warp_size && i < part; i++)
            want[row] += in[i] % 3 == 1 ? in[i] * (i % warp_size + 1) : 0;
    }
    check::equal("first thread", out, want);

    out.poison();
    const unsigned end = (blocks - 9) * threads - 1;
    set_end<<<1, 1>>>(end);
    by_memory<turn><<<blocks, threads>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; i++)
        want[i] = i / threads * threads < end ? in[i / warp_size * warp_size + (i + 1) % warp_size] : check::poisoned<unsigned>();
    check::equal("memory", out, want);

    out.poison();
    by_row<<<blocks, threads>>>(d_in.get(), out.get(), rows);
    CUDA_OK(cudaGetLastError());
    for (unsigned row = 0; row < n / warp_size; row++) {
        unsigned sum = 0;
        for (unsigned k = 0; k < warp_size; k++)
            sum += in[row * warp_size + k];
        for (unsigned k = 0; k < warp_size; k++)
            want[row * warp_size + k] = row < rows ? sum : check::poisoned<unsigned>();
    }
    check::equal("row", out, want);

    out.poison();
    by_vote<17><<<blocks, threads>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    for (unsigned first = 0; first < n; first += warp_size) {
        bool any = false;
        for (unsigned k = 0; k < warp_size; k++)
            any |= in[first + k] % 64 == 17;
        for (unsigned i = first; i < first + warp_size; i++)
            want[i] = any ? in[i ^ 1u] % 64 * 17 : in[i] % 64;
    }
    check::equal("vote", out, want);
    return check::finish();
}
