// A part of each kernel stands in another file: what is rewritten is one text.
#pragma pt kernel
__global__ void body(int *o)
#include "kernel_in_parts_body.cuh"

#pragma pt kernel
__global__ void parameters(
#include "kernel_in_parts_parameters.cuh"
)
{
    o[blockIdx.x] = 1;
}
