// Text that the host alone may have, though its condition names devices; and text that some device may have.
__device__ int where(int i) { return blockIdx.x + i; }

#pragma pt kernel
__global__ void host_and_more(int *out)
{
#if !defined(__CUDA_ARCH__) && HAS_F16C
    out[where(1)] = 1;
#elif defined(__CUDA_ARCH__) && (1 || HAS_F16C)
    out[where(2)] = 1;
#elif HAS_F16C > 3
    out[where(3)] = 1;
#else
    out[where(4)] = 1;
#endif
}

#pragma pt kernel
__global__ void behind_all_devices(int *out)
{
#ifdef __CUDA_ARCH__
    out[where(1)] = 1;
#elif (defined(_MSC_VER) && !defined(_M_ARM64))
    out[where(2)] = 1;
#else
#ifndef __CUDA_ARCH__
    out[where(3)] = 1;
#elif 0
    out[where(4)] = 1;
#endif
#endif
}

#pragma pt kernel
__global__ void some_device(int *out)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ == 9 * 100 + 70
    out[where(1)] = 1;
#elif not (__CUDA_ARCH__ > 9 * 100 + 70) && defined(__CUDA_ARCH__)
    out[where(2)] = 1;
#else
    out[where(3)] = 1;
#endif
}

#pragma pt kernel
__global__ void chosen(int *out)
{
#if !defined(__CUDA_ARCH__) && SOMETHING ? 0 : __CUDA_ARCH__ == 9 * 100 + 70
    out[where(1)] = 1;
#else
    out[where(2)] = 1;
#endif
}
