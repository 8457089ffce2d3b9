// What is copied is copied as one side sees it: a head that the other side sees differently cannot be.
#pragma pt kernel
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
__global__ void __launch_bounds__(256) unmatched(int *a)
#else
__global__ void __launch_bounds__(128) unmatched(int *a)
#endif
{
    a[blockIdx.x] = 1;
}

#pragma pt kernel
__global__ void parameters(int *a,
#if __CUDA_ARCH__ >= 800
                           int n
#else
                           int n
#endif
)
{
    a[blockIdx.x] = n;
}

// Specifiers go along as they are.
#pragma pt kernel
__global__ void
#if __CUDA_ARCH__ >= 800
__launch_bounds__(256)
#endif
specifiers(int *a)
{
#if __CUDA_ARCH__ >= 800
    a[blockIdx.x] = 1;
#else
    a[blockIdx.x] = 2;
#endif
}
