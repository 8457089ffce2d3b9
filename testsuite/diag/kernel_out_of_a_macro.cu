#define KERNEL(name) __global__ void name(int *out) { out[blockIdx.x] = 1; }

#pragma pt kernel
KERNEL(k)
