// Types and lambdas of a kernel's own, and templates that have a variable for each type: one for all launches of the kernel.
// expect: handled
#include "check.h"

#include <algorithm>

template <class T> __device__ unsigned counted()
{
    static __device__ unsigned count;
    return atomicAdd(&count, 1u);
}

template <class T> __device__ unsigned variable;

template <class F> __device__ unsigned counted_call(F f)
{
    static __device__ unsigned count;
    return atomicAdd(&count, f());
}

template <class T> struct holder {
    static __device__ unsigned next()
    {
        static __device__ unsigned count;
        return atomicAdd(&count, 1u);
    }
};

#pragma pt kernel
__global__ void by_class(unsigned *out)
{
    struct local {};
    out[blockIdx.x] = counted<local>();
}

#pragma pt kernel
__global__ void by_enumeration(unsigned *out)
{
    enum local { one = 1 };
    out[blockIdx.x] = holder<local>::next() * one;
}

#pragma pt kernel
__global__ void by_lambda(unsigned *out)
{
    out[blockIdx.x] = counted_call([] { return gridDim.y; });
}

#pragma pt kernel
__global__ void by_variable(unsigned *out)
{
    class local {};
    out[blockIdx.x] = atomicAdd(&variable<local>, 1u);
}

__device__ unsigned helper()
{
    struct local {};
    return counted<local>() * gridDim.y;
}

#pragma pt kernel
__global__ void by_helper(unsigned *out) { out[blockIdx.x] = helper(); }
__global__ void by_helper_plainly(unsigned *out) { out[blockIdx.x] = helper(); }

// Every number from the smallest one on, once.
static void expect(const char *label, const check::device_array<unsigned> &out)
{
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> got = out.host(), want(got.size());
    std::sort(got.begin(), got.end());
    for (unsigned i = 0; i < got.size(); i++)
        want[i] = i;
    for (unsigned i = static_cast<unsigned>(got.size()); i-- > 0;)
        got[i] -= got[0];
    check::equal(label, got, want);
}

int main()
{
    check::begin("local_types");
    const unsigned half = 2553;
    check::device_array<unsigned> out(2 * half);
    by_class<<<half, 1>>>(out.get());
    #pragma pt launch mode(nonpt)
    by_class<<<half, 1>>>(out.get() + half);
    expect("class", out);
    by_enumeration<<<half, 1>>>(out.get());
    #pragma pt launch mode(nonpt)
    by_enumeration<<<half, 1>>>(out.get() + half);
    expect("enumeration", out);
    by_lambda<<<half, 1>>>(out.get());
    #pragma pt launch mode(nonpt)
    by_lambda<<<half, 1>>>(out.get() + half);
    expect("lambda", out);
    by_variable<<<half, 1>>>(out.get());
    #pragma pt launch mode(nonpt)
    by_variable<<<half, 1>>>(out.get() + half);
    expect("variable", out);
    by_helper<<<half, 1>>>(out.get());
    by_helper_plainly<<<half, 1>>>(out.get() + half);
    expect("helper", out);
    return check::finish();
}
