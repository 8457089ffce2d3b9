// Numbers in a body that an #include brings in.
#pragma pt kernel
__global__ void fill(unsigned *out, unsigned n)
{
    const unsigned numbers[] = {
#include "included_in_a_body_harmless.cuh"
    };
    out[blockIdx.x] = numbers[threadIdx.x];
}
