// What device that is no number says: what is called there may read blockIdx. Text without calls does no harm.
__device__ int where(int i) { return blockIdx.x + i; }

#pragma pt kernel
__global__ void calls(int *out)
{
#if __CUDA_ARCH__ == 9 * 100 + 70
    out[where(1)] = 1;
#else
    out[where(2)] = 1;
#endif
}

#pragma pt kernel
__global__ void adds(int *out)
{
#if __CUDA_ARCH__ == 9 * 100 + 70
    out[blockIdx.x] += 1;
#endif
#if 0
#if __CUDA_ARCH__ == 9 * 100 + 70
    out[where(1)] = 1;
#endif
#endif
    out[blockIdx.x] += 1;
}

#ifdef __CUDA_ARCH__
#pragma pt kernel
__global__ void twice(int *out) { out[blockIdx.x] = 1; }
#else
#pragma pt kernel
__global__ void twice(int *) {}
#endif
