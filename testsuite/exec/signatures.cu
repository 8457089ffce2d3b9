// Signatures and declarations that libclang tells less of, or that ptcc writes anew: packs without a name and of pointers, a clause whose names a
// prototype does not know, classes that are complete later, parameters that give way to a global, (void), template arguments by default.
// expect: handled
// needs: c++17
#include "check.h"
#include <utility>

template <class T, class...> __global__ void unnamed_pack(T *out);
__global__ void clause_behind_prototype(int *out);
struct view;
#pragma pt kernel
__global__ void complete_later(view v, int *out);

// A class whose copies count themselves, which a kernel's parameters are no more than bytes of.
struct view {
    int n;
    int *copies;
    view(int number, int *counter) : n(number), copies(counter) {}
    __host__ __device__ view(const view &o) : n(o.n), copies(o.copies)
    {
#ifdef __CUDA_ARCH__
        atomicAdd(copies, 1);
#endif
    }
    __host__ __device__ ~view()
    {
#ifdef __CUDA_ARCH__
        atomicAdd(copies, 1);
#endif
    }
};

__global__ void complete_later(view v, int *out) { atomicAdd(out, threadIdx.x == 0 ? v.n : 0); }

#pragma pt kernel items(v.n)
__global__ void counts(view v, int *out) { atomicAdd(out, threadIdx.x == 0); }

#pragma pt kernel
template <class T, class...> __global__ void unnamed_pack(T *out) { atomicAdd(out, threadIdx.x == 0 ? 2 : 0); }

constexpr int few = 3;
#pragma pt kernel schedule(dynamic) groups(few)
__global__ void clause_behind_prototype(int *out) { atomicAdd(out, threadIdx.x == 0 ? 3 : 0); }

constexpr int n = 4;
namespace limits {
constexpr int n = 7;
}
struct config {
    int n;
};
constexpr config standard{9};
#pragma pt kernel schedule(dynamic) groups(n)
__global__ void gives_way(int *out, int n, int most = limits::n, int step = standard.n) { atomicAdd(out, threadIdx.x == 0 ? n + most + step : 0); }

#pragma pt kernel
template <class T, int N = 3> __global__ void by_default(T *out);
template <class T, int N> __global__ void by_default(T *out) { atomicAdd(out, threadIdx.x == 0 ? N : 0); }
template <> __global__ void by_default<int>(int *out) { atomicAdd(out, threadIdx.x == 0 ? 5 : 0); }

__device__ int answered;
#pragma pt kernel
template <int N> __global__ void of_nothing(void) { atomicAdd(&answered, threadIdx.x == 0 ? N : 0); }
template __global__ void of_nothing<6>(void);

#pragma pt kernel
template <class... V> __global__ void pack_of_arrays(int *out, V (*... rows)[2]) { atomicAdd(out, threadIdx.x == 0 ? ((*rows)[1] + ...) : 0); }

struct forwards {
};
struct backwards {
};
#pragma pt kernel
__global__ void by_tag(forwards, int *out) { atomicAdd(out, threadIdx.x == 0 ? 7 : 0); }
#pragma pt kernel
__global__ void by_tag(backwards, int *out) { atomicAdd(out, threadIdx.x == 0 ? 8 : 0); }
#pragma pt kernel
template <class T> __global__ void by_type(T *, int *out) { atomicAdd(out, threadIdx.x == 0 ? 1 : 0); }
#pragma pt kernel
template <class T> __global__ void by_type(T **, int *out) { atomicAdd(out, threadIdx.x == 0 ? 2 : 0); }

// std::declval stands in types alone, on the device, too.
struct tenfold {
    __device__ int operator()(int x) const { return 10 * x * int(blockIdx.x); }
};
template <class F> __device__ auto in_type(F f) -> decltype(std::declval<F>()(1)) { return f(1); }
template <class F, class R = decltype(std::declval<F>()(1))> __device__ std::enable_if_t<std::is_same<R, int>::value, R> in_condition(F f) { return f(2); }

