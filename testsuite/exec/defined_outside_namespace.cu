// DESIGN part 4, C++: kernels defined outside of their namespace: their bodies find the names of that namespace, not the
// ones around the definition; specialisations and templates that are declared only; a qualifier that begins with `::`.
// expect: handled
#include "check.h"

template <class T> struct traits { typedef unsigned number; };

namespace app {
namespace deep {
struct target { unsigned *out; };
__device__ inline unsigned factor(unsigned) { return 2; }
__global__ void plain(target t, unsigned add = 0);
__global__ void with_state(target t);
template <class T, unsigned N = 4> __global__ void general(T *out, typename traits<T>::number add);
#pragma pt kernel
template <class T> __global__ void only_declared(T *out);
}
}
namespace shortcut = app::deep;

struct target;
__device__ inline unsigned factor(unsigned) { return 1000; } // must not be found

#pragma pt kernel schedule(dynamic)
__global__ void app::deep::plain(target t, unsigned add)
{
    t.out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * factor(0u) + add;
}

#pragma pt kernel
__global__ void ::app::deep::with_state(target t)
{
    static __device__ unsigned calls = 3; // one for the kernel and its twin
    t.out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * factor(0u) * calls;
}

#pragma pt kernel
template <class T, unsigned N> __global__ void app::deep::general(T *out, typename traits<T>::number add)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<T>(blockIdx.x * factor(0u) * N + add);
}

namespace app {
#pragma pt kernel
template <> __global__ void deep::general<int, 8>(int *out, unsigned add)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<int>(blockIdx.x * factor(0u) * 16 + add);
}
}
#pragma pt kernel
template <> __global__ void shortcut::only_declared<unsigned>(unsigned *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * factor(0u) * 5;
}

template <class T> static void expect(const char *label, check::device_array<T> &out, unsigned block, T factor, T add)
{
    CUDA_OK(cudaGetLastError());
    std::vector<T> want(out.size());
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = static_cast<T>(i / block) * factor + add;
    check::equal(label, out, want);
    out.poison();
}

int main()
{
    check::begin("defined_outside_namespace");
    const unsigned blocks = 3001, block = 33;
    check::device_array<unsigned> out(blocks * block);
    check::device_array<int> numbers(blocks * block);
    app::deep::plain<<<blocks, block>>>(app::deep::target{ out.get() }, 7u);
    expect("plain", out, block, 2u, 7u);
    app::deep::with_state<<<blocks, block>>>(app::deep::target{ out.get() });
    expect("static local", out, block, 6u, 0u);
    app::deep::general<<<blocks, block>>>(out.get(), 1u);
    expect("template", out, block, 8u, 1u);
    shortcut::general<int, 8><<<blocks, block>>>(numbers.get(), 5u);
    expect("specialisation", numbers, block, 32, 5);
    app::deep::only_declared<<<blocks, block>>>(out.get());
    expect("declared only", out, block, 10u, 0u);
    return check::finish();
}
