// DESIGN part 4, C++: using-declarations for functions that read the block index: in a namespace, in a class, in a block, from
// a private base; beside other overloads, which must not be taken instead.
// expect: handled
#include "check.h"

namespace a {
__device__ unsigned h(int x) { return 100 * blockIdx.x + x; }
}
__device__ unsigned g(int x) { return blockIdx.x * x; }

namespace b {
using a::h;
__device__ unsigned h(double x) { return static_cast<unsigned>(5 * blockIdx.x + x); }
__device__ unsigned g(double x) { return static_cast<unsigned>(1000 + blockIdx.x * x); }
#pragma pt kernel schedule(dynamic)
__global__ void in_namespace(unsigned *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = h(1) + h(1.0); }
#pragma pt kernel
__global__ void in_block(unsigned *out)
{
    unsigned sum = g(3);
    {
        using ::g;
        sum += g(2);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
}

struct base {
    __device__ unsigned h(int x) const { return 100 * blockIdx.x + x; }
};
struct derived : base {
    using base::h;
    __device__ unsigned h(double x) const { return static_cast<unsigned>(5 * blockIdx.x + x); }
};
struct hidden : private base {
    using base::h;
};
#pragma pt kernel schedule(static)
__global__ void in_class(unsigned *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = derived().h(1) + derived().h(1.0) + hidden().h(2);
}

// The launch's own name comes by a using-declaration where it depends on a template parameter.
namespace c {
#pragma pt kernel schedule(dynamic)
template <class T> __global__ void general(T *out, T add) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * 7 + add; }
}
template <class T> static void launch_general(T *out, unsigned blocks, unsigned block, T add)
{
    using c::general;
#pragma pt launch mode(groups(4))
    general<<<blocks, block>>>(out, add);
}

static void expect(const char *label, check::device_array<unsigned> &out, unsigned block, unsigned factor, unsigned add)
{
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(out.size());
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = i / block * factor + add;
    check::equal(label, out, want);
    out.poison();
}

int main()
{
    check::begin("using_declarations");
    const unsigned blocks = 3001, block = 33;
    check::device_array<unsigned> out(blocks * block);
    b::in_namespace<<<blocks, block>>>(out.get());
    expect("namespace", out, block, 105, 2);
    b::in_block<<<blocks, block>>>(out.get());
    expect("block", out, block, 5, 1000);
    in_class<<<blocks, block>>>(out.get());
    expect("class", out, block, 205, 4);
    launch_general(out.get(), blocks, block, 3u);
    expect("template", out, block, 7, 3);
    return check::finish();
}
