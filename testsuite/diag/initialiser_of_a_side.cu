// What a member begins with comes out of a macro that is another one on the device.
#ifdef __CUDA_ARCH__
#define BLOCK blockIdx.x
#else
#define BLOCK 0u
#endif
struct begins {
    unsigned value = BLOCK;
};

#pragma pt kernel
__global__ void k(unsigned *out) { out[blockIdx.x] = begins{}.value; }
