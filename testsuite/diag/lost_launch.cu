// What a name that does not resolve stands for is not known, and clang drops the launch in silence.
#pragma pt kernel
__global__ void k(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

void host(float *out, int n)
{
    k<<<n, 128>>>(out, n);
    missing<<<n, 128>>>(out, n);
}
