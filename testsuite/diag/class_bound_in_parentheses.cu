// name(x); declares a variable, which is handed on.
struct collector {
    __device__ collector() : n(0) {}
    __device__ ~collector() { __syncthreads(); }
    int n;
};
template <class T> __device__ T copied(const T &x)
{
    T y = x;
    return y;
}

#pragma pt kernel
__global__ void collects(int *out)
{
    collector(c);
    (void)copied(c);
}

#pragma pt kernel
__global__ void copies(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = copied(out[i]);
}
