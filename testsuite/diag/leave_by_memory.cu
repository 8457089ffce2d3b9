// A return by what lies in memory before a library's barrier is checked where it runs, but only where all threads come to it and nothing of a
// thread's own stands in it.
#include <cooperative_groups.h>
#include <cub/cub.cuh>

using block_reduce = cub::BlockReduce<int, 128>;

__device__ int of_thread() { return threadIdx.x; }

#pragma pt kernel
__global__ void by_thread(const int *in, int *out)
{
    __shared__ block_reduce::TempStorage s;
    if (in[threadIdx.x])
        return;
    out[blockIdx.x] = block_reduce(s).Sum(1);
}

#pragma pt kernel
__global__ void by_local_of_thread(const int *in, int *out)
{
    __shared__ block_reduce::TempStorage s;
    const int first = blockIdx.x * 128 + threadIdx.x, value = in[first];
    if (value == 3)
        return;
    out[blockIdx.x] = block_reduce(s).Sum(1);
}

#pragma pt kernel
__global__ void by_call(const int *in, int *out)
{
    __shared__ block_reduce::TempStorage s;
    if (in[of_thread()])
        return;
    out[blockIdx.x] = block_reduce(s).Sum(1);
}

#pragma pt kernel
__global__ void by_changed(const int *in, int *out)
{
    __shared__ block_reduce::TempStorage s;
    int n = in[blockIdx.x];
    n += threadIdx.x;
    if (n == 3)
        return;
    out[blockIdx.x] = block_reduce(s).Sum(1);
}

#pragma pt kernel
__global__ void in_loop(const int *in, int *out)
{
    __shared__ block_reduce::TempStorage s;
    for (int i = 0; i < 4; i++) {
        if (in[blockIdx.x + i])
            return;
        out[blockIdx.x] += block_reduce(s).Sum(1);
    }
}

#pragma pt kernel
__global__ void behind_condition_of_thread(const int *in, int *out)
{
    __shared__ block_reduce::TempStorage s;
    if (in[threadIdx.x]) {
        if (in[blockIdx.x])
            return;
    }
    out[blockIdx.x] = block_reduce(s).Sum(1);
}

// Some tiles are gone when the others come to the second return.
#pragma pt kernel
__global__ void behind_others(const int *in, int *out)
{
    const auto tile = cooperative_groups::tiled_partition<64>(cooperative_groups::this_thread_block());
    if (tile.meta_group_rank() > 1)
        return;
    if (in[blockIdx.x])
        return;
    out[blockIdx.x] = tile.shfl(1, 0);
}

#pragma pt kernel
__global__ void by_array(const int *in, int *out)
{
    __shared__ block_reduce::TempStorage s;
    int own[2] = {in[threadIdx.x], 0};
    if (own[0])
        return;
    out[blockIdx.x] = block_reduce(s).Sum(1);
}

#pragma pt kernel
__global__ void accepted(const int *in, int *out)
{
    __shared__ block_reduce::TempStorage s;
    if (in[blockIdx.x])
        return;
    out[blockIdx.x] = block_reduce(s).Sum(1);
}
