// The same for a function, alone in its file: what is handed anywhere counts everywhere.
#include <thrust/execution_policy.h>
#include <thrust/transform.h>
__device__ int waiting(int a) { __syncthreads(); return a; }
#pragma pt kernel
__global__ void d(const int *in, int *out)
{
    if (threadIdx.x > 40) return;
    thrust::transform(thrust::seq, in, in + 3, out, waiting);
}
