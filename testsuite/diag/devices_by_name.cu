// The numbers that the text compares a device's with have names, as in large programs.
#define VOLTA 700
#define HOPPER 900
#define NEXT_BUT_ONE 1300

__device__ int elsewhere();
__device__ int elsewhere_too();

static __device__ int of_older_ones(int x)
{
#if __CUDA_ARCH__ >= VOLTA
    return x;
#else
    return x + elsewhere_too();
#endif
}

static __device__ int of_newer_ones(int x)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= HOPPER && __CUDA_ARCH__ < NEXT_BUT_ONE
    return x + elsewhere();
#else
    return x;
#endif
}

#pragma pt kernel
__global__ void fill(int *out)
{
    out[blockIdx.x] = of_older_ones(1) + of_newer_ones(2);
}
