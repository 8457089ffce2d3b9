__device__ unsigned block_index()
{
    unsigned x;
    asm("mov.u32 %0, %%ctaid.x;" : "=r"(x));
    return x;
}

#pragma pt kernel
__global__ void k(unsigned *out)
{
    out[block_index()] = 1;
}
