// Kernels of a block that becomes one launch: stores of 0, numbers of the C library, products of 24 bits. Nothing is told of it.
#include <cfloat>
#include <climits>
#include <cmath>

#pragma pt kernel
__global__ void clear(float *a, int *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        a[i] = 0;
        b[i] = 0u;
    }
}

#pragma pt kernel
__global__ void fill(float *a, int *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        a[i] = a[i] > FLT_MAX ? FLT_MIN : static_cast<float>(M_PI);
        b[i] = b[i] == INT_MAX ? INT_MIN : static_cast<int>(__umul24(b[i], 3));
    }
}

void start(float *a, int *b, int n)
{
    #pragma pt fuse
    {
        clear<<<(n + 255) / 256, 256>>>(a, b, n);
        fill<<<(n + 255) / 256, 256>>>(a, b, n);
    }
}
