#pragma pt kernel groups(2 per sm)
__global__ void a(float *out, int n);

#pragma pt kernel groups(2)
__global__ void a(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

#pragma pt kernel order(tile(8, 4))
__global__ void b(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

#pragma pt kernel order(tile(4, 8))
__global__ void b(float *out, int n);
