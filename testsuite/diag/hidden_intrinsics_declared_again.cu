// What is declared once more is CUDA's own, and not the program's.
extern __device__ __device_builtin__ void __syncthreads(void);
#pragma pt kernel
__global__ void declared_again(int *out, int n)
{
    if (threadIdx.x >= n)
        return;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = n;
}
