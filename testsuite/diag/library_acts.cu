// Inline assembly of a library that no item can hold, its warp operations under a condition of the lane, its flags asked in a loop.
#include <acts.cuh>

#pragma pt kernel
__global__ void ends(int *out, int n)
{
    if (n == 3)
        acts::bye();
    out[blockIdx.x] = 1;
}

#pragma pt kernel
__global__ void asks_behind(unsigned *out, int n)
{
    out[blockIdx.x] = acts::outer(n);
}

#pragma pt kernel
template <class T> __global__ void open_call(T *out)
{
    bye(out[0]);
}

#pragma pt kernel
__global__ void harmless(int *out)
{
    acts::fence();
    out[blockIdx.x] = acts::sum(out[threadIdx.x]);
}

#pragma pt kernel
__global__ void half_of_warp(int *out)
{
    if (threadIdx.x % 32 < 16)
        out[blockIdx.x] = acts::sum(1);
}

#pragma pt kernel
__global__ void first_warp(int *out)
{
    if (threadIdx.x < 32)
        out[blockIdx.x] = acts::sum(1);
}

#pragma pt kernel order(reverse)
__global__ void asks_function(const int *f)
{
    while (!acts::is_set(f + blockIdx.x))
        ;
}

#pragma pt kernel order(reverse)
__global__ void asks_member(const int *f)
{
    acts::flag a = {f + blockIdx.x};
    do
        __threadfence_block();
    while (!a.ready());
}
