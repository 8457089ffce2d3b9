#pragma pt kernel schedule(dynamic, 4)
__global__ void k(float *out, int n);

// The same clauses, spelled otherwise, are no conflict.
#pragma pt kernel schedule( dynamic , 4 )
__global__ void k(float *out, int n);

#pragma pt kernel schedule(dynamic, 8)
__global__ void k(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
