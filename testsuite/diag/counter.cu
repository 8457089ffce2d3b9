#pragma pt kernel
__global__ void k(int *out)
{
    out[blockIdx.x] = __COUNTER__;
}
