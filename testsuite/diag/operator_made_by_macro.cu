// Only the preprocessor sees this one.
#define DIRECTIVE(text) _Pragma(#text)

DIRECTIVE(pt kernel schedule(static))
__global__ void k(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
