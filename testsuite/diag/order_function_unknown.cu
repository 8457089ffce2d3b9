// The name is taken for a function, so it must be one.
#pragma pt kernel order(liner)
__global__ void k(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
