// Macros that some devices have otherwise: what is called there has no body, which is seen only where these are looked at.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define HAS_NUMBER 1
#define PICK(newer, older) (newer)
#else
#define PICK(newer, older) (older)
#endif

__device__ int of_macro(int x);
__device__ int of_pick(int x);

#pragma pt kernel
__global__ void by_macro(int *out)
{
#ifdef HAS_NUMBER
    out[blockIdx.x] = of_macro(1);
#endif
}

#pragma pt kernel
__global__ void by_pick(int *out) { out[blockIdx.x] = PICK(of_pick(1), 2); }

// No device sees it.
#pragma pt kernel
__global__ void by_nobody(int *out)
{
#if 0
    out[blockIdx.x] = of_macro(1);
#endif
}
