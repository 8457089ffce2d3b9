// A macro with arguments that some devices have otherwise: the kernel's text is the same for all.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define PICK(newer, older) (newer)
#else
#define PICK(newer, older) (older)
#endif

__device__ int of_pick(int x);

#pragma pt kernel
__global__ void by_pick(int *out) { out[blockIdx.x] = PICK(of_pick(1), 2); }
