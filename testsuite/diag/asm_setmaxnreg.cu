#pragma pt kernel
__global__ void k(int *out)
{
    asm volatile("setmaxnreg.inc.sync.aligned.u32 160;");
    out[blockIdx.x] = 1;
}
