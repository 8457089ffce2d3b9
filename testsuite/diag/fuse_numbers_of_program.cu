// A number of the C library that the program defines otherwise is no number.
#include <climits>

#undef INT_MAX
#define INT_MAX a[0]

#pragma pt kernel
__global__ void fill(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = INT_MAX;
}

void start(int *a, int n)
{
    #pragma pt fuse
    {
        fill<<<(n + 255) / 256, 256>>>(a, n);
        fill<<<(n + 255) / 256, 256>>>(a, n);
    }
}
