#pragma pt kernel
__global__ void __cluster_dims__(2, 1, 1) k(int *out)
{
    out[blockIdx.x] = 1;
}
