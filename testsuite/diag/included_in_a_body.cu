// A return that an #include brings into a body, in front of a barrier.
#pragma pt kernel
__global__ void leaves(unsigned *out, unsigned n)
{
    __shared__ unsigned first;
#include "included_in_a_body.cuh"
    first = blockIdx.x;
    __syncthreads();
    out[blockIdx.x] = first;
}
