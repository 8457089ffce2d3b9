#pragma pt kernel
__global__ void k(int *out, int n)
{
    if (threadIdx.x >= n)
        asm volatile("exit;");
    out[blockIdx.x] = n;
}

#pragma pt kernel
__global__ void over_lines(int *out)
{
    asm volatile("exit\n\t;");
    out[blockIdx.x] = 1;
}

#pragma pt kernel
__global__ void by_return(int *out)
{
    asm volatile("{ .reg .pred p; setp.gt.u32 p, %0, 5; @p ret; }" ::"r"(threadIdx.x));
    out[blockIdx.x] = 1;
}

// None of these words is the instruction.
#pragma pt kernel
__global__ void harmless(int *out)
{
    int x;
    asm volatile("{ // exit; here\n .reg .u32 %%ret; mov.u32 %%ret, 1; /* ret; */ mov.u32 %0, %%ret; }" : "=r"(x));
    asm volatile("membar.gl; // bar.sync 0;" ::: "memory");
    out[blockIdx.x] = x;
}
