// Returns in loops before a library barrier: taken by all threads or by none, or by some.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
#pragma pt kernel
__global__ void in_loop(float *out, int T)
{
    constexpr int blocks = 4;
    const int t0 = T - 1 - blocks * blockIdx.x;
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    for (int to = 0; to < blocks; ++to) {
        int t = t0 - to;
        if (t < 0) return;
        out[t] = cg::reduce(warp, out[t], cg::plus<float>{});
    }
}
#pragma pt kernel
__global__ void by_vote(float *out, int T)
{
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    bool found = false;
    for (int i = threadIdx.x; i < T; i += blockDim.x) found |= out[i] > 0;
    if (!__syncthreads_or(found))
        return;
    out[threadIdx.x] = cg::reduce(warp, out[threadIdx.x], cg::plus<float>{});
}
#pragma pt kernel
__global__ void bad_loop(float *out, int T)
{
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    for (int to = threadIdx.x; to < T; ++to) {
        if (to < 3) return;
        out[to] = cg::reduce(warp, out[to], cg::plus<float>{});
    }
}
#pragma pt kernel
__global__ void bad_break(float *out, int T)
{
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    for (int to = 0; to < T; ++to) {
        if (out[to + threadIdx.x]) break;
        if (to > 3) return;
    }
    out[0] = cg::reduce(warp, out[0], cg::plus<float>{});
}
#pragma pt kernel
__global__ void bad_nest(float *out, int T)
{
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    for (int to = 0; to < T; ++to)
        if (threadIdx.x > 3) if (to > 3) return;
    out[0] = cg::reduce(warp, out[0], cg::plus<float>{});
}
