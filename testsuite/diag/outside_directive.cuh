// Of outside_directive.cu.
#pragma pt kernel
__global__ void fill(unsigned *out)
{
    out[blockIdx.x] = blockIdx.x;
}
