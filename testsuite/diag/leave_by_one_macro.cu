// A return and a barrier that come out of one macro, in its order.
#define STEP if (threadIdx.x > 4) return; __syncthreads()
#define WAIT_AND_LEAVE __syncthreads(); if (threadIdx.x > 4) return
#define BODY { if (threadIdx.x > 4) return; __shfl_sync(~0u, 1, 0); out[blockIdx.x] = 1; }
#pragma pt kernel
__global__ void leaves(int *out)
{
    STEP;
    out[blockIdx.x] = 1;
}
#pragma pt kernel
__global__ void waits_first(int *out)
{
    WAIT_AND_LEAVE;
    out[blockIdx.x] = 1;
}
#pragma pt kernel
__global__ void all(int *out) BODY
