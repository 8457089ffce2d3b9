// Groups of the threads that are there: who leaves when one has been made is waited for, and of one that came from elsewhere nobody knows.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

#pragma pt kernel
__global__ void made_before(unsigned *out, unsigned n)
{
    auto group = cg::coalesced_threads();
    if (threadIdx.x >= n)
        return;
    out[threadIdx.x] = group.shfl(n, 0);
}

#pragma pt kernel
__global__ void made_around_loop(unsigned *out, unsigned n)
{
    auto group = cg::coalesced_threads();
    for (unsigned i = 0; i < n; i++) {
        out[threadIdx.x] += group.shfl(n, 0);
        if (threadIdx.x == i)
            return;
    }
}

__device__ unsigned handed_on(const cg::coalesced_group &group, unsigned n) { return group.shfl(n, 0); }

#pragma pt kernel
__global__ void of_parameter(unsigned *out, unsigned n)
{
    if (threadIdx.x >= n)
        return;
    out[threadIdx.x] = handed_on(cg::coalesced_threads(), n);
}

#pragma pt kernel
__global__ void assigned_anew(unsigned *out, unsigned n)
{
    auto whole = cg::coalesced_threads();
    if (threadIdx.x >= n)
        return;
    auto group = cg::coalesced_threads();
    if (n > 3)
        group = whole;
    out[threadIdx.x] = group.shfl(n, 0);
}

// A tile is of threads that may have left.
#pragma pt kernel
__global__ void tile(unsigned *out, unsigned n)
{
    if (threadIdx.x >= n)
        return;
    auto group = cg::tiled_partition<8>(cg::this_thread_block());
    out[threadIdx.x] = group.shfl(n, 0);
}

// None of these: each group is made where nobody leaves any more, or anew in each turn.
__device__ unsigned first_of(unsigned n)
{
    if (n == 7)
        return 0;
    const auto group = cg::coalesced_threads();
    const auto part = cg::binary_partition(group, n > 3);
    cg::sync(part);
    return part.shfl(n, 0) + group.shfl(n, 0);
}

#pragma pt kernel
template <class T> __global__ void let_through(T *out, T n)
{
    for (T i = 0; i < n; i++) {
        if (threadIdx.x == i)
            return;
        cg::coalesced_group group{cg::coalesced_threads()};
        out[threadIdx.x] += group.ballot(i) + first_of(threadIdx.x);
        group.sync();
    }
    cg::coalesced_group rest(cg::coalesced_threads());
    out[threadIdx.x] += rest.any(n) + cg::coalesced_threads().thread_rank();
}

#pragma pt kernel
__global__ void let_through_too(unsigned *out, unsigned n)
{
    if (threadIdx.x < n)
        return;
    out[threadIdx.x] = first_of(n);
}
