// A local class that is the same for all threads of a block, and those that something makes another one for each.
#include <cub/block/block_reduce.cuh>

struct asks {
    int a;
    __device__ operator bool() const { return threadIdx.x > 37; }
};
struct lane {
    int frames;
    asks more;
    __device__ void bump() { frames += threadIdx.x; }
};
__device__ void touch(lane &l) { l.frames = threadIdx.x; }

#define SUM()                                                   \
    typedef cub::BlockReduce<float, 256> reduce;                \
    __shared__ typename reduce::TempStorage temp

#pragma pt kernel
__global__ void the_same(lane *lanes, float *sums, const float *in)
{
    SUM();
    const lane desc = lanes[blockIdx.y];
    if (blockIdx.x >= desc.frames)
        return;
    const float sum = reduce(temp).Sum(in[threadIdx.x]);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

#pragma pt kernel
__global__ void by_a_method(lane *lanes, float *sums, const float *in)
{
    SUM();
    lane desc = lanes[blockIdx.y];
    desc.bump();
    if (blockIdx.x >= desc.frames)
        return;
    const float sum = reduce(temp).Sum(in[threadIdx.x]);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

#pragma pt kernel
__global__ void by_a_reference(lane *lanes, float *sums, const float *in)
{
    SUM();
    lane desc = lanes[blockIdx.y];
    touch(desc);
    if (blockIdx.x >= desc.frames)
        return;
    const float sum = reduce(temp).Sum(in[threadIdx.x]);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

#pragma pt kernel
__global__ void by_a_member(lane *lanes, float *sums, const float *in)
{
    SUM();
    lane desc = lanes[blockIdx.y];
    desc.frames += threadIdx.x;
    if (blockIdx.x >= desc.frames)
        return;
    const float sum = reduce(temp).Sum(in[threadIdx.x]);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

#pragma pt kernel
__global__ void of_a_thread(lane *lanes, float *sums, const float *in)
{
    SUM();
    const lane desc = lanes[threadIdx.y];
    if (blockIdx.x >= desc.frames)
        return;
    const float sum = reduce(temp).Sum(in[threadIdx.x]);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

#pragma pt kernel
__global__ void by_an_address(lane *lanes, float *sums, const float *in)
{
    SUM();
    lane desc = lanes[blockIdx.y], *p = &desc;
    p->frames = threadIdx.x;
    if (blockIdx.x >= desc.frames)
        return;
    const float sum = reduce(temp).Sum(in[threadIdx.x]);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

#pragma pt kernel
__global__ void by_a_reference_to_a_member(lane *lanes, float *sums, const float *in)
{
    SUM();
    lane desc = lanes[blockIdx.y];
    int &q = desc.frames;
    q = threadIdx.x;
    if (blockIdx.x >= desc.frames)
        return;
    const float sum = reduce(temp).Sum(in[threadIdx.x]);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

#pragma pt kernel
__global__ void by_a_conversion(lane *lanes, float *sums, const float *in)
{
    SUM();
    const lane desc = lanes[blockIdx.y];
    if (blockIdx.x >= desc.more)
        return;
    const float sum = reduce(temp).Sum(in[threadIdx.x]);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

#pragma pt kernel
template <class T>
__global__ void open(T *lanes, float *sums, const float *in)
{
    SUM();
    const T desc = lanes[blockIdx.y];
    if (blockIdx.x >= desc.more)
        return;
    const float sum = reduce(temp).Sum(in[threadIdx.x]);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

void start(lane *lanes, float *sums, const float *in) { open<<<1, 256>>>(lanes, sums, in); }
