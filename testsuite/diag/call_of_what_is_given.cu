// A function that waits is called by what another call gives, or an object turns into, where threads have left.
typedef void (*pointer)();
__device__ void wait() { __syncthreads(); }
__device__ pointer gives() { return wait; }
struct turns {
    __device__ operator pointer() const { return wait; }
};

#pragma pt kernel
__global__ void by_function(int *out, int n)
{
    if (threadIdx.x >= n)
        return;
    gives()();
    out[threadIdx.x] = n;
}

#pragma pt kernel
__global__ void by_object(int *out, int n)
{
    if (threadIdx.x >= n)
        return;
    turns t;
    t();
    out[threadIdx.x] = n;
}

#pragma pt kernel
__global__ void by_conversion_alone(int *out, int n)
{
    if (threadIdx.x >= n)
        return;
    turns t;
    const pointer p = t;
    out[threadIdx.x] = t.operator pointer() != p;
}
