#define BAR asm volatile("bar.sync 0;")

#pragma pt kernel
__global__ void k(int *out)
{
    if (threadIdx.x > 5)
        return;
    BAR;
    out[blockIdx.x] = 1;
}
