// Through a function of a library that is the same for both sides.
#include <half_seen.cuh>

#pragma pt kernel
__global__ void asks(int *out) { out[blockIdx.x] = half_seen::outer(); }
