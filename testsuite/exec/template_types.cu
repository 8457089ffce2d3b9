// DESIGN part 4, C++: templates by type, value, template and default arguments, launched with explicit, partly deduced and deduced arguments.
// expect: handled
#include "check.h"

template <class T> struct twice { static __host__ __device__ T of(T x) { return x * 2; } };
template <class T> struct thrice { static __host__ __device__ T of(T x) { return x * 3; } };

#pragma pt kernel
template <class T, int N = 3, template <class> class Operation = twice, bool Negate = (N > 4)>
__global__ void fill(T *out, T bias)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    T x = Operation<T>::of(static_cast<T>(i)) + static_cast<T>(N) + bias + static_cast<T>(blockIdx.x);
    out[i] = Negate ? static_cast<T>(0) - x : x;
}

enum class colour { red = 2, green = 5 };
#pragma pt kernel
template <typename T, colour C, T Value = static_cast<T>(C)>
__global__ void by_value(T *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<T>(blockIdx.x) * Value + static_cast<T>(C);
}

template <class T, class F> void expect(const char *label, const check::device_array<T> &out, F f)
{
    CUDA_OK(cudaGetLastError());
    std::vector<T> want(out.size());
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = f(i);
    check::equal(label, out, want);
}

int main()
{
    check::begin("template_types");
    const unsigned blocks = 5131, block = 20;
    check::device_array<unsigned> words(blocks * block);
    check::device_array<long long> longs(blocks * block);
    check::device_array<unsigned char> bytes(blocks * block);
    fill<<<blocks, block>>>(words.get(), 4u);
    expect("deduced", words, [=](unsigned i) { return i * 2 + 3 + 4 + i / block; });
    fill<long long, 5><<<blocks, block>>>(longs.get(), 4);
    expect("value", longs, [=](unsigned i) { return -(i * 2ll + 5 + 4 + i / block); });
    fill<unsigned char, 2, thrice><<<blocks, block>>>(bytes.get(), 1);
    expect("template", bytes, [=](unsigned i) { return static_cast<unsigned char>(i * 3 + 2 + 1 + i / block); });
    fill<unsigned, (1 > 0 ? 7 : 8), thrice, false><<<blocks, block>>>(words.get(), 0);
    expect("expression", words, [=](unsigned i) { return i * 3 + 7 + i / block; });
    by_value<unsigned, colour::green><<<blocks, block>>>(words.get());
    expect("enum", words, [=](unsigned i) { return i / block * 5 + 5; });
    by_value<long long, colour::red, -9><<<blocks, block>>>(longs.get());
    expect("last", longs, [=](unsigned i) { return i / block * -9ll + 2; });
    return check::finish();
}
