// name(x); declares a variable, which is handed on.
struct collector {
    __device__ collector() : n(0) { __syncthreads(); }
    int n;
};
template <class T> __device__ T fresh(const T &)
{
    T y;
    return y;
}

#pragma pt kernel
__global__ void collects(int *out)
{
    collector(c);
    (void)fresh(c);
}

#pragma pt kernel
__global__ void copies(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] += fresh(out[i]);
}
