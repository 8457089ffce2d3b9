// One run shows them all, in order.
#pragma pt kernel shedule(static) schedule(dinamic) groups(0) order(tile(8)) mode(max)
__global__ void k(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
