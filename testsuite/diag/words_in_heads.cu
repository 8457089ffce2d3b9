#define HERE __LINE__
#define MORE NEXT(1)
#define NEXT(x) (x + __COUNTER__)
#pragma pt kernel
__global__ void line(int *out, int at = __LINE__) { out[blockIdx.x] = at; }
#pragma pt kernel
template <int L = HERE> __global__ void behind_macro(int *out) { out[blockIdx.x] = L; }
#pragma pt kernel
__global__ void __launch_bounds__(64 + __COUNTER__) counts(int *out) { out[blockIdx.x] = __LINE__ + HERE; }
__device__ int helper(int x, int at = MORE) { return x + at + blockIdx.x; }
#pragma pt kernel
__global__ void calls(int *out) { out[blockIdx.x] = helper(1); }
#pragma pt kernel
__global__ void in_body(int *out) { out[blockIdx.x] = MORE; }
