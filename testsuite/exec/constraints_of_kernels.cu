// DESIGN part 4, C++: kernels that constraints tell from others: the stub, the twin and the item have these, too.
// expect: handled
// needs: c++20
#include "check.h"

#include <concepts>

#pragma pt kernel
template <class T> requires std::floating_point<T> && (sizeof(T) < 16) __global__ void fill(T value, unsigned *out)
{
    out[blockIdx.x] = static_cast<unsigned>(value) + blockIdx.x;
}
#pragma pt kernel
template <class T> __global__ void fill(T value, const unsigned *out) requires(sizeof(value) <= 8)
{
    const_cast<unsigned *>(out)[blockIdx.x] = value * 2 + blockIdx.x;
}

template <class T> bool start(T value, unsigned *out, unsigned blocks)
{
    if constexpr (requires(const T *x) { *x / 2; }) {
        fill<<<blocks, 1>>>(value, out);
        return true;
    }
    return false;
}

int main()
{
    check::begin("constraints_of_kernels");
    const unsigned blocks = 5107;
    check::device_array<unsigned> out(blocks);
    const auto expect = [&](const char *label, unsigned first) {
        CUDA_OK(cudaGetLastError());
        std::vector<unsigned> want(blocks);
        for (unsigned i = 0; i < blocks; ++i)
            want[i] = first + i;
        check::equal(label, out, want);
        out.poison();
    };
    start(3, out.get(), blocks);
    expect("number", 6);
    start(3.5f, out.get(), blocks);
    expect("float", 3);
    fill<<<blocks, 1>>>(4.5, out.get());
    expect("double", 4);
    return check::finish();
}
