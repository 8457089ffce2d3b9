// The place is the line that the word stands on.
#pragma pt kernel \
    schedule(dynamic, \
             0) /* a comment
    that goes on */ foo(1)
__global__ void k(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
