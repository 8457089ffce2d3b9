// A library is handed what waits for other threads, and this kernel's threads may leave it before.
#include <thrust/execution_policy.h>
#include <thrust/transform.h>
#include <thrust/functional.h>
struct waits { __device__ int operator()(int a) const { __syncthreads(); return a; } };
__device__ int votes(int a) { return __any_sync(~0u, a); }

#pragma pt kernel
__global__ void functor(const int *in, int *out)
{
    if (threadIdx.x > 40)
        return;
    thrust::transform(thrust::seq, in, in + 3, out, waits());
}

#pragma pt kernel
__global__ void function(const int *in, int *out)
{
    if (threadIdx.x > 40)
        return;
    thrust::transform(thrust::seq, in, in + 3, out, votes);
}

#pragma pt kernel
template <class F> __global__ void open(const int *in, int *out, F f)
{
    if (threadIdx.x > 40)
        return;
    thrust::transform(thrust::seq, in, in + 3, out, f);
}

#pragma pt kernel
__global__ void all_come(const int *in, int *out)
{
    thrust::transform(thrust::seq, in, in + 3, out, waits());
    out[blockIdx.x] = 1;
}
