// A barrier, or what waits, in a call operator, where a template leaves open whose it is and the object comes out of an expression.
#include <cuda_runtime.h>

struct meets {
    __device__ int operator()(int v) const
    {
        __syncthreads();
        return v;
    }
};

template <class T> __device__ T make() { return T(); }
template <class T> struct holds { using type = T; T all[2]; };

#pragma pt kernel
template <class Op> __global__ void braces(int *out, int n)
{
    if (threadIdx.x >= n)
        return;
    out[threadIdx.x] = Op{}(n);
}

#pragma pt kernel
template <class Op> __global__ void parentheses(int *out, int n)
{
    if (threadIdx.x >= n)
        return;
    out[threadIdx.x] = Op()(n);
}

#pragma pt kernel
template <class Op> __global__ void element(int *out, int n, const Op *all)
{
    if (threadIdx.x >= n)
        return;
    out[threadIdx.x] = all[1](n);
}

#pragma pt kernel
template <class Op> __global__ void pointed_to(int *out, int n, const Op *one)
{
    if (threadIdx.x >= n)
        return;
    out[threadIdx.x] = (*one)(n);
}

#pragma pt kernel
template <class Op> __global__ void made(int *out, int n)
{
    if (threadIdx.x >= n)
        return;
    out[threadIdx.x] = make<Op>()(n);
}

#pragma pt kernel
template <class Op> __global__ void referred_to(int *out, int n)
{
    const Op &op = Op();
    if (threadIdx.x >= n)
        return;
    out[threadIdx.x] = op(n);
}

#pragma pt kernel
template <class Op> __global__ void chosen(int *out, int n, const Op *all)
{
    if (threadIdx.x >= n)
        return;
    out[threadIdx.x] = (n > 3 ? all[0] : all[1])(n);
}

#pragma pt kernel
template <class Q> __global__ void of_member_type(int *out, int n)
{
    if (threadIdx.x >= n)
        return;
    out[threadIdx.x] = typename Q::type{}(n);
}

// Makes objects and numbers, and calls none of them.
#pragma pt kernel
template <class T> __global__ void only_makes(T *out, int n)
{
    if (threadIdx.x >= n)
        return;
    const T a = T(3), b = T{4}, c = T(), d = typename holds<T>::type(5), e = typename holds<T>::type{6};
    const auto f = holds<T>{{a, b}};
    const T g = static_cast<T>(n);
    out[threadIdx.x] = a + b + c + d + e + f.all[0] + g;
}
