// DESIGN part 4, C++: using-declarations of several names, of a base that a template leaves open, and of a pack of bases.
// expect: handled
// needs: c++17
#include "check.h"

#pragma pt kernel
__global__ void fill(unsigned *out) { out[blockIdx.x] = 1; }
__device__ unsigned first() { return blockIdx.x; }
__device__ unsigned second() { return 2 * blockIdx.x; }
#pragma pt kernel
template <class T> __global__ void mark(T *out) { out[blockIdx.x] = 4; }
namespace inner {
#pragma pt kernel
__global__ void fill(unsigned *out) { out[blockIdx.x] = 2; }
#pragma pt kernel
__global__ void put(unsigned *out)
{
    if (threadIdx.x == 0)
        out[blockIdx.x] = 3 + blockIdx.x;
}
#pragma pt kernel
template <class T> __global__ void mark(T *out) { out[blockIdx.x] = 5; }
constexpr unsigned number = 7;
__device__ unsigned first() { return blockIdx.x + 10; }
__device__ unsigned second() { return blockIdx.x + 20; }
}

template <class T> struct base {
    __device__ unsigned index(int n) const { return blockIdx.x + n; }
};
template <class T> struct derived : private base<T> {
    using base<T>::index;
    __device__ unsigned index(float) const { return blockIdx.x + 1000; }
};
struct one { __device__ unsigned of(int) const { return blockIdx.x; } };
struct other { __device__ unsigned of(float) const { return 100 + blockIdx.x; } };
template <class... B> struct every : private B... { using B::of...; };
struct both : private one, private other { using one::of, other::of; };

#pragma pt kernel
__global__ void outer(unsigned *out) { out[blockIdx.x] = first() + second(); }
#pragma pt kernel
__global__ void of_inner(unsigned *out)
{
    using inner::first, inner::second;
    out[blockIdx.x] = first() + second();
}
#pragma pt kernel
__global__ void of_bases(unsigned *out)
{
    out[blockIdx.x] = derived<int>().index(1) + derived<int>().index(1.f) + every<one, other>().of(1) + every<one, other>().of(1.f) + both().of(2) + both().of(2.f);
}

// By its address, too: each of them is another one's, and the type chooses where both are there.
namespace brought {
using inner::mark;
static void (*const address)(unsigned *) = mark<unsigned>;
}
using function = void (*)(unsigned *);
static function pick(bool is_inner)
{
    if (is_inner)
        return ::inner::mark<unsigned>;
    return ::mark<unsigned>;
}
namespace left { // for using-directives
#pragma pt kernel
template <class T> __global__ void chosen(T *out) { out[blockIdx.x] = 6; }
}
namespace right {
#pragma pt kernel
template <class T> __global__ void chosen(T *out, T step) { out[blockIdx.x] = 7 + blockIdx.x * step; }
}

static void expect(const char *label, check::device_array<unsigned> &out, unsigned begin, unsigned step)
{
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(out.size());
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = begin + i * step;
    check::equal(label, out, want);
    out.poison();
}

int main()
{
    check::begin("using_several");
    const unsigned blocks = 5107;
    check::device_array<unsigned> out(blocks);
    outer<<<blocks, 1>>>(out.get());
    expect("outer", out, 0, 3);
    of_inner<<<blocks, 1>>>(out.get());
    expect("inner", out, 30, 2);
    of_bases<<<blocks, 1>>>(out.get());
    expect("bases", out, 1201, 6);
    using inner::fill, inner::number, inner::put;
    fill<<<blocks, 1>>>(out.get());
    expect("fill", out, 2, 0);
    put<<<blocks, number>>>(out.get());
    expect("put", out, 3, 1);
    void (*outside)(unsigned *) = mark<unsigned>;
    outside<<<blocks, 1>>>(out.get());
    expect("outside", out, 4, 0);
    brought::address<<<blocks, 1>>>(out.get());
    expect("brought", out, 5, 0);
    const function picked[] = {pick(false), pick(true)};
    for (unsigned i = 0; i < 2; i++) {
        picked[i]<<<blocks, 1>>>(out.get());
        expect("picked", out, 4 + i, 0);
    }
    using namespace left;
    using namespace right;
    void (*one)(unsigned *) = chosen<unsigned>, (*two)(unsigned *, unsigned) = &chosen<unsigned>;
    one<<<blocks, 1>>>(out.get());
    expect("left", out, 6, 0);
    two<<<blocks, 1>>>(out.get(), 2);
    expect("right", out, 7, 2);
    return check::finish();
}
