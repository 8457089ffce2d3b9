// The destructor of a class waits, and a lambda that has copied an object of it ends in a template.
struct collector {
    __device__ collector(int *place) : place_(place) { __syncthreads(); }
    __device__ void add(int x) { place_[threadIdx.x] += x; }
    __device__ ~collector() { __syncthreads(); }
    int *place_;
};
template <class T> __device__ T copied(T x)
{
    T y = x;
    return y;
}

#pragma pt kernel
__global__ void collects(int *out)
{
    collector c(out);
    c.add(1);
    (void)copied([=]() mutable { c.add(2); });
}

#pragma pt kernel
__global__ void copies(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = copied(out[i]);
}
