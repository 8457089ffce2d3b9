// Macros around grid barriers that do more than compute a number of what does not change: each kernel stays in one piece.
#define AT(i) ((i) * width)
#define FIRST(i) first((i) + 0)
#define NEXT(i) ((i)++ + 0)
#define WHOLE(t) (t)
#define OF_LOCAL (2 * local)
#define INDEX (blockIdx.x + 0)
#define OLD(i) ((i) + 1)
#undef OLD
#define TWO(i) ((i) + 1)
#define TWO(i) ((i) + here)
#define ENDS(i) (i) +
#define MANY(...) (0 + __VA_ARGS__)
#define POINTS(p) (*(p) + 0)

__device__ int first(int i) { return i; }
__device__ int OLD(int i) { return i; }

#pragma pt kernel
__global__ void changes(int *a, int width)
{
    const int i = AT(blockIdx.x);
    a[i] = 1;
    #pragma pt barrier
    width = a[i] + 1;
    a[i] += width;
}

#pragma pt kernel
__global__ void calls(int *a)
{
    const int i = FIRST(blockIdx.x);
    a[i] = 1;
    #pragma pt barrier
    a[i] += 1;
}

#pragma pt kernel
__global__ void steps(int *a, int n)
{
    a[n] = NEXT(n);
    #pragma pt barrier
    a[n] += 1;
}

#pragma pt kernel
__global__ void hands_on(int *a)
{
    const int i = WHOLE(blockIdx.x);
    a[i] = 1;
    #pragma pt barrier
    a[i] += 1;
}

#pragma pt kernel
__global__ void names_local(int *a)
{
    const int local = a[blockIdx.x];
    a[0] = 1;
    #pragma pt barrier
    a[1] = OF_LOCAL;
}

#pragma pt kernel
__global__ void names_other(int *a, dim3 blockIdx)
{
    a[0] = 1;
    #pragma pt barrier
    a[1] = INDEX;
}

#pragma pt kernel
__global__ void calls_function(int *a)
{
    const int i = OLD(blockIdx.x);
    a[i] = 1;
    #pragma pt barrier
    a[i] += 1;
}

#pragma pt kernel
__global__ void defined_twice(int *a, int here)
{
    const int i = TWO(blockIdx.x);
    a[i] = 1;
    #pragma pt barrier
    here++;
    a[i] += here;
}

#pragma pt kernel
__global__ void is_half(int *a)
{
    const int i = ENDS(blockIdx.x) 1;
    a[i] = 1;
    #pragma pt barrier
    a[i] += 1;
}

#pragma pt kernel
__global__ void takes_many(int *a)
{
    const int i = MANY(blockIdx.x);
    a[i] = 1;
    #pragma pt barrier
    a[i] += 1;
}

#pragma pt kernel
__global__ void reads(int *a)
{
    const int i = POINTS(a);
    a[i] = 1;
    #pragma pt barrier
    a[i] += 1;
}

// A cast computes, and this one is split.
#define CAST(i) ((int)(i))
#pragma pt kernel
__global__ void casts(int *a, unsigned n)
{
    const int i = CAST(blockIdx.x * blockDim.x + threadIdx.x);
    a[i] = 1;
    #pragma pt barrier
    a[CAST(i)] += a[n - 1 - i];
}
