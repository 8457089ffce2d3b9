// items(...): what it may not be.
#pragma pt kernel items(blockIdx.x + 1)
__global__ void of_a_block(float *out) { out[blockIdx.x] = 1; }

#pragma pt kernel items(n / gridDim.x)
__global__ void of_the_grid(float *out, int n) { out[blockIdx.x] = n; }

#pragma pt kernel items(*n) order(reverse)
__global__ void reversed(float *out, const int *n) { out[blockIdx.x] = *n; }

#pragma pt kernel items(*n)
__global__ void meets(float *out, const int *n)
{
    out[blockIdx.x] = *n;
#pragma pt barrier
    out[blockIdx.x] += out[0];
}

#pragma pt kernel items(*n)
__global__ void twice(float *out, const int *n);

#pragma pt kernel items(*n + 1)
__global__ void twice(float *out, const int *n) { out[blockIdx.x] = *n; }

#pragma pt kernel items()
__global__ void empty(float *out) { out[blockIdx.x] = 1; }
