// items(...): what it may not be.
#pragma pt kernel items(blockIdx.x + 1)
__global__ void of_a_block(float *out) { out[blockIdx.x] = 1; }

#pragma pt kernel items(n / gridDim.x)
__global__ void of_the_grid(float *out, int n) { out[blockIdx.x] = n; }

#pragma pt kernel items(*n) order(reverse)
__global__ void reversed(float *out, const int *n) { out[blockIdx.x] = *n; }

#pragma pt kernel items(*n)
__global__ void meets(float *out, const int *n)
{
    out[blockIdx.x] = *n;
#pragma pt barrier
    out[blockIdx.x] += out[0];
}

#pragma pt kernel items(*n)
__global__ void twice(float *out, const int *n);

#pragma pt kernel items(*n + 1)
__global__ void twice(float *out, const int *n) { out[blockIdx.x] = *n; }

#pragma pt kernel items()
__global__ void empty(float *out) { out[blockIdx.x] = 1; }

#define FIRST blockIdx.x
#pragma pt kernel items(FIRST + 1)
__global__ void by_macro(float *out) { out[blockIdx.x] = 1; }

__device__ int mine() { return blockIdx.x + 1; }
#pragma pt kernel items(mine())
__global__ void by_function(float *out) { out[blockIdx.x] = 1; }

#pragma pt kernel items((n -= 1))
__global__ void changes(float *out, int n) { out[blockIdx.x] = n; }

#pragma pt kernel items(atomicAdd(n, 1))
__global__ void counts(float *out, int *n) { out[blockIdx.x] = *n; }

#pragma pt kernel items(a)
__global__ void swapped(float *out, int a, int b);
__global__ void swapped(float *out, int b, int a) { out[blockIdx.x] = a + b; }

#pragma pt kernel items(n)
template <class T> __global__ void special(T *out, int n) { out[blockIdx.x] = n; }
template <> __global__ void special<float>(float *out, int m) { out[blockIdx.x] = m; }

// All of this may stand there.
struct range { int blockIdx, n; };
__device__ int half_of(int n) { int k = 0; while (k + k < n) k++; return k; }
#pragma pt kernel items(range_of.n >= range_of.blockIdx ? half_of(range_of.n) >> 1 : (unsigned)range_of.blockIdx)
__global__ void right(float *out, range range_of) { out[blockIdx.x] = 1; }

#pragma pt kernel items(n)
__global__ void renamed(float *out, int n);
__global__ void renamed(float *result, int n) { result[blockIdx.x] = n; }

// One argument, which is only read.
#pragma pt kernel items(count[0], n)
__global__ void two(const int *count, int n, int *out)
{
    out[blockIdx.x] = n;
}
#pragma pt kernel items(n++)
__global__ void counted_up(int n, int *out)
{
    out[blockIdx.x] = n;
}
