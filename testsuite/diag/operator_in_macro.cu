// Only the preprocessor sees where the macro is used, so the directive must be written there.
#define PERSISTENT _Pragma("pt kernel")
#define UNUSED _Pragma("pt kernel")

PERSISTENT
__global__ void k(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
