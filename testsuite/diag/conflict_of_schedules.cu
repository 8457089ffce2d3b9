#pragma pt kernel schedule(static)
__global__ void k(float *out, int n);

#pragma pt kernel schedule(dynamic)
__global__ void k(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
