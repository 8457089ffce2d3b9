#pragma pt kernel
__global__ void k(int *out, int n)
{
    if (threadIdx.x >= n)
        asm volatile("exit;");
    out[blockIdx.x] = n;
}
