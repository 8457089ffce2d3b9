// A part for some devices, as the argument of a macro.
#include <nv/target>

__device__ int of_target(int x);

#pragma pt kernel
__global__ void by_target(int *out) { NV_IF_TARGET(NV_PROVIDES_SM_90, (out[blockIdx.x] = of_target(1);), (out[blockIdx.x] = 1;)) }
