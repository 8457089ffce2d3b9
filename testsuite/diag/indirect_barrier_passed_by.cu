// A function by a pointer, or a virtual one: which it is, where it runs. Only some threads come to its barrier.
__device__ void waits(int *p) { __syncthreads(); *p = 1; }
__device__ void other(int *p) { *p = 1; }
typedef void (*fn)(int *);
struct base { __device__ virtual void go(int *p) { } };
struct derived : base { __device__ void go(int *p) override { __syncthreads(); } };
#pragma pt kernel
__global__ void by_pointer(int *p, int n)
{
    fn f = n > 3 ? waits : other;
    if (threadIdx.x < 3) f(p);
}
#pragma pt kernel
__global__ void by_class(int *p, int n)
{
    derived d; base *b = &d;
    if (threadIdx.x < 3) b->go(p);
}
