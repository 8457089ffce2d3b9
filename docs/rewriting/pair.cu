// Two launches of a block as one.
#pragma pt kernel
__global__ void square(const float *a, float *t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[i] = a[i] * a[i];
}

#pragma pt kernel
__global__ void add(const float *__restrict__ t, const float *__restrict__ b, float *__restrict__ c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = t[i] + b[i];
}

void add_squares(const float *a, const float *b, float *t, float *c, int n)
{
    #pragma pt fuse local(t)
    {
        square<<<(n + 255) / 256, 256>>>(a, t, n);
        add<<<(n + 255) / 256, 256>>>(t, b, c, n);
    }
}
