// Columns count bytes, as clang's do.
#pragma pt kernel /* größe */ foo
__global__ void k(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
