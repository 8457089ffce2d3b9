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

#pragma pt kernel
__global__ void out_of_a_loop(int *out, int n)
{
    __shared__ int part[32];
    for (int i = 0; i < n; i++) {
        part[threadIdx.x] = i;
        __syncthreads();
        if (threadIdx.x > i)
            goto done;
    }
done:
    out[threadIdx.x] = part[n];
}

#pragma pt kernel
__global__ void into_a_loop(int *out, int n)
{
    __shared__ int part[32];
    int i = 0;
    part[threadIdx.x] = n;
    if (threadIdx.x > n)
        goto middle;
    for (; i < n; i++) {
        out[threadIdx.x] += part[i];
    middle:
        __syncthreads();
    }
}

#pragma pt kernel
__global__ void to_the_barrier(int *out, int n)
{
    __shared__ int part[32];
    if (threadIdx.x > n)
        goto wait;
    part[threadIdx.x] = n;
wait:
    __syncthreads();
    out[threadIdx.x] = part[n];
}

#pragma pt kernel
__global__ void into_an_if(int *out, int n)
{
    __shared__ int part[32];
    if (threadIdx.x > 5)
        goto inside;
    if (n == 4) {
        part[threadIdx.x] = n;
    inside:
        __syncthreads();
    }
    out[threadIdx.x] = part[n];
}

#pragma pt kernel
__global__ void into_an_else(int *out, int n)
{
    __shared__ int part[32];
    if (n == 4) {
        if (threadIdx.x > 5)
            goto inside;
        part[threadIdx.x] = n;
    } else {
    inside:
        __syncthreads();
    }
    out[threadIdx.x] = part[n];
}

#pragma pt kernel
__global__ void into_a_case(int *out, int n)
{
    __shared__ int part[32];
    switch (n) {
    case 1:
        if (threadIdx.x > 5)
            goto inside;
        break;
    case 2:
    inside:
        __syncthreads();
        break;
    }
    out[threadIdx.x] = part[n];
}
