#pragma pt kernel
__global__ void k(unsigned *out)
{
    unsigned x, n;
    asm("mov.u32 %0, %%ctaid.x;" : "=r"(x));
    asm volatile("mov.u32 %0, %%nctaid.x;" : "=r"(n));
    out[x] = n;
}

// The queue's part of shared memory is in these.
#pragma pt kernel
__global__ void size_of_shared(unsigned *out)
{
    unsigned bytes;
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
    out[blockIdx.x] = bytes;
}
