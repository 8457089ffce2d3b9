// bar.warp.sync waits for the lanes that its mask names: whole warps may leave before it, and lanes may not.
#pragma pt kernel
__global__ void whole(unsigned *out, unsigned n)
{
    if (threadIdx.x / 32 >= n)
        return;
    asm volatile("bar.warp.sync 0xffffffff;");
    out[threadIdx.x] = blockIdx.x;
}
#pragma pt kernel
__global__ void lanes(unsigned *out, unsigned n)
{
    if (threadIdx.x >= n)
        return;
    asm volatile("{ .reg .pred p; bar.warp.sync 0xffffffff; }");
    out[threadIdx.x] = blockIdx.x;
}
#pragma pt kernel
__global__ void both(unsigned *out, unsigned n)
{
    if (threadIdx.x / 32 >= n)
        return;
    asm volatile("bar.warp.sync 0xffffffff;\n bar.sync 0;");
    out[threadIdx.x] = blockIdx.x;
}
