// Blocks of launches that cannot be made as one, and arrays that cannot be local: each stays as it is, with the reason.
#include <cuda_runtime.h>

#pragma pt kernel
__global__ void square(const float *a, float *t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[i] = a[i] * a[i];
}

#pragma pt kernel
__global__ void shift(const float *t, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n)
        c[i] = t[i + 1];
}

#pragma pt kernel schedule(dynamic)
__global__ void by_tickets(float *t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[i] += 1;
}

#pragma pt kernel items(n)
__global__ void counted(float *t, int n)
{
    t[blockIdx.x * blockDim.x + threadIdx.x] += n;
}

#pragma pt kernel
__global__ void with_barrier(float *t, int n)
{
    __shared__ float s[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = t[i];
    __syncthreads();
    t[i] = s[127 - threadIdx.x];
}

#pragma pt kernel
__global__ void adds(float *t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&t[i], 1.0f);
}

__device__ float everywhere[1000];
#pragma pt kernel
__global__ void global_array(float *t)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    t[i] = everywhere[i];
}

#pragma pt kernel
__global__ void by_address(float *t)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    *(t + i) = 1;
}

struct view {
    float *data;
};
#pragma pt kernel
__global__ void by_object(view v)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    v.data[i] = 1;
}

__global__ void plain(float *t) { t[threadIdx.x] = 1; }

#pragma pt kernel order(longest)
__global__ void longest(float *t) { t[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

void places(float *a, float *t, float *c, int n, cudaStream_t s)
{
    #pragma pt fuse
    for (int i = 0; i < n; i++)
        square<<<n, 128>>>(a, t, n);
    #pragma pt fuse
    {
        square<<<n, 128>>>(a, t, n);
    }
    #pragma pt fuse
    {
        square<<<n, 128>>>(a, t, n);
        if (n > 3)
            square<<<n, 128>>>(t, c, n);
    }
    #pragma pt fuse
    {
        square<<<n, 128>>>(a, t, n);
        for (int i = 0; i < 3; i++) {
            square<<<n, 128>>>(t, c, n);
        }
    }
    #pragma pt fuse
    {
        square<<<n, 128>>>(a, t, n);
        cudaMemcpyAsync(c, t, n, cudaMemcpyDeviceToDevice, s);
        square<<<n, 128>>>(t, c, n);
    }
    #pragma pt fuse
    {
        square<<<n, 128>>>(a, t, n);
        if (cudaDeviceSynchronize() != cudaSuccess)
            return;
        square<<<n, 128>>>(t, c, n);
    }
    #pragma pt fuse
    {
        square<<<n, 128>>>(a, t, n);
        if (n > 4)
            return;
        square<<<n, 128>>>(t, c, n);
    }
    #pragma pt fuse
    {
        square<<<n, 128>>>(a, t, n);
        #pragma pt launch mode(max)
        square<<<n, 128>>>(t, c, n);
    }
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        #pragma pt fuse
        {
            square<<<n, 128>>>(a, t, n);
            square<<<n, 128>>>(t, c, n);
        }
    }
}

void kernels(float *a, float *t, int n)
{
    #pragma pt fuse
    {
        square<<<n, 128>>>(a, t, n);
        by_tickets<<<n, 128>>>(t, n);
    }
    #pragma pt fuse
    {
        square<<<n, 128>>>(a, t, n);
        counted<<<n, 128>>>(t, n);
    }
    #pragma pt fuse
    {
        square<<<n, 128>>>(a, t, n);
        with_barrier<<<n, 128>>>(t, n);
    }
    #pragma pt fuse
    {
        square<<<n, 128>>>(a, t, n);
        adds<<<n, 128>>>(t, n);
    }
    #pragma pt fuse
    {
        global_array<<<n, 128>>>(t);
        square<<<n, 128>>>(a, t, n);
    }
    #pragma pt fuse
    {
        by_address<<<n, 128>>>(t);
        square<<<n, 128>>>(a, t, n);
    }
    #pragma pt fuse
    {
        by_object<<<n, 128>>>(view{t});
        square<<<n, 128>>>(a, t, n);
    }
    #pragma pt fuse
    {
        plain<<<n, 128>>>(t);
        square<<<n, 128>>>(a, t, n);
    }
    #pragma pt fuse
    {
        longest<<<n, 128>>>(t);
        longest<<<n, 128>>>(t);
    }
}

void locals(float *a, float *t, float *c, int n)
{
    #pragma pt fuse local(t)
    {
        square<<<n, 128>>>(a, t, n);
        shift<<<n, 128>>>(t, c, n);
    }
    #pragma pt fuse local(unknown)
    {
        square<<<n, 128>>>(a, t, n);
        square<<<n, 128>>>(t, c, n);
    }
    #pragma pt fuse local(n, t)
    {
        square<<<n, 128>>>(a, t, n);
        square<<<n, 128>>>(t++, c, n);
    }
}

__device__ void on_the_device(float *t)
{
    #pragma pt fuse
    {
        t[0] = 1;
    }
}
