// What a default member initialiser calls runs where an object is made: by a variable, a list, `new`, a base, a constructor.
__device__ int place()
{
    int x;
    asm("mov.u32 %0, %%ctaid.x;" : "=r"(x));
    return x;
}
__device__ int waits()
{
    __syncthreads();
    return 1;
}
__device__ int elsewhere();
__device__ int number() { return 3; }

struct placed {
    int b = place();
};
struct in_base : placed {};
struct waiting {
    int b = waits(), c;
    __device__ waiting() : c(0) {}
};
struct undefined {
    int b = elsewhere();
};
struct numbered {
    int b = number(), c = number() + 1;
};
__device__ placed make() { return {}; }

#pragma pt kernel
__global__ void by_variable(int *out) { in_base d; out[0] = d.b; }
#pragma pt kernel
__global__ void by_list(int *out) { out[0] = placed{}.b; }
#pragma pt kernel
__global__ void by_value(int *out) { out[0] = placed().b; }
#pragma pt kernel
__global__ void by_new(int *out) { placed *d = new placed; out[0] = d->b; }
#pragma pt kernel
__global__ void by_return(int *out) { out[0] = make().b; }
#pragma pt kernel
__global__ void by_constructor(int *out)
{
    if (threadIdx.x > 20)
        return;
    waiting w;
    out[0] = w.b;
}
#pragma pt kernel
__global__ void of_elsewhere(int *out) { undefined d; out[0] = d.b; }
#pragma pt kernel
__global__ void fine(int *out) { numbered d; out[0] = d.b + numbered{}.c; }
