__global__ void k(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

void host(float *out, int n)
{
#pragma pt launch mode(max)
    k<<<n / 128 + 1, 128>>>(out, n);
}
