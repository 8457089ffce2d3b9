// An operator of CUDA's own is handed values, and not itself; so nothing of the program's runs in it. Neither is a function that is called
// with its template arguments one whose address is taken.
#include <algorithm>
#include <cuda_runtime.h>

struct waits {
    __device__ float operator()(float v) const
    {
        __syncthreads();
        return v;
    }
};
template <class T> __device__ T block_sum(T v, bool)
{
    __syncthreads();
    return v;
}
template <class T> __device__ T sum_of_block(T v) { return block_sum<T>(v, false); }

#pragma pt kernel
__global__ void assigns(float2 *out, const float2 *in, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < n)
        out[i] = in[i];
}
