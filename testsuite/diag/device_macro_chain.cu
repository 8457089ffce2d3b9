// The macro that a kernel asks for is made of one that is made of the device's number, in front of which no text differs.
#ifdef __CUDA_ARCH__
#define DEVICE __CUDA_ARCH__
#else
#define DEVICE 0
#endif
#define IS_NEW (DEVICE >= 900)

__device__ int of_new(int x);

#pragma pt kernel
__global__ void asks(int *out)
{
#if IS_NEW
    out[blockIdx.x] = of_new(1);
#endif
}
