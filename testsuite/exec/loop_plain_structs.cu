// Language, loop: objects that are copied as bytes, as arguments and by `=`: of the program, of C and of CUDA.
// expect: handled
#include <cuda_fp16.h>
#include <time.h>

#include "check.h"

struct step_of { // of a loop
    int add, times;
    float scale;
};

#pragma pt kernel
__global__ void move_by(int *a, step_of s, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = a[i] * s.times + s.add;
}

#pragma pt kernel
__global__ void halve(__half *a, __half by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = __float2half(__half2float(a[i]) * __half2float(by));
}

#pragma pt kernel
__global__ void pitched(cudaPitchedPtr p, timespec t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        static_cast<int *>(p.ptr)[i] += static_cast<int>(t.tv_sec) + static_cast<int>(p.pitch);
}

#pragma pt kernel
__global__ void largest(const int *a, int *found, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMax(found, a[i]);
}

static int value_of(int start, int rounds)
{
    step_of now = {1, 1, 0}, next = {2, 1, 0};
    for (int t = 0; t < rounds; t++) {
        start = start * now.times + now.add;
        const step_of kept = now;
        now = next;
        next = kept;
        next.add += t;
    }
    return start;
}

int main()
{
    const int n = 1000, rounds = 30;
    check::begin("loop_plain_structs");
    int wrong = 0;
    int *a = nullptr, *found = nullptr;
    __half *h = nullptr;
    cudaMalloc(&a, n * sizeof *a);
    cudaMalloc(&found, sizeof *found);
    cudaMalloc(&h, n * sizeof *h);
    static int host[n];
    static __half halves[n];

    for (int i = 0; i < n; i++)
        host[i] = i % 7;
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    step_of now = {1, 1, 0}, next = {2, 1, 0};
    #pragma pt loop
    for (int t = 0; t < rounds; t++) {
        move_by<<<(n + 127) / 128, 128>>>(a, now, n);
        const step_of kept = now;
        now = next;
        next = kept;
        next.add += t;
    }
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += host[i] != value_of(i % 7, rounds);
    check::value("assigned, wrong", wrong, 0);
    check::value("next adds", next.add, 227);

    // What is assigned on the way to a wrong guess is undone.
    for (int i = 0; i < n; i++)
        host[i] = 0;
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    step_of s = {3, 1, 0}, last = {0, 0, 0};
    int most = 0, turns = 0;
    #pragma pt loop
    do {
        move_by<<<(n + 127) / 128, 128>>>(a, s, n);
        cudaMemset(found, 0, sizeof *found);
        largest<<<(n + 127) / 128, 128>>>(a, found, n);
        cudaMemcpy(&most, found, sizeof most, cudaMemcpyDeviceToHost);
        last = s;
        s.add++;
        turns++;
    } while (most < 200);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    check::value("most", most, 207); // 3 + 4 + ... + 20
    check::value("turns", turns, 18);
    check::value("last", last.add, 20);
    check::value("held", host[n - 1], most);

    for (int i = 0; i < n; i++)
        halves[i] = __float2half(1024.0f);
    cudaMemcpy(h, halves, sizeof halves, cudaMemcpyHostToDevice);
    __half by = __float2half(0.5f);
    #pragma pt loop
    for (int t = 0; t < 4; t++)
        halve<<<(n + 127) / 128, 128>>>(h, by, n);
    cudaMemcpy(halves, h, sizeof halves, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += __half2float(halves[i]) != 64.0f;

    cudaPitchedPtr p = make_cudaPitchedPtr(a, 2, n, 1);
    timespec t = {5, 0};
    cudaMemset(a, 0, n * sizeof *a);
    #pragma pt loop
    for (int k = 0; k < 6; k++) {
        pitched<<<(n + 127) / 128, 128>>>(p, t, n);
        p.pitch++;
        timespec later = t;
        later.tv_sec += k;
        t = later;
    }
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    int wanted = 0;
    for (int k = 0, sec = 5; k < 6; sec += k++)
        wanted += sec + 2 + k;
    for (int i = 0; i < n; i++)
        wrong += host[i] != wanted;
    check::value("wrong", wrong, 0);
    return check::finish();
}
