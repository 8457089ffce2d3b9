// Parameters without a name, in the definition, in a specialisation or in a declaration only.
// expect: handled
#include "check.h"

#pragma pt kernel
template <class T> __global__ void in_specialisation(T *out, T by, int) { out[blockIdx.x] = blockIdx.x * by; }
template <> __global__ void in_specialisation<int>(int *out, int, int by) { out[blockIdx.x] = blockIdx.x + by; }

#pragma pt kernel
template <class T> __global__ void in_primary(T *out, int) { out[blockIdx.x] = blockIdx.x; }
template <> __global__ void in_primary<int>(int *out, int by)
{
    static const int factors[] = {3, 5};
    out[blockIdx.x] = blockIdx.x * by * factors[blockIdx.x % 2];
}

#pragma pt kernel
template <class T> __global__ void with_static(T *out, int by) { out[blockIdx.x] = blockIdx.x * by; }
template <> __global__ void with_static<int>(int *out, int)
{
    static int one = 1;
    out[blockIdx.x] = blockIdx.x * one;
}

namespace inner {
#pragma pt kernel
__global__ void declared(unsigned *, unsigned, const __grid_constant__ unsigned);
} // namespace inner
__global__ void inner::declared(unsigned *out, unsigned, const __grid_constant__ unsigned by) { out[blockIdx.x] = blockIdx.x * by; }

int main()
{
    check::begin("unnamed_parameters");
    const unsigned n = 5107;
    check::device_array<unsigned> out(n);
    check::device_array<int> number(n);
    const auto expect = [&](const char *label, auto &got, unsigned even, unsigned odd, unsigned more) {
        CUDA_OK(cudaGetLastError());
        auto want = got.host();
        for (unsigned i = 0; i < n; i++)
            want[i] = i * (i % 2 ? odd : even) + more;
        check::equal(label, got, want);
        got.poison();
    };
    in_specialisation<<<n, 1>>>(out.get(), 3u, 4);
    expect("primary", out, 3, 3, 0);
    in_specialisation<<<n, 1>>>(number.get(), 3, 4);
    expect("specialisation", number, 1, 1, 4);
    in_primary<<<n, 1>>>(out.get(), 4);
    expect("unnamed", out, 1, 1, 0);
    in_primary<<<n, 1>>>(number.get(), 4);
    expect("named", number, 12, 20, 0);
    with_static<<<n, 1>>>(out.get(), 4);
    expect("with", out, 4, 4, 0);
    with_static<<<n, 1>>>(number.get(), 4);
    expect("static", number, 1, 1, 0);
    inner::declared<<<n, 1>>>(out.get(), 1, 6);
    expect("declared", out, 6, 6, 0);
    return check::finish();
}
