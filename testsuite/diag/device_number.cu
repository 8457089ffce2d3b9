// A template is told the device's number: no text differs.
#ifdef __CUDA_ARCH__
#define DEVICE __CUDA_ARCH__
#else
#define DEVICE 0
#endif

__device__ int of_template(int x);

template <bool is_new> struct selected {
    static __device__ int get() { return 5; }
};
template <> struct selected<true> {
    static __device__ int get() { return of_template(1); }
};

#pragma pt kernel
__global__ void by_number(int *out) { out[blockIdx.x] = selected<(DEVICE >= 1000)>::get(); }
