// --target=cpu: lanes that exchange values and never wait for each other. A warning, as `own` is right.
__global__ void steps(int *out)
{
    __shared__ int row[32];
    row[threadIdx.x] = out[threadIdx.x];
    out[threadIdx.x] = row[31 - threadIdx.x];
}

__global__ void waits(int *out)
{
    __shared__ int row[32];
    row[threadIdx.x] = out[threadIdx.x];
    __syncwarp();
    out[threadIdx.x] = row[31 - threadIdx.x];
}

__device__ int *mine()
{
    extern __shared__ int all[];
    return all + threadIdx.x;
}

__global__ void own(int *out)
{
    *mine() = out[threadIdx.x];
    out[threadIdx.x] = *mine() + 1;
}

__global__ void nothing(int *out) { out[threadIdx.x] = 1; }
