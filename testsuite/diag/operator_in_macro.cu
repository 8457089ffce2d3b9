// Where the macro is used there is no text to rewrite.
#define PERSISTENT _Pragma("pt kernel")
#define OTHER _Pragma("GCC diagnostic push")
#if 0
#define SKIPPED _Pragma("pt kernel")
#endif

PERSISTENT
__global__ void k(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
