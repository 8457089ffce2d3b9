// --target=cpu: device-only text outside of functions, but for functions that only the device has.
#ifdef __CUDA_ARCH__
__device__ int both() { return 1; }
#else
__device__ int both() { return 2; }
#endif

#ifdef __CUDA_ARCH__
#define SIDE 1
#endif

#ifdef __CUDA_ARCH__
__host__ __device__ int seen() { return 1; }
#endif

#ifdef __CUDA_ARCH__
__device__ int shares() { __shared__ int one; one = 1; return one; }
#endif

#ifdef __CUDA_ARCH__
__device__ int alone() { return 1; }
#if __CUDA_ARCH__ >= 600
__device__ int nested() { return 1; }
#endif
#endif

#ifdef __CUDA_ARCH__
__device__ int allowed() { return 1; }
#endif

__global__ void store(int *out)
{
#ifdef __CUDA_ARCH__
    out[0] = both() + SIDE + seen() + shares() + alone() + nested() + allowed();
#endif
}
