// No guard, and no template.
#pragma pt kernel
__global__ void fill(T *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = 7;
}
#pragma pt kernel schedule(dynamic)
__global__ void turn(T *out, int n)
{
    __shared__ T s[32];
    if (threadIdx.x >= n)
        return;
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 32 + threadIdx.x] = s[n - 1 - threadIdx.x] + blockIdx.x % 100;
}
#pragma pt kernel
__global__ void twice(const T *in, T *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x] * 2;
}
inline void run(T *out, T *other, unsigned blocks)
{
    void (*by_pointer)(T *, int) = turn;
    fill<<<blocks, 32>>>(out);
    by_pointer<<<blocks, 32>>>(out, 20);
    twice<<<blocks, 32>>>(out, other);
}
#undef T
