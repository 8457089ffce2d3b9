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

// A body is there twice, what stands in front of it once.
struct sided {
    int value;
    __host__ __device__ sided() : value(
#ifdef __CUDA_ARCH__
        1
#else
        2
#endif
    ) {}
    __host__ __device__ int plus(int more =
#ifndef __CUDA_ARCH__
        2
#else
        1
#endif
    ) const
    {
#ifdef __CUDA_ARCH__
        return value + more;
#else
        return value - more;
#endif
    }
};

// The device alone has this one: there is nothing to tell apart.
struct of_device {
    int value;
    __device__ of_device() : value(
#ifdef __CUDA_ARCH__
        1
#else
        2
#endif
    ) {}
};

__global__ void store_more(int *out) { out[0] = sided().plus() + of_device().value; }

// What the host defines is defined in device code, too, and nobody asks for __CUDA_ARCH__.
#ifndef __CUDA_ARCH__
#define ON_HOST 1
#endif
#define IS_DEVICE defined(__CUDA_ARCH__)
__host__ __device__ int which()
{
#ifdef ON_HOST
    return 2;
#else
    return 1;
#endif
}

__device__ int which_again()
{
#if IS_DEVICE
    return 1;
#endif
#if !defined(ON_HOST)
    return 1;
#elif defined(__CUDA_ARCH__)
    return 3;
#else
    return 2;
#endif
}

__host__ __device__ int asks()
{
#if defined(NOWHERE)
    return 0;
#elif __CUDA_ARCH__ >= 600
    return 1;
#elif defined(__CUDA_ARCH__)
    return 3;
#else
    return 2;
#endif
}
