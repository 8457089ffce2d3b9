// What a template leaves open, in a program that includes ptcc's own header: its classes are no library's that might be meant.
#include <pt/pt.cuh>

template <class T> __device__ T square(T x) { return x * x; }

#pragma pt kernel
__global__ void sums(const int *a, int *out, int n)
{
    #pragma pt state
    int sum = 0;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sum += square(a[i]);
    #pragma pt finish
    {
        out[pt_group_id() * blockDim.x + threadIdx.x] = sum;
    }
}

void start(const int *a, int *out, int n) { sums<<<4, 32>>>(a, out, n); }
