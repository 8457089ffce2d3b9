// What clang answers otherwise than the compiler that nvcc asks: a warning, where device code hangs on it.
#ifdef __has_builtin
#if __has_builtin(__builtin_assume)
struct chosen {
    __device__ int operator()() const { return 0; }
};
#else
struct chosen {
    __device__ int operator()() const { return blockIdx.x; }
};
#endif
#if __has_builtin(__builtin_expect)
#define LIKELY(x) __builtin_expect(x, 1)
#else
#define LIKELY(x) (x)
#endif
#endif

#if defined(__has_feature)
#define OF_CLANG __device__
#endif

void host()
{
#if __has_attribute(fallthrough)
    int number = 0; // no __device__ code
    (void)number;
#endif
}

// These nvcc does not have, and nobody else here.
#if defined(__NVPTX__) || defined(__PTX__) || defined(__LITTLE_ENDIAN__) || defined(__FLOAT128__)
#error "clang's own"
#endif

#pragma pt kernel
__global__ void k(int *out)
{
#if __has_cpp_attribute(fallthrough) && __CUDA_ARCH__ >= 700
    __syncthreads();
#endif
    out[blockIdx.x] = chosen()();
}
