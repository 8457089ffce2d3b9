// A function that is called with its template arguments is none whose address a library is handed.
#include <algorithm>
#include <cuda_runtime.h>

template <class T> __device__ T block_sum(T v, bool)
{
    __syncthreads();
    return v;
}
template <class T> __device__ T sum_of_block(T v) { return block_sum<T>(v, false); }

struct length {
    int v;
};
constexpr bool operator<(length a, length b) { return a.v < b.v; }

#pragma pt kernel
__global__ void shortest(length *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < n)
        out[i] = std::min(out[i], length{n});
}
