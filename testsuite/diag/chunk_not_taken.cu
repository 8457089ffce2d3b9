// Who chooses the chunk takes none.
#pragma pt kernel schedule(auto, 4)
__global__ void a(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

#pragma pt kernel schedule(hardware, 4)
__global__ void b(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
