// Functions that are not called by their names: what one of them needs between two blocks, the kernel needs.
__device__ int reversed(int x)
{
    __shared__ int part[32];
    part[threadIdx.x] = x;
    __syncthreads();
    return part[31 - threadIdx.x];
}

__device__ int doubled(int x) { return 2 * x; }

#pragma pt kernel
__global__ void by_pointer(int *out, int n)
{
    int (*f)(int) = n % 2 ? reversed : doubled;
    out[blockIdx.x] = f(n);
}

struct base {
    __device__ virtual int any(int x) const { return x; }
};
struct derived : base {
    __device__ int any(int x) const override { return reversed(x); }
};

#pragma pt kernel
__global__ void by_virtual_call(int *out, int n, const base *b)
{
    out[blockIdx.x] = b->any(n);
}
