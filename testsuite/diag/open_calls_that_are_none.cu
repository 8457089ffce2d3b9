// What a template leaves open and is no call of a value: conversions, and a mask of CUB's that waits for nobody. All are accepted.
#include <cub/cub.cuh>
__device__ int together(int *v)
{
    auto meet = [&](int i) { __syncthreads(); return v[i]; };
    return meet(3);
}

#pragma pt kernel
template <class T> __global__ void converts(T *v, int n)
{
    if (threadIdx.x >= n)
        return;
    T sum = v[threadIdx.x];
    v[threadIdx.x] = float(sum) + T(sum);
}
template __global__ void converts(float *, int);

template <int N> struct masked {
    unsigned mask;
    __device__ masked() : mask(cub::WarpMask<N>(threadIdx.x / N)) {}
};
struct add {
    template <class F> __device__ float operator()(float *p, float v, const F &f) { return *p = f(*p, v); }
};
inline __device__ void put(float *p, float v) { add()(p, v, [](float a, float b) { return a + b; }); }
template <int N> __device__ unsigned first_mask() { return masked<N>().mask; }

#pragma pt kernel
template <class T, int N> __global__ void puts(T *out, T v, int n)
{
    if (threadIdx.x < n)
        put(out, v);
}
template __global__ void puts<float, 3>(float *, float, int);
