// What the preprocessor skips is not looked at.
#if 0
#pragma pt kernal
#pragma pt kernel schedule(dynamic, 0)
__global__ void a(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
#else
#pragma pt kernal
__global__ void b(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
#endif
#ifdef __cplusplus
#pragma pt kernel foo
#else
#pragma pt kernel bar
#endif
__global__ void c(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
