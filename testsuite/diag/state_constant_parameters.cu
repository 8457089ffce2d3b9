// Constant parameters, members of which the blocks call: no block changes them, so that what is kept, and what stands behind `finish`, may read them.
struct view {
    int *data;
    int n;
    __device__ int &at(int i) const { return data[i]; }
};
#pragma pt kernel
__global__ void kept(const view a, int *out)
{
    #pragma pt state
    int sum = 0, *first = a.data;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a.n)
        sum += a.at(i);
    #pragma pt finish
    {
        atomicAdd(out, sum + *first);
    }
}
#pragma pt kernel
__global__ void at_last(const view a)
{
    #pragma pt state
    int sum = 0;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a.n)
        sum += a.at(i);
    #pragma pt finish
    {
        atomicAdd(&a.at(0), sum);
    }
}
