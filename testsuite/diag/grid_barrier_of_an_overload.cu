// A set of overloads of which one has a barrier of the grid: which one it is hangs on the template's arguments, and so would the way of the launch.
#include <cooperative_groups.h>

struct meets {};
struct plain {};
__device__ inline int apply(plain, int v) { return v + 1; }
__device__ inline int apply(meets, int v)
{
    cooperative_groups::this_grid().sync();
    return v * 2;
}

#pragma pt kernel
template <class P> __global__ void each(int *p)
{
    p[blockIdx.x] = apply(P(), p[blockIdx.x]);
}

#pragma pt kernel
template <class T> __global__ void always(T *p)
{
    p[blockIdx.x] = apply(meets(), p[blockIdx.x]);
}

void run(int *p)
{
    each<plain><<<30, 1>>>(p);
    always<<<3, 1>>>(p);
}
