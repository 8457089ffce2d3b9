// items(...): which kernels may begin before the launch in front of them has ended. None that may read through a cache that does not see
// what is written meanwhile, nor what is not known to.
struct of_pointers { const float *p; __device__ float at(int i) const { return p[i]; } };
struct with_operator { const float *p; __device__ float operator[](int i) const { return __ldg(p + i); } };
struct with_constructor { float v; __device__ with_constructor(const float *p) : v(__ldg(p)) {} };
__device__ float plainly(const float *x, int i) { return fmaf(x[i], 2.f, sqrtf(x[i + 1])); }
__device__ float through_cache(const float *x, int i) { return __ldg(x + i); }
__device__ int elsewhere(const float *x);
__device__ int half(int n) { return n / 2; }
#define BLOCKS(n) (((n) + 63) / 64)
#define CACHED(n) BLOCKS(__ldg(n))

#pragma pt kernel items(BLOCKS(*n))
__global__ void early(const int *n, const float *__restrict__ x, float *, of_pointers s, float *y) { y[blockIdx.x] = plainly(x, 3) + s.at(blockIdx.x); }
#pragma pt kernel items(*n)
__global__ void cached_load(const int *n, const float *x, float *y) { y[blockIdx.x] = __ldg(x); }
#pragma pt kernel items(*n)
__global__ void load_in_function(const int *n, const float *x, float *y) { y[blockIdx.x] = through_cache(x, 1); }
#pragma pt kernel items(*n)
__global__ void load_in_operator(const int *n, with_operator x, float *y) { y[blockIdx.x] = x[1]; }
#pragma pt kernel items(*n)
__global__ void load_in_constructor(const int *n, const float *x, float *y) { with_constructor c(x); y[blockIdx.x] = c.v; }
#pragma pt kernel items(CACHED(n))
__global__ void load_in_count(const int *n, float *y) { y[blockIdx.x] = 1; }
#pragma pt kernel items(half(*n))
__global__ void function_in_count(const int *n, float *y) { y[blockIdx.x] = 1; }
#pragma pt kernel items(*n)
__global__ void assembly(const int *n, const float *x, float *y) { float v; asm("ld.global.nc.f32 %0, [%1];" : "=f"(v) : "l"(x)); y[blockIdx.x] = v; }
#pragma pt kernel items(*n)
__global__ void function_pointer(const int *n, float (*f)(float), float *y) { y[blockIdx.x] = f(2.f); }
#pragma pt kernel items(*n)
template <class F> __global__ void functor(const int *n, F f, float *y) { y[blockIdx.x] = f(1); }
#pragma pt kernel items(*n)
__global__ void constant_pointer(const int *const n, float *y) { y[blockIdx.x] = 1; }
