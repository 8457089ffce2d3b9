#pragma pt kernel
__global__ void k(const char **out)
{
    out[blockIdx.x] = __PRETTY_FUNCTION__;
}
