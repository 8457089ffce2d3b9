// DESIGN part 4, C++: kernels found by argument-dependent lookup, also where two namespaces have the same name.
// expect: handled
#include "check.h"

namespace left {
struct data { unsigned *out; };
#pragma pt kernel
__global__ void fill(data d) { d.out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * 2; }
}
namespace right {
struct data { unsigned *out; };
#pragma pt kernel
__global__ void fill(data d) { d.out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * 3; }
#pragma pt kernel
template <class T> __global__ void fill_any(T d, unsigned factor) { d.out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * factor; }
}

namespace plain { // not annotated
struct data { unsigned *out; };
__global__ void fill(data d) { d.out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * 5; }
template <class T> __global__ void fill_better(T d, unsigned factor) { d.out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * factor; }
}
#pragma pt kernel
template <class T, class U> __global__ void fill_better(T d, U) { d.out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
namespace both {
using left::fill;
using plain::fill;
template <class T> void launch(T d, unsigned blocks, unsigned block) { fill<<<blocks, block>>>(d); }
}
template <class T> void launch_from_outside(T d, unsigned blocks, unsigned block)
{
    ::right::fill_any<T><<<blocks, block>>>(d, 8u);
}

template <class T> void launch_generic(T d, unsigned blocks, unsigned block) { fill<<<blocks, block>>>(d); }

static void expect(const char *label, check::device_array<unsigned> &out, unsigned block, unsigned factor)
{
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(out.size());
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = i / block * factor;
    check::equal(label, out, want);
    out.poison();
}

int main()
{
    check::begin("adl");
    const unsigned blocks = 5107, block = 31;
    check::device_array<unsigned> out(blocks * block);
    fill<<<blocks, block>>>(left::data{ out.get() });
    expect("left", out, block, 2);
    fill<<<blocks, block>>>(right::data{ out.get() });
    expect("right", out, block, 3);
    fill_any<<<blocks, block>>>(right::data{ out.get() }, 4u);
    expect("any", out, block, 4);
    launch_generic(left::data{ out.get() }, blocks, block);
    expect("generic_left", out, block, 2);
    launch_generic(right::data{ out.get() }, blocks, block);
    expect("generic_right", out, block, 3);
    fill<<<blocks, block>>>(plain::data{ out.get() });
    expect("plain", out, block, 5);
    launch_generic(plain::data{ out.get() }, blocks, block);
    expect("generic_plain", out, block, 5);
    both::launch(plain::data{ out.get() }, blocks, block);
    expect("imported_plain", out, block, 5);
    both::launch(left::data{ out.get() }, blocks, block);
    expect("imported_left", out, block, 2);
    fill_better<<<blocks, block>>>(plain::data{ out.get() }, 6u);
    expect("better_plain", out, block, 6);
    launch_from_outside(left::data{ out.get() }, blocks, block);
    expect("from_outside", out, block, 8);
    return check::finish();
}
