// Nothing else in the program speaks of devices than the features of one.
__device__ int of_features(int x);

#pragma pt kernel
__global__ void by_features(int *out)
{
#ifdef __CUDA_ARCH_FEAT_SM103_ALL
    out[blockIdx.x] = of_features(1);
#endif
}
