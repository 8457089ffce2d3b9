#include <atomic>

void elsewhere(int);
float *other_memory(int);

__global__ void plain(float *a)
{
    a[blockIdx.x] = 0;
}

#pragma pt kernel
__global__ void fill(float *a, int n)
{
    a[blockIdx.x] = n;
}

#pragma pt kernel
__global__ void cached(const float *a, float *b)
{
    b[blockIdx.x] = ::__ldg(a + blockIdx.x); // not the name that the step gives another meaning
}

#pragma pt kernel
template <class T> __global__ void scaled(T *a, int n)
{
    a[blockIdx.x] *= n;
}

#pragma pt kernel
__global__ void waits(volatile int *flag)
{
    while (flag[blockIdx.x] == 0)
        ;
}

#pragma pt kernel items(*count)
__global__ void counted(const int *count, float *a)
{
    a[blockIdx.x] = 1;
}

#define SYNCHRONIZE() ::cudaDeviceSynchronize()
#define CALL(f) f

void wrong_places(float *a, int n)
{
    #pragma pt loop
    fill<<<n, 1>>>(a, n);
    #pragma pt loop
    if (n)
        fill<<<n, 1>>>(a, n);
}

void stays(float *a, float *b, int *flag, volatile int *seen, int n)
{
    #pragma pt loop
    for (int i = 0; i < n; i++)
        plain<<<n, 1>>>(a);
    #pragma pt loop
    for (int i = 0; i < n; i++)
        cached<<<n, 1>>>(a, b);
    #pragma pt loop
    for (int i = 0; i < n; i++)
        scaled<<<n, 1>>>(a, i);
    #pragma pt loop
    for (int i = 0; i < n; i++)
        waits<<<n, 1>>>(flag);
    #pragma pt loop
    for (int i = 0; i < n; i++)
        counted<<<n, 1>>>(flag, a);
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        fill<<<n, 1>>>(a, i);
        SYNCHRONIZE();
    }
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        fill<<<n, 1>>>(a, i);
        while (*seen <= i)
            ;
    }
    #pragma pt loop
    for (int i = 0; i < n; i++)
        #pragma pt loop
        for (int k = 0; k < n; k++)
            fill<<<n, 1>>>(a, k);
    #pragma pt loop
    while (n--)
        elsewhere(n);
    void (*pointer)(float *, int) = fill;
    #pragma pt loop
    while (n--)
        pointer<<<n, 1>>>(a, n);
}

void ends(float *a, const float *b, float *sum, int n, std::atomic<int> &ready, void (*report)(int))
{
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        fill<<<n, 1>>>(a, i);
        scaled<float><<<n, 1>>>(a, i);
        elsewhere(i);
        report(i);
        *sum += *other_memory(i);
        ready.load();
        CALL(cudaEventQuery(0));
        cudaDeviceSynchronize();
    }
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        float first = 0;
        fill<<<n, 1>>>(a, i);
        cudaDeviceSynchronize();
        cudaMemcpy(&first, a, sizeof first, cudaMemcpyDeviceToHost);
        if (first < 0)
            break;
    }
}

struct owner {
    float *memory;
    ~owner() { cudaFree(memory); }
};

void unwritten(float *a, float **all, int n)
{
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        owner scratch{all[i]};
        fill<<<n, 1>>>(scratch.memory, i);
    }
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        auto later = [&] { fill<<<n, 1>>>(a, i); };
        later();
    }
    auto copy = [=](float *to) { cudaMemcpy(to, a, sizeof *to, cudaMemcpyDeviceToHost); };
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        fill<<<n, 1>>>(a, i);
        copy(all[i]);
        delete all[i];
    }
}

__device__ void fill_from_device(float *a, int n)
{
    if (threadIdx.x == 0)
        plain<<<n, 1>>>(a);
}

#pragma pt kernel
__global__ void launches(float *a, int n)
{
    fill_from_device(a + blockIdx.x, n);
}

void from_device(float *a, int n)
{
    #pragma pt loop
    for (int i = 0; i < n; i++)
        launches<<<n, 1>>>(a, i);
}

__device__ float loaded(const float *a) { return __ldg(a); }
#pragma pt kernel
__global__ void cached_elsewhere(const float *a, float *b)
{
    b[blockIdx.x] = loaded(a + blockIdx.x);
}
#pragma pt kernel
__global__ void cached_in_lambda(const float *a, float *b)
{
    b[blockIdx.x] = [&] { return __ldg(a + blockIdx.x); }();
}
#pragma pt kernel
__global__ void loads(const float *a, float *b)
{
    b[blockIdx.x] = __ldg(a + blockIdx.x);
}

void through_caches(float *a, float *b, int n)
{
    #pragma pt loop
    for (int i = 0; i < n; i++)
        cached_elsewhere<<<n, 1>>>(a, b);
    #pragma pt loop
    for (int i = 0; i < n; i++)
        cached_in_lambda<<<n, 1>>>(a, b);
    #pragma pt loop
    for (int i = 0; i < n; i++)
        loads<<<n, 1>>>(a, b);
}
