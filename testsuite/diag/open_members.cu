// What a template leaves open: a functor in a field may wait, a library's function may. A function of the program's own waits for nobody.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cub/cub.cuh>

struct waits {
    __device__ void operator()(float *p) const
    {
        __syncthreads();
        p[threadIdx.x] += 1;
    }
};

template <class O> struct holder {
    O op;
};

struct adder {
    __device__ float apply(float x) const { return x + 1; }
};

#pragma pt kernel
template <class S> __global__ void in_a_field(S s, float *p, int n)
{
    if (threadIdx.x >= n)
        return;
    s.op(p);
}

#pragma pt kernel
template <class P> __global__ void in_a_pair(P pair, float *p, int n)
{
    if (threadIdx.x >= n)
        return;
    pair.first(p);
}

#pragma pt kernel
template <class R> __global__ void of_a_library(R r, int n)
{
    if (threadIdx.x >= n)
        return;
    r.Sum(n);
}

#pragma pt kernel
template <class S> __global__ void of_a_group(S s, int n)
{
    if (threadIdx.x >= n)
        return;
    s.sync();
}

#pragma pt kernel
template <class O> __global__ void of_the_program(O op, float *p, int n)
{
    if (threadIdx.x >= n)
        return;
    p[threadIdx.x] = op.apply(p[threadIdx.x]);
}

struct of_no_name {
    struct : waits {
    } run;
    decltype(waits()) go;
};

#pragma pt kernel
template <class S> __global__ void in_other_fields(S s, float *p, int n)
{
    if (threadIdx.x >= n)
        return;
    s.run(p);
}

#pragma pt kernel
template <class S> __global__ void of_a_type_that_is_computed(S s, float *p, int n)
{
    if (threadIdx.x >= n)
        return;
    s.go(p);
}

// The library's headers call functions of these names, and declare none.
#pragma pt kernel
template <class S> __global__ void only_called_there(S s, float *p, int n)
{
    if (threadIdx.x >= n)
        return;
    p[threadIdx.x] = s.min(n) + s.rank(n);
}

// Names that libraries of collectives have, too, but not for what waits.
struct functor {
    __device__ float get(float x) const { return x; }
    __device__ float reduce(float x, float y) const { return x + y; }
    __device__ float max(float x, float y) const { return x < y ? y : x; }
    __device__ void swap(float &x) const { x = -x; }
};

#pragma pt kernel
template <class F> __global__ void of_functors(F f, float *p, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    p[i] = f.reduce(f.get(p[i]), f.max(p[i], 0));
    f.swap(p[i]);
}

void launch_functors(float *p) { of_functors<<<4, 64>>>(functor(), p, 200); }
