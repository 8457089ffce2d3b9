// A return that the compiler decides about is all threads' or none's; not one under another condition, inside or around.
__device__ void load(int *x, const void *p)
{
    asm volatile("shfl.sync.idx.b32 %0, %1, 0, 31, 0xffffffff;" : "=r"(*x) : "r"(*(const int *)p));
}
__device__ void load_all(int *out)
{
    __shared__ int s[64];
    int r;
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    load(&r, s + threadIdx.x % 8 * 4);
    out[threadIdx.x] = r;
}

#pragma pt kernel
template <int N> __global__ void of_template(int *out)
{
    if constexpr (N != 8) {
        return;
    }
    load_all(out + blockIdx.x * blockDim.x);
}

#pragma pt kernel
__global__ void of_type(int *out)
{
    if constexpr (sizeof(int) != 4)
        return;
    load_all(out + blockIdx.x * blockDim.x);
}

#pragma pt kernel
template <int N> __global__ void with_parameter(int *out, int n)
{
    if constexpr (N != 8) {
        if (n > 3)
            return;
    } else {
        out++;
    }
    load_all(out + blockIdx.x * blockDim.x);
}

#pragma pt kernel
template <int N> __global__ void with_thread_inside(int *out, int n)
{
    if constexpr (N != 8) {
        if (threadIdx.x > n)
            return;
    }
    load_all(out + blockIdx.x * blockDim.x);
}

#pragma pt kernel
template <int N> __global__ void with_thread_around(int *out, int n)
{
    if (threadIdx.x > n) {
        if constexpr (N != 8)
            return;
    }
    load_all(out + blockIdx.x * blockDim.x);
}

#pragma pt kernel
template <int N> __global__ void jumped_over(int *out, int n)
{
    if (threadIdx.x > n)
        goto rest;
    if constexpr (N != 8)
        return;
rest:
    load_all(out + blockIdx.x * blockDim.x);
}
