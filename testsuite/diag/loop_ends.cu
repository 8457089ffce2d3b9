// What a loop looks at by other means than its text, and where it may not run ahead.
#include <cuda_runtime.h>

__constant__ int scale[2], shift;
static volatile int turn;

#pragma pt kernel
__global__ void count_down(int *left, int *flag) { *flag = --*left > 0; }

#pragma pt kernel
__global__ void scaled(int *a) { a[blockIdx.x] *= scale[1]; }

__device__ int shifted(int x) { return x << shift; }

#pragma pt kernel
__global__ void scaled_by_call(int *a) { a[blockIdx.x] = shifted(a[blockIdx.x]); }

void constants(int *a, int *where, int n)
{
    cudaGetSymbolAddress((void **)&where, scale);
    #pragma pt loop
    for (int i = 0; i < n; i++)
        scaled<<<n, 32>>>(a);
    #pragma pt loop
    for (int i = 0; i < n; i++)
        scaled_by_call<<<n, 32>>>(a);
}

void tells(int *left, int *flag, int n)
{
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        count_down<<<n, 32>>>(left, flag);
        cudaDeviceSynchronize();
        turn = i;
    }
}

#define FOR(k, n) for (int k = 0; k < n; k++)

int next(int &n) { return ++n; }

void inner(int *left, int *flag, int n, int step)
{
    int again = 1;
    #pragma pt loop
    while (again) {
        for (int k = 0; k < n; k++)
            count_down<<<n, 32>>>(left, flag);
        n *= 2;
        cudaMemcpy(&again, flag, sizeof again, cudaMemcpyDeviceToHost);
    }
    #pragma pt loop
    while (again) {
        for (int k = 0; k < n; k++) {
            count_down<<<n, 32>>>(left, flag);
            k -= step;
        }
        cudaMemcpy(&again, flag, sizeof again, cudaMemcpyDeviceToHost);
    }
    #pragma pt loop
    while (again) {
        FOR(k, n)
            count_down<<<n, 32>>>(left, flag);
        cudaMemcpy(&again, flag, sizeof again, cudaMemcpyDeviceToHost);
    }
    #pragma pt loop
    while (again) { // nothing changes what these go by
        for (int k = 0; k < n; k += 2)
            count_down<<<n, 32>>>(left, flag);
        for (int k = 0; k < step; k++)
            count_down<<<n, 32>>>(left, flag);
        cudaMemcpy(&again, flag, sizeof again, cudaMemcpyDeviceToHost);
    }
}
