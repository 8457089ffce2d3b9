// A local variable has the name of a member function with a barrier: no pointer comes to that, and a texture waits for nobody.
struct block {
    __device__ void sum()
    {
        int sum = 0;
        __syncthreads();
    }
};
#pragma pt kernel
__global__ void k(cudaTextureObject_t t, float *x, int n)
{
    if (threadIdx.x < n)
        x[threadIdx.x] = tex2D<float>(t, threadIdx.x, 2.f);
    __syncthreads();
}

// Here one does.
struct other {
    __device__ int wait(int n)
    {
        __syncthreads();
        return n;
    }
};
template <class F> __device__ int call(F f, int n)
{
    other o;
    return (o.*f)(n);
}
#pragma pt kernel
__global__ void by_pointer(int *x, int n)
{
    if (threadIdx.x >= n)
        return;
    x[threadIdx.x] = call(&other::wait, n);
}
