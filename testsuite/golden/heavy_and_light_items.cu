// Which items are heavy: a loop over memory, a long text, a called function with one of these, shared memory. Light: a
// loop that reads none, and a subscript behind a loop.
__device__ float dot(const float *a, const float *b, int n)
{
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[k] * b[k];
    return sum;
}

#pragma pt kernel
__global__ void heavy_by_loop(const float *in, float *out, int n)
{
    float sum = 0;
    int k = 0;
    do {
        sum += in[blockIdx.x + k];
    } while (++k < n);
    out[blockIdx.x] = sum;
}

#pragma pt kernel
__global__ void heavy_by_call(const float *in, float *out, int n)
{
    out[blockIdx.x] = dot(in, in + blockIdx.x, n);
}

#pragma pt kernel
__global__ void heavy_by_loop_head(const int *begin, int *out)
{
    int count = 0;
    for (int i = begin[blockIdx.x]; i; i /= 2)
        count++;
    *out = count;
}

#pragma pt kernel
__global__ void light_with_loop(float *out, int n)
{
    float x = blockIdx.x;
    for (int k = 0; k < n; k++)
        if (k % 2)
            x = x * 1.5f + 1;
    out[blockIdx.x] = x;
}

#pragma pt kernel
__global__ void light_without_loop(float *out)
{
    out[blockIdx.x] += 1;
}
