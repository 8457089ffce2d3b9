#include <cuda_runtime.h>

#pragma pt kernel
__global__ void rotate(float *a, float *b, int n, int times)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int t = 0; t < times; t++) {
        b[i] = a[(i + 1) % n];
        #pragma pt barrier
        float *swapped = a;
        a = b;
        b = swapped;
    }
}
