// The flags say for which devices the program is compiled: others are not looked at.
__device__ int of_71(int x);
__device__ int of_80(int x);
__device__ int of_90(int x);
__device__ int of_100(int x);
__device__ int of_features(int x);

#pragma pt kernel
__global__ void fill(int *out)
{
#if __CUDA_ARCH__ >= 1000
    out[blockIdx.x] = of_100(1);
#elif __CUDA_ARCH__ >= 900
    out[blockIdx.x] = of_90(1);
#elif __CUDA_ARCH__ == 7 * 100 + 1
    out[blockIdx.x] = of_71(1);
#else
    out[blockIdx.x] = of_80(1);
#endif
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    out[blockIdx.x] += of_features(1);
#endif
}
