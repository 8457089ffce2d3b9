__global__ void k(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

void host(float *out, int n)
{
    #pragma pt kernel
    k<<<n / 128 + 1, 128>>>(out, n);
}
__global__ void after(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
