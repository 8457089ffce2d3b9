// A default member initialiser in a header of -include.
#pragma pt kernel
__global__ void fill(unsigned *out)
{
    place p;
    out[blockIdx.x] = p.block;
}
