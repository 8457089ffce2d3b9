#pragma pt kernel
__global__ void k(int *out, int n)
{
    for (int i = 0; i < 4; i++) {
        if (threadIdx.x + i > n)
            return;
        out[threadIdx.x] += __shfl_down_sync(~0u, i, 1);
    }
}

// Some lanes go over the guard that all others take.
#pragma pt kernel
__global__ void jumps_over(int *out, int n)
{
    int v = threadIdx.x;
    if (n > 3) {
        if (threadIdx.x < 16)
            goto stays;
        return;
    }
stays:
    v += __shfl_down_sync(~0u, v, 1);
    out[threadIdx.x] = v;
}
