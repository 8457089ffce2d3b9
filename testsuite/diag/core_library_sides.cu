// A macro of CUDA's core libraries says which side a text is for.
#include <nv/target>
#include <nv/sides.h>

#if _CCCL_DEVICE_COMPILATION()
#define BLOCK blockIdx.x
#else
#define BLOCK 0u
#endif
struct begins {
    unsigned value = BLOCK;
};

#pragma pt kernel
__global__ void k(unsigned *out) { out[blockIdx.x] = begins{}.value; }
