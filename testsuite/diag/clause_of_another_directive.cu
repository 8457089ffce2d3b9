#pragma pt kernel mode(nonpt)
__global__ void k(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

void host(float *out, int n)
{
#pragma pt launch groups(16)
    k<<<n / 128 + 1, 128>>>(out, n);
#pragma pt launch schedule(static)
    k<<<n / 128 + 1, 128>>>(out, n);
}