#pragma pt kernel
template <class F> __global__ void by_declval(int *out, F f)
{
    decltype(std::declval<F>()(1)) sum = in_type(f) + in_condition(f);
    if (threadIdx.x == 0)
        atomicAdd(out, sum);
}

// A pack whose arguments are deduced, in part or all, and parameters with default arguments, where the name is a value: what it gives must be called alike.
#pragma pt kernel
template <class... T> __global__ void packed(int *out, T... values)
{
    if (threadIdx.x == 0)
        atomicAdd(out, int(sizeof...(values)) + int(blockIdx.x));
}

#pragma pt kernel
template <class T> __global__ void defaulted(int *out, T value = T(4))
{
    if (threadIdx.x == 0)
        atomicAdd(out, int(value) + int(blockIdx.x));
}

#define LAUNCHED(kernel, ...) kernel<<<blocks, threads>>>(__VA_ARGS__)

int main()
{
    check::begin("signatures");
    const unsigned blocks = 10, threads = 32;
    check::device_array<int> out(std::vector<int>(4, 0)), rows(std::vector<int>{1, 20});
    int *p = out.get();
    const std::vector<int> zero(4, 0);
    const auto expect = [&](const char *what, int value, int copies = 0) {
        CUDA_OK(cudaGetLastError());
        CUDA_OK(cudaDeviceSynchronize());
        const std::vector<int> got = out.host();
        check::value(what, got[0], value);
        check::value("copies on the device", got[1], copies);
        CUDA_OK(cudaMemset(p, 0, 4 * sizeof(int)));
    };
    complete_later<<<blocks, threads>>>(view(2, p + 1), p);
    expect("complete later", 20);
    unnamed_pack<int><<<blocks, threads>>>(p);
    unnamed_pack<int, char, short><<<blocks, threads>>>(p);
    expect("unnamed pack", 40);
    clause_behind_prototype<<<blocks, threads>>>(p);
    expect("clause behind prototype", 30);
    gives_way<<<blocks, threads>>>(p, 1);
    expect("gives way", 170);
    by_default<int><<<blocks, threads>>>(p);
    expect("specialised by default", 50);
    by_default<unsigned><<<blocks, threads>>>(reinterpret_cast<unsigned *>(p));
    expect("by default", 30);
    of_nothing<6><<<blocks, threads>>>();
    CUDA_OK(cudaDeviceSynchronize());
    int answer = 0;
    CUDA_OK(cudaMemcpyFromSymbol(&answer, answered, sizeof answer));
    check::value("of nothing", answer, 60);
    int(*row)[2] = reinterpret_cast<int(*)[2]>(rows.get());
    pack_of_arrays<<<blocks, threads>>>(p, row, row);
    expect("pack of arrays", 400);
    by_declval<<<blocks, threads>>>(p, tenfold());
    expect("by declval", 30 * int(blocks * (blocks - 1) / 2));
    void (*of_pack)(int *, int, char) = packed, (*of_part)(int *, int, char) = packed<int>;
    of_pack<<<blocks, threads>>>(p, 1, 'c');
    expect("packed", 65);
    of_part<<<blocks, threads>>>(p, 1, 'c');
    expect("packed in part", 65);
    LAUNCHED(packed, p, 1, 2, 3);
    expect("packed by a macro", 75);
    LAUNCHED(defaulted<int>, p);
    expect("defaulted by a macro", 85);
    by_tag<<<blocks, threads>>>(forwards(), p);
    expect("forwards", 70);
    by_tag<<<blocks, threads>>>(backwards(), p);
    expect("backwards", 80);
    by_type<<<blocks, threads>>>(p, p);
    expect("pointer", 10);
    by_type<<<blocks, threads>>>(&p, p);
    expect("pointer to pointer", 20);
    counts<<<blocks, threads>>>(view(10, p + 1), p);
    expect("items of a class", 10);
    return check::finish();
}
