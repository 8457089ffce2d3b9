// A virtual call comes to what overrides the member that it names, and to nothing else that reads the block index.
#define MINE (blockIdx.x * blockDim.x + threadIdx.x)

__device__ void settle(int *out, int v)
{
    __syncthreads();
    out[MINE] = v;
}

struct shape {
    __device__ virtual int corners() const { return blockIdx.x; }
    __device__ virtual void wait(int *out) const
    {
        __syncthreads();
        out[MINE] = 3;
    }
    __device__ virtual ~shape() {}
};
struct round_shape : shape {
    __device__ ~round_shape() { atomicAdd(sum, MINE); }
    int *sum;
};

#pragma pt kernel
__global__ void by_name(int *out)
{
    if (threadIdx.x == 7)
        return;
    settle(out, 3);
}

#pragma pt kernel
__global__ void by_virtual_call(int *out, const shape *s)
{
    out[MINE] = s->corners();
    delete s;
}

#pragma pt kernel
__global__ void by_virtual_call_behind(int *out, const shape *s)
{
    if (threadIdx.x == 7)
        return;
    s->wait(out);
}
