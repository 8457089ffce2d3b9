// Where threads may have left, local objects hide the intrinsics: they must be found, and the intrinsics be meant.
struct pair {
    float a, b;
    __host__ __device__ operator float() const { return a; }
};
__device__ pair __shfl_down_sync(unsigned mask, pair p, int d);
#pragma pt kernel
__global__ void overload(float *out, int n)
{
    if (threadIdx.x >= n)
        return;
    pair p{out[threadIdx.x], 1};
    p = __shfl_down_sync(~0u, p, 1);
    out[blockIdx.x * blockDim.x + threadIdx.x] = p.b;
}
#pragma pt kernel
__global__ void qualified(int *out, int n)
{
    if (threadIdx.x >= n)
        return;
    ::__syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = ::__shfl_xor_sync(~0u, n, 1);
}
