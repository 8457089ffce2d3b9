// Functions, and features, that some devices have alone.
__device__ int of_function(int x);
__device__ int of_features(int x);

#if __CUDA_ARCH__ < 900
__device__ int number() { return 3; }
#else
__device__ int number() { return of_function(1); }
#endif

#pragma pt kernel
__global__ void by_function(int *out) { out[blockIdx.x] = number(); }

#pragma pt kernel
__global__ void by_features(int *out)
{
#ifdef __CUDA_ARCH_FEAT_SM100_ALL
    out[blockIdx.x] = of_features(1);
#endif
}
