// The same, as functions for both sides.
#include <cub/cub.cuh>

template <class T> struct optional {
    T held;
    __host__ __device__ void reset() { held.Reduce(1); }
};
struct cleaner {
    __host__ __device__ void operator()(optional<int> &x) { x.reset(); }
};
template <class T, class F> __device__ void apply(T *p, F f) { f(*p); }
#pragma pt kernel
template <class T, class F> __global__ void values(T *p, int n, F f)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    apply(p + i, f);
}
