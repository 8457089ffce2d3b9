#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ void helper() { cg::this_grid().sync(); }

#pragma pt kernel
__global__ void jumps(int *x, int n)
{
    for (int i = 0; i < n; i++) {
        if (blockIdx.x == i)
            continue;
        #pragma pt barrier
        x[i] = 1;
    }
    switch (n) {
    case 1:
        if (threadIdx.x > 3)
            break;
        #pragma pt barrier
    }
}

#pragma pt kernel
__global__ void back(int *x, int n)
{
    int t = 0;
top:
    #pragma pt barrier
    if (++t < x[blockIdx.x])
        goto top;
}

#pragma pt kernel
__global__ void past(int *x)
{
    if (threadIdx.x > 8)
        goto out;
    helper();
out:
    x[0] = 1;
}

#pragma pt kernel schedule(dynamic)
__global__ void returns_on_the_way(int *x, int n)
{
    int t = 0;
top:
    __syncthreads();
    if (threadIdx.x > 8 + t)
        return;
    if (++t < n)
        goto top;
    x[blockIdx.x] = t;
}

#define IF(c) if (c) {
#define ELSE } else {
#define END }
#pragma pt kernel
__global__ void entered_between(int *x, int n)
{
    switch (n) {
    case 0:
        #pragma pt barrier arrive
        { case 1: x[0]++; }
        #pragma pt barrier wait
    }
    IF(n > 3)
        x[1]++;
        #pragma pt barrier arrive
        x[2]++;
    ELSE
        x[3]++;
        #pragma pt barrier wait
    END
    #pragma pt barrier arrive
again:
    x[1]++;
    #pragma pt barrier wait
    if (n > 4)
        goto again;
}

#pragma pt kernel
__global__ void no_statement(int *x, int n)
{
    int a[2] = {
    #pragma pt barrier
    1, 2 };
    struct S {
        #pragma pt barrier
        int y;
    };
    int b = n ? 1 :
    #pragma pt barrier
    2;
    switch (n) case 3:
    #pragma pt barrier
    x[0] = a[0] + b;
    if (n > 100) lab:
    #pragma pt barrier
    x[1] = 1;
}

// These are statements.
#pragma pt kernel
__global__ void statements(int *x, int n)
{
    switch (n) {
    case 1 ? 2 : 3:
    case 4:
    default:
        #pragma pt barrier
        x[0] = 1;
    }
lab:
other:
    #pragma pt barrier
    {
        #pragma pt barrier
    }
    do {
        #pragma pt barrier
    } while (n-- > 3);
    if (n) {
        x[0] = 1;
    } else {
        #pragma pt barrier
    }
}
