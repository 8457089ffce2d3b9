// A goto leaves as a return does, and where to is not followed.
#pragma pt kernel
__global__ void past(int *out, int n)
{
    __shared__ int part[32];
    part[threadIdx.x] = n;
    if (threadIdx.x > n)
        goto done;
    __syncthreads();
    out[threadIdx.x] = part[n];
done:;
}

#pragma pt kernel
__global__ void behind_all_barriers(int *out, int n)
{
    __shared__ int part[32];
    part[threadIdx.x] = n;
    __syncthreads();
    if (threadIdx.x > n)
        goto done;
    out[threadIdx.x] = part[n];
done:;
}
