// A member of an open type may be a collective of CUB's; a group's questions are none.
#include <cooperative_groups.h>
#include <cub/cub.cuh>
namespace cg = cooperative_groups;

#pragma pt kernel
template <int Threads> __global__ void sum(const float *in, float *out, int n)
{
    using reduce = cub::BlockReduce<float, Threads>;
    __shared__ typename reduce::TempStorage storage;
    const int i = blockIdx.x * Threads + threadIdx.x;
    if (i >= n)
        return;
    const float total = reduce(storage).Sum(in[i]);
    if (threadIdx.x == 0)
        out[blockIdx.x] = total;
}

#pragma pt kernel
template <class Group> __global__ void rank(Group group, int *out, int n)
{
    if (threadIdx.x >= n)
        return;
    out[blockIdx.x] = group.thread_rank() + group.size();
}
