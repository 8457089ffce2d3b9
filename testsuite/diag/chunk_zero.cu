#pragma pt kernel schedule(dynamic, 0)
__global__ void a(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

#pragma pt kernel schedule(guided, 0x0u)
__global__ void b(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
