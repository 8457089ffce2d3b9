// A block index that comes out of a macro where the file ends.
#define GID (min(blockIdx.x, 99u) * blockDim.x + threadIdx.x)
#pragma pt kernel
__global__ void k(float *a, int n)
{
    a[0] = 1;
    #pragma pt barrier
    a[1] = GID;
}
