// Sums of the blocks of an array. Three things in it need more than a loop around the body: a helper that reads
// blockIdx, threads that return before a barrier, and shared memory that the next block writes again.
// n is a multiple of 32, so that no lane reads from one that has returned.
__device__ int element() { return blockIdx.x * blockDim.x + threadIdx.x; }

#pragma pt kernel schedule(dynamic, 4)
__global__ void block_sum(const float *in, float *out, int n)
{
    __shared__ float part[32];
    const int i = element();
    if (i >= n)
        return;
    float v = in[i];
    for (int step = 16; step > 0; step /= 2)
        v += __shfl_down_sync(~0u, v, step);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0;
        for (int warp = 0; warp < (min(static_cast<int>(blockDim.x), n - i) + 31) / 32; warp++)
            sum += part[warp];
        out[blockIdx.x] = sum;
    }
}

void start(const float *in, float *out, int n, cudaStream_t stream)
{
    block_sum<<<(n + 255) / 256, 256, 0, stream>>>(in, out, n);
}
