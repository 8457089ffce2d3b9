// Returns by what functions of the program compute from values that all threads of the block have, before a library's barrier; and loops over arrays.
#include <cub/cub.cuh>

__host__ __device__ inline unsigned ceil_div(unsigned a, unsigned b) { return (a + b - 1) / b; }
template <class T> __host__ __device__ constexpr T round_up(T a, T b) { return ceil_div(a, b) * b; }
namespace math {
__device__ int twice(int a) { return 2 * a; }
}

__device__ unsigned of_thread(unsigned a) { return a + threadIdx.x; }
__device__ unsigned of_memory(const unsigned *a) { return *a; }
__device__ unsigned element(const unsigned *a) { return a[0]; }
__device__ unsigned counted(unsigned a)
{
    static unsigned calls;
    return a + calls++;
}
__device__ unsigned operator/(dim3 a, unsigned b) { return a.x / b + threadIdx.x; }
__device__ unsigned divided(dim3 a, unsigned b) { return a / b; }
__device__ unsigned limit;
__device__ unsigned more_than_limit(unsigned a) { return a + limit; }

#pragma pt kernel
__global__ void by_thread(const float *in, float *out, unsigned d)
{
    __shared__ typename cub::BlockReduce<float, 128>::TempStorage t;
    if (of_thread(blockIdx.y) >= d)
        return;
    out[blockIdx.y] = cub::BlockReduce<float, 128>(t).Sum(in[threadIdx.x]);
}

#pragma pt kernel
__global__ void by_more(const float *in, float *out, unsigned d)
{
    __shared__ typename cub::BlockReduce<float, 128>::TempStorage t;
    if (counted(blockIdx.y) >= d)
        return;
    out[blockIdx.y] = cub::BlockReduce<float, 128>(t).Sum(in[threadIdx.x]);
}

#pragma pt kernel
__global__ void by_variable(const float *in, float *out)
{
    __shared__ typename cub::BlockReduce<float, 128>::TempStorage t;
    if (more_than_limit(blockIdx.y) >= 5)
        return;
    out[blockIdx.y] = cub::BlockReduce<float, 128>(t).Sum(in[threadIdx.x]);
}

#pragma pt kernel
__global__ void by_own_operator(const float *in, float *out)
{
    __shared__ typename cub::BlockReduce<float, 128>::TempStorage t;
    if (divided(gridDim, 4) > 5)
        return;
    out[blockIdx.y] = cub::BlockReduce<float, 128>(t).Sum(in[threadIdx.x]);
}

struct every {
    int of[4];
    __device__ int *begin() { return of; }
    __device__ int *end() { return of + threadIdx.x % 4; }
};

#pragma pt kernel
__global__ void over_some(int *x)
{
    every v;
    for (auto &i : v)
        i += __shfl_up_sync(0xffffffff, i, 1);
    x[threadIdx.x] = v.of[0];
}

// None of these.
#pragma pt kernel
template <unsigned BLOCK> __global__ void let_through(const float *in, float *out, unsigned d, unsigned slices)
{
    const unsigned by = blockIdx.y;
    const unsigned stride = ceil_div(d, slices);
    const unsigned start = by * round_up<unsigned>(stride, sizeof(float));
    if (start >= d || math::twice(by) > min(d, 7u))
        return;
    __shared__ typename cub::BlockReduce<float, BLOCK>::TempStorage t;
    float v = start + threadIdx.x < d ? in[start + threadIdx.x] : 0.f;
    float s = cub::BlockReduce<float, BLOCK>(t).Sum(v);
    if (threadIdx.x == 0)
        out[by] = s;
}
template __global__ void let_through<128>(const float *, float *, unsigned, unsigned);

#pragma pt kernel
__global__ void over_array(int *x)
{
    int v[4];
    for (auto &i : v)
        i = x[threadIdx.x];
    for (auto &i : v)
        i += __shfl_up_sync(0xffffffff, i, 1);
    for (int i = 0; i < 4; i++)
        x[threadIdx.x * 4 + i] = v[i];
}

// What is called by a value, or as a member template of another class, is no member by its name.
template <class F> __device__ void call(F f) { f(1); }
template <class K> struct sorter {
    template <class C> __device__ K pass(K x, int n, C is_less) const { return is_less(x, n) ? x : n; }
    template <class C> __device__ K sort(K x, int n, C is_less) const
    {
        for (int i = 0; i < n; ++i)
            x = pass(x, n, is_less);
        return x;
    }
};
struct less {
    __device__ bool operator()(int a, int b) const { return a < b; }
};
class barrier {
    unsigned *d;

public:
    __device__ void sync() const
    {
        __syncthreads();
        d[blockIdx.x] = 1;
    }
};

#pragma pt kernel
__global__ void by_member(int *x, barrier b)
{
    if (threadIdx.x > 100)
        return;
    b.sync();
    x[0] = sorter<int>().sort(x[1], 3, less());
}
