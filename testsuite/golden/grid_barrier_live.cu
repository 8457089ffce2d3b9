#include <cooperative_groups.h>
namespace cg = cooperative_groups;

struct queue {
    int *head;
    int taken;
    __device__ int pop() { return atomicAdd(head, ++taken); }
};

// Values in registers: of every kind of declaration.
#pragma pt kernel
__global__ void values(const float *a, float *b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float v = a[i], w{v}; float sum = 0, most;
    int history[2] = {i, 1};
    auto twice = a[i] * 2;
    most = w;
    for (int t = 0; t < 2; t++) {
        b[i] = v + sum;
        #pragma pt barrier
        sum += b[n - 1 - i];
        history[t]++;
        #pragma pt barrier
    }
    b[i] = sum + most + history[0] + twice;
}

// Whether a thread has returned, and a parameter that each block changes.
#pragma pt kernel order(tile(4, 4))
__global__ void leaves(int *a, int *b, queue q)
{
    a += blockIdx.x * blockDim.x;
    const int mine = q.pop();
    if (mine < 3)
        return;
    a[threadIdx.x] = mine;
    #pragma pt barrier
    if (a[threadIdx.x] > 7) return;
    b[mine] = q.taken;
    #pragma pt barrier
    b[mine] += a[threadIdx.x];
}

// Shared memory, with addresses of it: every phase may use all of it.
#pragma pt kernel
template <class T, int Width> __global__ void shares(T *a, T *b)
{
    __shared__ T tile[Width][Width + 1], *rows[Width];
    __shared__ float once[32];
    extern __shared__ char all_of_it[];
    once[threadIdx.x] = all_of_it[threadIdx.x];
    tile[threadIdx.x][0] = a[threadIdx.x];
    rows[threadIdx.x] = tile[threadIdx.x];
    __syncthreads();
    b[threadIdx.x] = once[31 - threadIdx.x];
    #pragma pt barrier
    b[blockIdx.x * Width + threadIdx.x] = tile[Width - 1 - threadIdx.x][0] + rows[threadIdx.x][1] + all_of_it[threadIdx.x];
}

// An address that somebody keeps: what it is that of stays in its place.
#pragma pt kernel
__global__ void keeps_addresses(const int **slots, int *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int v = i;
    int x[1];
    slots[i] = &v;
    x[0] = i;
    slots[i + 1] = x;
    #pragma pt barrier
    b[i] = *slots[i];
}

// A group's number is asked for once; what it is made of changes; a load by memory for all.
#pragma pt kernel
__global__ void not_again(int *a, int *b, int max)
{
    auto g = cg::this_grid();
    int i = g.thread_rank();
    int limit = max - 1;
    a[i] = limit;
    while (b[0] < limit) {
        #pragma pt barrier
        max -= 5;
        b[i] = limit + a[15 - i];
        #pragma pt barrier
        if (*a == max)
            break;
    }
}

// What changes memory is no statement of the group's, whatever it looks like.
#pragma pt kernel
__global__ void writes(int *a, int n)
{
    int *p = a;
    int k = 0;
    for (int t = 0; t < n; t++) {
        a[k++] = t;
        a[0] = 3;
        *a += t;
        ++*a;
        a[n]++;
        ++a[n];
        #pragma pt barrier
        *p++ = t;
        #pragma pt barrier
    }
}

// A variable that one phase uses and that nobody can point to is that phase's own; so is shared memory.
#pragma pt kernel
__global__ void is_not_live(float *a, float *b)
{
    __shared__ float once[32], twice[32];
    const int i = blockIdx.x * 32 + threadIdx.x;
    float v = a[i], w = 2;
    v *= w;
    once[threadIdx.x] = v;
    twice[threadIdx.x] = w;
    __syncthreads();
    b[i] = once[31 - threadIdx.x];
    #pragma pt barrier
    a[i] *= 2;
    #pragma pt barrier
    b[i] += twice[31 - threadIdx.x] + a[(i + 1) % 32];
}

// The address of an element is that of its array.
#pragma pt kernel
__global__ void points_to_an_element(float *a)
{
    __shared__ float row[32];
    row[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    const float *const p = &(row[3]);
    #pragma pt barrier
    a[blockIdx.x] = *p;
}

// A phase in a loop finds what it has left in shared memory the time before.
#pragma pt kernel
__global__ void accumulates(float *a, float *b, int n)
{
    __shared__ float sums[32];
    for (int t = 0; t < n; t++) {
        sums[threadIdx.x] = t ? sums[threadIdx.x] + a[blockIdx.x * 32 + threadIdx.x] : 0;
        b[blockIdx.x * 32 + threadIdx.x] = sums[threadIdx.x];
        #pragma pt barrier
    }
}

void launch(float *a, float *b, int *c, int *d, queue q)
{
    values<<<100, 64>>>(a, b, 6400);
    leaves<<<100, 64>>>(c, d, q);
    shares<float, 32><<<100, 32, 32>>>(a, b);
    not_again<<<100, 64>>>(c, d, 5);
}
