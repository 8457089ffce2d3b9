// --target=cpu: every kernel behind a stub, shared variables between red zones, waiting loops, both sides of __CUDA_ARCH__.
#include <cassert>

__device__ volatile int flag;

__host__ __device__ int side()
{
#ifdef __CUDA_ARCH__
    return 1;
#else
    return 2;
#endif
}

#pragma pt kernel schedule(dynamic)
__global__ void __launch_bounds__(256) reverse(const int *in, int *out)
{
    __shared__ int tile[256], other;
    extern __shared__ __align__(16) float bytes[];
    tile[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
    auto at = [=](int k) { return tile[k]; };
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = at(255 - threadIdx.x) + side();
    assert(out != nullptr);
    if (threadIdx.x == 0)
        other = 1, bytes[0] = 2;
}

template <class T> __global__ void unannotated(T *p)
{
    __shared__ T sum
        [32];
    while (flag == 0)
        ;
    for (;;)
        if (flag)
            break;
    sum[threadIdx.x] = 1;
    p[threadIdx.x] = sum[threadIdx.x];
}

#define TWICE(kernel, p) kernel<<<1, 32>>>(p); kernel<<<2, 32>>>(p)

void start(int *p)
{
    reverse<<<4, 256, 1024>>>(p, p);
    unannotated<<<1, 32>>>(p);
    TWICE(unannotated, p);
}
