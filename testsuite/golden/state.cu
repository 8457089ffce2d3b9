// state and finish: the persistent kernel is the body with its middle part as a lambda.
#pragma pt kernel
template <class T> __global__ void largest(const T *in, T *out, int n, int *hits)
{
    #pragma pt state
    T most = in[0], sums[2] = {};
    #pragma pt state
    __shared__ int count;
    #pragma pt state
    {
        if (threadIdx.x == 0)
            count = 0;
        __syncthreads();
    }

    n -= blockIdx.x * blockDim.x;
    in += blockIdx.x * blockDim.x;
    if (threadIdx.x < n) {
        most = in[threadIdx.x] > most ? in[threadIdx.x] : most;
        sums[threadIdx.x % 2] += in[threadIdx.x];
        atomicAdd(&count, 1);
    }

    #pragma pt finish
    {
        __syncthreads();
        if (threadIdx.x == 0)
            atomicAdd(hits, count);
        out[threadIdx.x] = most + sums[0] + sums[1];
    }
}

// One that leaves before a barrier of the others, and blocks that may not be there.
#pragma pt kernel items(*hits) schedule(dynamic)
__global__ void filled(const int *hits, int *out)
{
    #pragma pt state
    int seen = 0;
    if (threadIdx.x > 40)
        return;
    __syncthreads();
    out[blockIdx.x] = seen++;
}

void launch(const float *in, float *out, int n, int *hits)
{
    largest<float><<<(n + 255) / 256, 256>>>(in, out, n, hits);
    filled<<<n, 64>>>(hits, hits + 1);
}
