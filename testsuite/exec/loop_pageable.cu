// #pragma pt loop: kernels that are given the address of a variable of the host by a pointer, where the device reaches all of its memory
// (heterogeneous memory management; else nothing is launched).
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void increase(int *value)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        ++*value;
}

constexpr int steps = 5, expected = 15; // 1 + 2 + 3 + 4 + 5

static int by_pointer()
{
    int counted = 0, sum = 0, *const pointer = &counted;
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(pointer);
        CUDA_OK(cudaDeviceSynchronize());
        sum += counted;
    }
    return sum;
}

struct counter {
    double unused;
    int *to;
};

#pragma pt kernel
__global__ void increase_in(counter c)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        ++*c.to;
}

static int by_member()
{
    int counted = 0, sum = 0;
    const counter c{2.5, &counted};
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase_in<<<2, 32>>>(c);
        CUDA_OK(cudaDeviceSynchronize());
        sum += counted;
    }
    return sum;
}

int main()
{
    check::begin("loop_pageable");
    int device = 0, reaches_all = 0;
    CUDA_OK(cudaGetDevice(&device));
    CUDA_OK(cudaDeviceGetAttribute(&reaches_all, cudaDevAttrPageableMemoryAccess, device));
    check::value("by a pointer", reaches_all ? by_pointer() : expected, expected);
    check::value("by a member", reaches_all ? by_member() : expected, expected);
    return check::finish();
}
