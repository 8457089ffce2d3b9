// Which function is called is not known, and one that it may be waits for threads that have left.
__device__ int wait(int x) { __syncthreads(); return x; }
__device__ int shuffle(int x) { return __shfl_down_sync(~0u, x, 1); }
__device__ int harmless(int x) { return x + 1; }
__device__ int (*const table[])(int) = {wait, harmless};

struct base {
    __device__ virtual int any(int x) const { return x; }
    __device__ virtual int none(int x) const { return x; }
};
struct derived : base {
    __device__ int any(int x) const override { __syncthreads(); return x; }
};

template <int (*F)(int)> __device__ int apply(int x) { return F(x); }

#pragma pt kernel
__global__ void by_pointer(int *out, int n)
{
    if (threadIdx.x > n)
        return;
    int (*f)(int) = shuffle;
    out[0] = f(n);
}

#pragma pt kernel
__global__ void by_table(int *out, int n)
{
    if (threadIdx.x > n)
        return;
    out[0] = table[n](n);
}

#pragma pt kernel
__global__ void by_virtual_call(int *out, int n, base *b)
{
    if (threadIdx.x > n)
        return;
    out[0] = b->any(n);
}

#pragma pt kernel
__global__ void by_template_argument(int *out, int n)
{
    if (threadIdx.x > n)
        return;
    out[0] = apply<wait>(n);
}

#pragma pt kernel
__global__ void before_anyone_leaves(int *out, int n, base *b)
{
    out[0] = table[n](n) + b->any(n);
    if (threadIdx.x > n)
        return;
    out[1] = wait(n) + b->none(n);
}
