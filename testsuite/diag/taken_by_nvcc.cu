// What nvcc compiles, and clang calls an error: nothing is missing of it then. And names that a missing header would declare, in text that stays.
#include <memory>
#include <nowhere/flags.h>

namespace gflags = google;
template <class T> using pinned = std::vector<T, nowhere::deeper::pinned_allocator<T>>;
template <class Allocator> struct table {
    using atom = typename std::allocator_traits<Allocator>::rebind_alloc<int>;
    atom a;
};
typedef unsigned index_type;

#pragma pt kernel
__global__ void words(const __restrict__ index_type *src, float *x)
{
    __device__ __shared__ float s[32];
    __shared__ __device__ float t[32];
    s[threadIdx.x] = t[threadIdx.x] = x[threadIdx.x] + src[0];
    __syncthreads();
    x[threadIdx.x] = s[31 - threadIdx.x] + t[0];
}

// No memory of the block, for nvcc neither.
#pragma pt kernel
__global__ void of_the_device(float *x)
{
    __device__ float s[32];
    s[threadIdx.x] = x[threadIdx.x];
    x[0] = s[1];
}

__device__ __inline__ void body(const float *in, float *out, const bool *valid, const unsigned bx = blockIdx.x)
{
    __shared__ float s[128];
    if (valid && !valid[bx])
        return;
    s[threadIdx.x] = in[bx * 128 + threadIdx.x];
    __syncthreads();
    out[bx * 128 + threadIdx.x] = s[127 - threadIdx.x];
}

#pragma pt kernel
__global__ void by_default(const float *in, float *out, const bool *valid) { body(in, out, valid); }

int main()
{
    table<std::allocator<char>> t;
    words<<<1, 32>>>(nullptr, nullptr);
    (void)t;
}
