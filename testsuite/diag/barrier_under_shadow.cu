// Of two variables of a name the inner one is meant, as far as its block goes.
#pragma pt kernel
__global__ void inner(int *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 0;
    for (int t = 0; t < rounds; t++) {
        int i = t;
        if (i > 1) {
#pragma pt barrier
            out[blockIdx.x] += 1;
        }
    }
}

#pragma pt kernel
__global__ void outer(int *out, int rounds)
{
    int i = threadIdx.x;
    for (int t = 0; t < rounds; t++) {
        int i = t;
        out[i] = i;
    }
    if (i > 1) {
#pragma pt barrier
        out[blockIdx.x] += 1;
    }
}

#pragma pt kernel
__global__ void given(int *out, int rounds)
{
    int i = threadIdx.x;
    if (rounds > 3)
        out[0] = 1;
    else i = rounds;
    if (i > 1) {
#pragma pt barrier
        out[blockIdx.x] += 1;
    }
}
