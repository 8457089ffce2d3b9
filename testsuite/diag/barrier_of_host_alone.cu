// What a function of the host calls is called by no thread of a kernel's: where a template leaves open what is called, it is not meant.
#include <cub/cub.cuh>

template <class T> struct optional {
    T held;
    void reset() { held.Reduce(1); }
};
struct cleaner {
    void operator()(optional<int> &x) { x.reset(); }
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
