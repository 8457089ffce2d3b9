// As many devices as nvcc compiles for, one of them with the features of its family.
__device__ int of_last(int x);
__device__ int of_family(int x);
__device__ int of_own(int x);

#pragma pt kernel
__global__ void fill(int *out)
{
#if __CUDA_ARCH__ == 1210
    out[blockIdx.x] = of_last(1);
#elif defined(__CUDA_ARCH_FEAT_SM103_ALL)
    out[blockIdx.x] = of_own(1);
#elif defined(__CUDA_ARCH_FAMILY_SPECIFIC__) && __CUDA_ARCH_FAMILY_SPECIFIC__ >= 1000
    out[blockIdx.x] = of_family(1);
#endif
}
