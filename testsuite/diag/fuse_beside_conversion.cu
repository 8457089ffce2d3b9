// A conversion to int, somewhere in the program, declares no type of that name.
struct counter {
    int value;
    __host__ __device__ operator int() const { return value; }
};

#pragma pt kernel
__global__ void triple(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] *= 3;
}

void start(float *a, int n)
{
    #pragma pt fuse
    {
        triple<<<40, 256>>>(a, n);
        triple<<<40, 256>>>(a, n);
    }
}
