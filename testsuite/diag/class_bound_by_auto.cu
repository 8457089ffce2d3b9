// The same, of a variable whose type is its value's.
struct collector {
    __device__ collector(int *place) : place_(place) { __syncthreads(); }
    __device__ void add(int x) { place_[threadIdx.x] += x; }
    int *place_;
};
template <class T> __device__ T copied(const T &x)
{
    T y = x;
    return y;
}

#pragma pt kernel
__global__ void collects(int *out)
{
    auto c = collector(out);
    c.add(1);
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
