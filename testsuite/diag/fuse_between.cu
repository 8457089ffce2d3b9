// What stands between the launches of a block, and could see that they have not been made yet.
#include <cuda_runtime.h>

#pragma pt kernel
__global__ void next(const float *a, float *t, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[i] = a[i] + 1;
}

void look(const float *t);
struct copies_back {
    float *from, *to;
    copies_back(float *f, float *t) : from(f), to(t) {}
    ~copies_back() { cudaMemcpy(to, from, 4, cudaMemcpyDeviceToHost); }
    float *get() const { return from; }
};

void between(float *a, float *b, float *c, float *host, int *flag, int n)
{
    #pragma pt fuse
    {
        look(a);
        next<<<n, 64>>>(a, b, n);
        look(b);
        next<<<n, 64>>>(b, c, n);
        look(c);
    }
    #pragma pt fuse
    {
        next<<<n, 64>>>(copies_back(a, host).get(), b, n);
        next<<<n, 64>>>(b, c, n);
    }
    #pragma pt fuse
    {
        next<<<n, 64>>>(a, b, n);
        while (n > 4)
            n--;
        next<<<n, 64>>>(b, c, n);
    }
    #pragma pt fuse
    {
        next<<<n, 64>>>(a, b, n);
        if (!__atomic_load_n(flag, __ATOMIC_ACQUIRE))
            n = 3;
        next<<<n, 64>>>(b, c, n);
    }
    #pragma pt fuse
    {
        next<<<n, 64>>>(a, b, n);
    again:
        next<<<n, 64>>>(b, c, n);
        if (n-- > 5)
            goto again;
    }
    #pragma pt loop
    while (!__atomic_load_n(flag, __ATOMIC_ACQUIRE)) {
        next<<<n, 64>>>(a, b, n);
        next<<<n, 64>>>(b, c, n);
    }
}
