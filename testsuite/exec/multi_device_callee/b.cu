// The body.
#include "k.cuh"

__device__ unsigned elsewhere(unsigned x) { return x + blockIdx.x * 2; }
