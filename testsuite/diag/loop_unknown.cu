// A header is not there: what is not known may do anything.
#include "not_there.h"

#pragma pt kernel
__global__ void step(float *a, float *b) { b[blockIdx.x] = a[blockIdx.x]; }

static void looks(float *a) { not_declared(a); }

void f(float *a, float *b, int n)
{
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        step<<<n, 32>>>(a, b);
        exchange_somehow(a, b);
    }
    #pragma pt loop
    for (int i = 0; i < n; i++) {
        step<<<n, 32>>>(a, b);
        looks(a);
    }
    #pragma pt loop
    for (int i = 0; i < n; i++)
        step<<<n, 32>>>(a, b);
}
