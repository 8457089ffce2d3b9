// A function with a barrier behind a return of its kernel needs a form that waits for those that are left only.
struct operators {
    __device__ int operator()(int x) const { __syncthreads(); return x; }
    __device__ operators operator+(int) const { __syncthreads(); return *this; }
    __device__ operators() { __syncthreads(); }
    __device__ int named(int x) const { __syncthreads(); return x; }
};

__device__ int wait(int x) { __syncthreads(); return x; }
#define WAIT(x) wait(x)
#define DEFINES(name) __device__ int name(int x) { __syncthreads(); return x; }
DEFINES(defined)

#pragma pt kernel
__global__ void k(int *out, int n)
{
    if (threadIdx.x > n)
        return;
    operators o;
    o + 1;
    out[0] = o(1);
    out[2] = WAIT(3);
    out[3] = defined(4);
    out[4] = o.named(5) + wait(6);
}

struct plain {
    __device__ int operator()(int x) const { __syncthreads(); return x; }
};

#pragma pt kernel
__global__ void nobody_leaves(int *out)
{
    out[0] = plain()(1);
}
