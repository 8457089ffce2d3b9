// items(...): which kernels may begin before the launch in front of them has ended.
struct by_value { const float *p; };
template <class T> __device__ T twice(T x) { return x + x; }
__device__ float plainly(const float *x, int i) { return fmaf(x[i], 2.f, sqrtf(x[i + 1])); }
__device__ int half(int n) { return n / 2; }
typedef const float *const __restrict__ constant;
#define BLOCKS(n) (((n) + 63) / 64)

#pragma pt kernel items(BLOCKS(*n))
__global__ void early(const int *n, const float *__restrict__ x, float *, const int last, float4 *y) { y[blockIdx.x] = y[last]; y[0].x = plainly(x, 3); }
#pragma pt kernel items(*n)
__global__ void early_static(const int *n, float *, int *y) { static __device__ int calls; y[blockIdx.x] = atomicAdd(&calls, 1); }
#pragma pt kernel items(half(*n))
__global__ void function_in_count(const int *n, float *y) { y[blockIdx.x] = 1; }
#pragma pt kernel items(*n)
__global__ void class_as_parameter(const int *n, by_value x, float *y) { y[blockIdx.x] = *x.p; }
#pragma pt kernel items(*n)
__global__ void constant_pointer(const int *const n, float *y) { y[blockIdx.x] = 1; }
#pragma pt kernel items(*n)
__global__ void constant_by_name(const int *n, constant x, float *y) { y[blockIdx.x] = *x; }
#pragma pt kernel items(*n)
__global__ void function_pointer(const int *n, float (*f)(float), float *y) { y[blockIdx.x] = f(2.f); }
#pragma pt kernel items(*n)
__global__ void calls_template(const int *n, float *y) { y[blockIdx.x] = twice(2.f); }
#pragma pt kernel items(*n)
template <class T> __global__ void is_template(const int *n, T *y) { y[blockIdx.x] = 1; }
#pragma pt kernel items(*n)
inline __global__ void is_inline(const int *n, float *y) { y[blockIdx.x] = 1; }
