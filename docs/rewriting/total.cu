#pragma pt kernel
__global__ void total(const float *in, float *out, int n)
{
    #pragma pt state
    float sum = 0;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sum += in[i];
    #pragma pt finish
    {
        atomicAdd(out, sum);
    }
}
