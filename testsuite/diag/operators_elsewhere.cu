// Operators that a template comes to, and none of which stands in its text between open values: of initialisers, of a library's functions and classes, of
// what an arrow leads to, and of a class that a library specialises.
#include <sums.h>
struct waiting {
    int n;
};
__device__ waiting operator+(waiting a, waiting b)
{
    __syncthreads();
    return waiting{a.n + b.n};
}
__device__ waiting operator+(waiting a, int b)
{
    __syncthreads();
    return waiting{a.n + b};
}
template <class T> struct box {
    int n;
};
#include <specialises.h>
struct far {
    waiting n;
};
template <class T> struct leads {
    int n;
    T *to;
    __device__ T *operator->() const { return to; }
};

#pragma pt kernel
template <class T> __global__ void calls(T *p, int n)
{
    if (threadIdx.x >= n)
        return;
    p[0] = sum_of(p[1], p[2]);
}
#pragma pt kernel
template <class T> __global__ void makes(T *p, int n)
{
    if (threadIdx.x >= n)
        return;
    pair_of<T> both{p[0], p[1]};
    p[2] = both.sum;
}
#pragma pt kernel
template <class T> __global__ void follows(leads<T> p, int n)
{
    if (threadIdx.x >= n)
        return;
    p->n = p->n + n;
}
#pragma pt kernel
template <class T> __global__ void specialised(box<T> *p, int n)
{
    if (threadIdx.x >= n)
        return;
    p[0].n = p[0].n + n;
}
#pragma pt kernel
template <class T> __global__ void compares(T *p, int n)
{
    if (threadIdx.x >= n)
        return;
    p[0] = max(p[1], p[2]);
}
#pragma pt kernel
template <class T> __global__ void adds_numbers(T *p, int n)
{
    if (threadIdx.x >= n)
        return;
    p[0] = p[1];
    n = n + 1;
}
