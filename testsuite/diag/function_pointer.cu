__device__ int index_of_block()
{
    return blockIdx.x;
}

#pragma pt kernel
__global__ void k(int *out, int (*f)())
{
    out[threadIdx.x] = f();
}
