#pragma pt kernel
__global__ void k(unsigned *out)
{
    unsigned x, n;
    asm("mov.u32 %0, %%ctaid.x;" : "=r"(x));
    asm volatile("mov.u32 %0, %%nctaid.x;" : "=r"(n));
    out[x] = n;
}
