#pragma pt kernel
__global__ void k(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

void host(float *out, int n)
{
#pragma pt launch mode(fast)
    k<<<n / 128 + 1, 128>>>(out, n);
#pragma pt launch mode(groups)
    k<<<n / 128 + 1, 128>>>(out, n);
#pragma pt launch mode(groups(0))
    k<<<n / 128 + 1, 128>>>(out, n);
#pragma pt launch mode(max) mode(nonpt)
    k<<<n / 128 + 1, 128>>>(out, n);
#pragma pt launch nonpt
    k<<<n / 128 + 1, 128>>>(out, n);
}
