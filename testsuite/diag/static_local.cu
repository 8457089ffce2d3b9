__device__ int waiting(int x)
{
    static int calls = 0;
    __syncthreads();
    return calls + x;
}

#pragma pt kernel
__global__ void k(int *out, int n)
{
    static int last;
    static const int *table;
    static const int weight = 3;
    static int *const place = nullptr;
    if (threadIdx.x >= n)
        return;
    __syncthreads();
    out[blockIdx.x] = waiting(last) + (table ? weight : 0) + (place ? 1 : 0);
}
