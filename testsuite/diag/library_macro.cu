// A macro that a library defines on the device alone.
#include <both_sides.cuh>

__device__ int of_macro(int x);

#pragma pt kernel
__global__ void by_macro(int *out)
{
#ifdef BOTH_ON_DEVICE
    out[blockIdx.x] = of_macro(3);
#endif
}
