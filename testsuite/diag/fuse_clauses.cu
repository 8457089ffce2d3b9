#pragma pt kernel
__global__ void k(float *t, int n) { t[blockIdx.x * blockDim.x + threadIdx.x] = n; }

void host(float *t, int n)
{
    #pragma pt fuse local()
    {
        k<<<n, 128>>>(t, n);
        k<<<n, 128>>>(t, n);
    }
    #pragma pt fuse local
    {
        k<<<n, 128>>>(t, n);
        k<<<n, 128>>>(t, n);
    }
    #pragma pt fuse local(t u)
    {
        k<<<n, 128>>>(t, n);
        k<<<n, 128>>>(t, n);
    }
    #pragma pt fuse local(t, , 4, t)
    {
        k<<<n, 128>>>(t, n);
        k<<<n, 128>>>(t, n);
    }
    #pragma pt fuse(t)
    {
        k<<<n, 128>>>(t, n);
        k<<<n, 128>>>(t, n);
    }
    #pragma pt fuse keep(t) locl(t)
    {
        k<<<n, 128>>>(t, n);
        k<<<n, 128>>>(t, n);
    }
    #pragma pt loop local(t)
    for (int i = 0; i < n; i++)
        k<<<n, 128>>>(t, n);
}
