// What nvcc refuses, and ptcc leaves to it; the marks are those of warnings.cu.
#include "errors.cuh"

__device__ int element(int n)
{
    static_assert(sizeof n == 1, "in_helper"); // said: error: static assertion failed with "in_helper"
    return blockIdx.x * blockDim.x + threadIdx.x + in_the_header(n);
}

#pragma pt kernel
__global__ void plain(int *out, int n)
{
    out[element(n)] = 1;
    static_assert(sizeof n == 1, "in_body"); // said: error: static assertion failed with "in_body"
}

#pragma pt kernel
template <class T>
__global__ void of_a_template(T *out, int n)
{
    out[element(n)] = 1;
    static_assert(sizeof n == 1, "in_template"); // said: error: static assertion failed with "in_template"
}

void start(int *out, int n)
{
    plain<<<n, 32>>>(out, n);
    of_a_template<<<n,
                    32>>>(out,
                          [] {
                              static_assert(sizeof(int) == 1, "in_launch"); // said: error: static assertion failed with "in_launch"
                              return 1;
                          }());
}
