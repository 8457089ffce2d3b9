// DESIGN part 4, Early return: the barrier of a block in a function of both sides, for the device alone there, behind a return that not all
// threads take; a vote and a warp's barrier likewise.
// expect: handled
#include "check.h"

__host__ __device__ inline void wait_for_block()
{
#ifdef __CUDA_ARCH__
    __syncthreads();
#endif
}

__host__ __device__ inline bool any_of_block(bool x)
{
#if defined(__CUDA_ARCH__)
    return __syncthreads_or(x);
#else
    return x;
#endif
}

template <class T> __host__ __device__ inline T from_neighbour(T x)
{
#ifdef __CUDA_ARCH__
    return __shfl_xor_sync(~0u, x, 1);
#else
    return x;
#endif
}

#pragma pt kernel
__global__ void turn(unsigned *out, unsigned n)
{
    __shared__ unsigned tile[64];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    tile[threadIdx.x] = i;
    wait_for_block();
    const bool any = any_of_block(tile[threadIdx.x ^ 1u] % 7u == 3u);
    out[i] = tile[threadIdx.x ^ 1u] + from_neighbour(i) * 3u + any;
}

int main()
{
    check::begin("barrier_both_sides");
    const unsigned n = 64 * 50 - 10;
    check::device_array<unsigned> out(n);
    turn<<<50, 64>>>(out.get(), n);
    std::vector<unsigned> want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = (i ^ 1u) + (i ^ 1u) * 3u + 1u;
    check::equal("turn", out, want);
    wait_for_block();
    check::equal("host", std::vector<unsigned>{any_of_block(true), from_neighbour(5u)}, std::vector<unsigned>{1u, 5u});
    return check::finish();
}
