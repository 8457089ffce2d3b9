// What the device alone sees of outside_assembly.cu.
__device__ unsigned block()
{
    unsigned x;
    asm volatile("mov.u32 %0, %%ctaid.x;" : "=r"(x));
    return x;
}
