// A thread returns while others of its block go on to barriers, shuffles and votes.
#pragma pt kernel
__global__ void sum(const float *in, float *out, int n)
{
    __shared__ float part[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = in[i];
    v += __shfl_down_sync(~0u, v, 16);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = part[0];
}
void start(const float *in, float *out, int n) { sum<<<(n + 255) / 256, 256>>>(in, out, n); }

// The number of the turn is the same for all threads, beside what is not.
#pragma pt kernel
__global__ void two_in_a_head(int *out, int n)
{
    for (int i = threadIdx.x, turn = 0; turn < n; turn++) {
        if (turn == 3)
            return;
        out[i] = turn;
        __syncthreads();
    }
}

#pragma pt kernel
__global__ void two_in_a_head_by_the_other(int *out, int n)
{
    for (int i = threadIdx.x, turn = 0; turn < n; turn++) {
        if (i == 3)
            return;
        out[i] = turn;
        __syncthreads();
    }
}

#pragma pt kernel
__global__ void comma_in_a_head(int *out, int n)
{
    for (int i = (n, threadIdx.x), turn = 0; i < n; i++) {
        out[i] = turn;
        __syncthreads();
    }
}
