// DESIGN part 4, Leaving early: a helper that is given the thread block and syncs it is a barrier of the block, and no warp operation
// whose masks would have to follow the lanes: a loop around it may be left by break.
// expect: handled
// needs: c++17
#include "check.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum { BLOCK = 64 };

static __device__ unsigned next_of(cg::thread_block block, unsigned *tile, unsigned x)
{
    tile[threadIdx.x] = x;
    cg::sync(block);
    const unsigned next = tile[(threadIdx.x + 1) % BLOCK];
    block.sync();
    return next;
}

#pragma pt kernel
__global__ void turn(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[BLOCK];
    __shared__ unsigned rounds;
    cg::thread_block block = cg::this_thread_block();
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    if (threadIdx.x == 0)
        rounds = 1 + blockIdx.x % 5;
    cg::sync(block);
    unsigned x = in[i], round = 0;
    while (true) {
        x = next_of(block, tile, x);
        if (++round == rounds)
            break;
    }
    out[i] = x;
}

// The lanes that left are not waited for, by the helper either.
#pragma pt kernel
__global__ void some_leave(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[BLOCK];
    tile[threadIdx.x] = 0;
    __syncthreads();
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    if (threadIdx.x >= 32 + blockIdx.x % 7)
        return;
    out[i] = next_of(cg::this_thread_block(), tile, in[i]);
}

int main()
{
    check::begin("cg_sync_in_helper");
    const unsigned blocks = 3001, n = blocks * BLOCK;
    std::vector<unsigned> in = check::mixed_vector(n), turned(n), left = check::poisoned_vector<unsigned>(n);
    for (unsigned i = 0; i < n; ++i) {
        const unsigned b = i / BLOCK, t = i % BLOCK, stay = 32 + b % 7;
        turned[i] = in[b * BLOCK + (t + 1 + b % 5) % BLOCK];
        if (t < stay)
            left[i] = t + 1 < stay ? in[i + 1] : 0;
    }
    check::device_array<unsigned> d_in(in), out(n);
    turn<<<blocks, BLOCK>>>(d_in.get(), out.get());
    check::equal("turn", out, turned);
    out.poison();
    some_leave<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("some_leave", out, left);
    return check::finish();
}
