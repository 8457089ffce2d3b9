// C++20: an aggregate that is made by parentheses runs its members' initialisers, one of which waits for the block.
__device__ int turned(int v)
{
    __shared__ int s[32];
    s[threadIdx.x] = v;
    __syncthreads();
    return s[31 - threadIdx.x];
}
struct pair {
    int v, z = turned(v);
};
#pragma pt kernel
__global__ void turn(int *out) { out[blockIdx.x * 32 + threadIdx.x] = pair(threadIdx.x).z; }
