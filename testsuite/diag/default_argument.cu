__device__ float scaled(float x, int block = blockIdx.x)
{
    return x * block;
}

#pragma pt kernel
__global__ void k(float *out)
{
    out[threadIdx.x] = scaled(2);
}
