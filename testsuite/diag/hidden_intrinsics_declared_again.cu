// What is declared once more is CUDA's own, and not the program's; what a namespace or a class declares is the program's.
extern __device__ __device_builtin__ void __syncthreads(void);
#pragma pt kernel
__global__ void declared_again(int *out, int n)
{
    if (threadIdx.x >= n)
        return;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

namespace own {
__device__ void __syncthreads() { asm volatile("bar.sync 0;" ::: "memory"); }
}
struct tile {
    __device__ void __syncthreads() { asm volatile("bar.sync 1, 64;" ::: "memory"); }
};
#pragma pt kernel
__global__ void in_namespace(int *out, int n)
{
    if (threadIdx.x >= n)
        return;
    own::__syncthreads();
    out[blockIdx.x] = n;
}
#pragma pt kernel
__global__ void imported(int *out, int n)
{
    using own::__syncthreads;
    if (threadIdx.x >= n)
        return;
    __syncthreads();
    out[blockIdx.x] = n;
}
#pragma pt kernel
__global__ void of_object(int *out, int n)
{
    if (threadIdx.x >= n)
        return;
    tile t;
    t.__syncthreads();
    out[blockIdx.x] = n;
}
