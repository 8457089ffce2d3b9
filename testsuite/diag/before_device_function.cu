#pragma pt kernel
__device__ int helper(int i)
{
    return i + 1;
}
__global__ void k(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
