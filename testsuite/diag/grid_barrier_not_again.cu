// What looks as if it could be computed again, and cannot: it is kept, or the kernel stays in one piece.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

struct queue {
    int *head;
    __device__ int pop() { return atomicAdd(head, 1); }
    __device__ operator int() const { return *head; }
};
#define MARK(i) a[i] += 1;
#define HIDDEN (width)
#define LINEAR (min(blockIdx.x, 99u) * blockDim.x + threadIdx.x)
__device__ int width;

#pragma pt kernel
__global__ void asks_a_group(int *a, int *b)
{
    auto g = cg::this_grid();
    int i = g.thread_rank();
    a[i] = i;
    #pragma pt barrier
    b[i] = a[15 - i];
}

#pragma pt kernel
__global__ void calls_a_member(int *a, int *b, queue q)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = q.pop();
    a[i] = mine;
    #pragma pt barrier
    b[i] = mine;
}

#pragma pt kernel
__global__ void converts(int *a, int *b, queue q)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = q;
    a[i] = v;
    #pragma pt barrier
    b[i] = v;
}

#pragma pt kernel
__global__ void loads_behind_a_cast(int *a, int *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int *q = a + i;
    int v = (int)*q;
    a[i] = 3;
    #pragma pt barrier
    b[i] = v;
}

#pragma pt kernel
template <class F> __global__ void calls_a_functor(int *a, int *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = F()(a + i);
    a[i] = 77;
    #pragma pt barrier
    b[i] = v;
}

#pragma pt kernel
__global__ void named_max(int *a, int *b, int max)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int limit = max - 1;
    a[i] = limit;
    #pragma pt barrier
    max -= 5;
    b[i] = limit;
}

#pragma pt kernel
__global__ void macro_in_front(int *a, int *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    MARK(i) int j = i;
    #pragma pt barrier
    b[j] = a[j];
}

#pragma pt kernel
__global__ void hidden_name(int *a, int *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int width = 3 + i;
    a[i] = width;
    #pragma pt barrier
    b[i] = HIDDEN;
}

#pragma pt kernel
__global__ void hidden_index(int *a, int *b)
{
    int i = LINEAR;
    a[i] = 1;
    #pragma pt barrier
    b[i] = a[i];
}

#pragma pt kernel
__global__ void type_of_its_own(double *a, double *b)
{
    typedef double real;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = real(1);
    #pragma pt barrier
    b[i] = real(2);
}

#pragma pt kernel
__global__ void constant_of_its_own(int *a, int *b)
{
    enum { width = 5 };
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = width;
    #pragma pt barrier
    b[i] = width;
}

#pragma pt kernel
template <class T> __global__ void changes_in_a_template(int *a, int *b, T t)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i;
    t >> v;
    #pragma pt barrier
    b[i] = v;
}

#pragma pt kernel
__global__ void changes_by_a_comma(int *a, int *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i;
    (a[i]++, v) = 100;
    #pragma pt barrier
    b[i] = v;
}

#pragma pt kernel
__global__ void keeps_an_address(int **slots, int *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i;
    slots[i] = &v;
    #pragma pt barrier
    b[i] = *slots[i];
}

#pragma pt kernel
__global__ void keeps_an_array(int **slots, int *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x[1];
    slots[i] = x;
    #pragma pt barrier
    b[i] = *slots[i];
}

#pragma pt kernel
__global__ void sync_of_a_call(int *a, int *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto counted = [&](cg::grid_group g) { atomicAdd(a, 1); return g; };
    counted(cg::this_grid()).sync();
    b[i] = a[0];
}

struct source {
    int next;
};
__device__ source &operator>>(source &from, int &value) // changes what stands behind it
{
    value = from.next++;
    return from;
}
