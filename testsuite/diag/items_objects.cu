// items(...) of what is no number, and kernels whose body a macro makes.
struct counter {
    int *calls;
    __device__ int operator*() const { return atomicAdd(calls, 1); }
    __device__ operator int() const { return atomicAdd(calls, 1); }
};
struct size {
    int n;
};
#pragma pt kernel items(*n)
__global__ void by_operator(int *out, counter n)
{
    out[blockIdx.x] = 1;
}
#pragma pt kernel items(n)
__global__ void by_conversion(int *out, counter n)
{
    out[blockIdx.x] = 1;
}
#pragma pt kernel items(s.n * 2)
__global__ void by_member(int *out, size s)
{
    out[blockIdx.x] = 1;
}
#define BODY { out[blockIdx.x] = 1; }
#pragma pt kernel items(n)
__global__ void of_macro(int *out, int n) BODY
#define ID(...) __VA_ARGS__
#pragma pt kernel
__global__ void in_argument(int *out) ID({ out[blockIdx.x] = 1; })

void start(int *out, counter c, size s)
{
    by_operator<<<9, 32>>>(out, c);
    by_conversion<<<9, 32>>>(out, c);
    by_member<<<9, 32>>>(out, s);
}
