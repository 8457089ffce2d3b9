// Loads by a cache that a barrier of the grid does not clean, in operators and conversions that no text calls.
#include <cuda_runtime.h>

struct view {
    const float *p;
    __device__ float operator[](int i) const { return __ldg(p + i); }
};
struct first {
    const float *p;
    __device__ operator float() const { return __ldg(p); }
};
struct numbers {
    float a, b;
};
template <class V> __device__ float at(const V &v, int i) { return v[i]; }

#pragma pt kernel
template <class V> __global__ void of_template(V in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x] + 1;
}

#pragma pt kernel
__global__ void behind_template(view in, float *out)
{
    out[threadIdx.x] = at(in, threadIdx.x) + 1;
}

#pragma pt kernel
__global__ void in_braces(first in, float *out)
{
    numbers n = {in, 1};
    out[threadIdx.x] = n.a + n.b;
}

template <class F> __device__ float called(F f) { return f(); }
struct loads {
    const float *p;
    __device__ float operator()() const { return __ldg(p); }
};

#pragma pt kernel
template <class F> __global__ void by_name(F f, float *out)
{
    out[threadIdx.x] = called(f);
}

__device__ float load(const float *p) { return __ldg(p); }
__device__ float (*const loader)(const float *) = load;

#pragma pt kernel
__global__ void by_pointer(const float *in, float *out)
{
    out[threadIdx.x] = loader(in);
}

#pragma pt kernel
__global__ void plain(const float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x] + 1;
}

void host(float *a, float *b, int n)
{
#pragma pt loop
    for (int i = 0; i < n; i++)
        of_template<view><<<1, 32>>>(view{a}, b);
#pragma pt loop
    for (int i = 0; i < n; i++)
        behind_template<<<1, 32>>>(view{a}, b);
#pragma pt loop
    for (int i = 0; i < n; i++)
        in_braces<<<1, 32>>>(first{a}, b);
#pragma pt loop
    for (int i = 0; i < n; i++)
        by_name<loads><<<1, 32>>>(loads{a}, b);
#pragma pt loop
    for (int i = 0; i < n; i++)
        by_pointer<<<1, 32>>>(a, b);
#pragma pt loop
    for (int i = 0; i < n; i++)
        plain<<<1, 32>>>(a, b);
}
