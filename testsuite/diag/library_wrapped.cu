// CUB in a namespace of the program's own, as large libraries have it: its barriers are the same.
#define CUB_WRAPPED_NAMESPACE mine
#include <cub/cub.cuh>

#pragma pt kernel
__global__ void behind_a_return(int *out, int n)
{
    using scan = mine::cub::BlockScan<int, 128>;
    __shared__ scan::TempStorage storage;
    if (threadIdx.x >= n)
        return;
    int v = out[threadIdx.x];
    scan(storage).InclusiveSum(v, v);
    out[threadIdx.x] = v;
}

#pragma pt kernel
__global__ void passed_by(int *out)
{
    using reduce = mine::cub::BlockReduce<int, 128>;
    using of_warp = mine::cub::WarpReduce<int>;
    __shared__ reduce::TempStorage storage;
    __shared__ of_warp::TempStorage warps[4];
    if (threadIdx.x < 32)
        out[blockIdx.x] = of_warp(warps[0]).Sum(threadIdx.x);
    if (threadIdx.x < 32)
        out[blockIdx.x] += reduce(storage).Sum(threadIdx.x);
}
