#pragma pt kernel
__global__ void a(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

#pragma pt kernel items(n)
__global__ void b(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

void host(float *out, int n)
{
    #pragma pt fuse
    {
        a<<<n, 128>>>(out, n);
        b<<<n, 128>>>(out, n);
    }
}
