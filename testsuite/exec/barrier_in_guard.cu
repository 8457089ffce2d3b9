// DESIGN part 4, Leaving early: barriers and warp operations inside `if (c) { ...; return; }`, and below conditions of which only the
// outermost is the same for the block: the others end, and in the item they are on their way to the next one.
// expect: handled
#include "check.h"

enum { BLOCK = 64 };

#pragma pt kernel
__global__ void in_guard(unsigned *out)
{
    __shared__ unsigned tile[BLOCK];
    const unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    if (t < 32 + blockIdx.x % 2 * 32) {
        tile[t] = i;
        __syncthreads();
        out[i] = tile[31 - t % 32];
        return;
    }
    out[i] = 7;
}

#pragma pt kernel
__global__ void returns_in_guard(unsigned *out, int n)
{
    __shared__ unsigned tile[BLOCK];
    const unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    if (n > 3) {
        if (t < blockIdx.x % 3)
            return;
        tile[t] = i;
        __syncthreads();
        out[i] = tile[BLOCK + blockIdx.x % 3 - 1 - t];
        return;
    }
    out[i] = 7;
}

#pragma pt kernel
__global__ void below_conditions(unsigned *out, int n)
{
    __shared__ unsigned tile[BLOCK];
    const unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    if (n > 3) {
        if (t < 32) {
            tile[t] = i;
            __syncthreads();
            out[i] = tile[31 - t];
        }
    }
}

#define WHEN(condition) if (condition)
#pragma pt kernel
__global__ void in_macro(unsigned *out)
{
    __shared__ unsigned tile[BLOCK];
    const unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    WHEN (t < 32) {
        tile[t] = i;
        __syncthreads();
        out[i] = tile[31 - t];
    }
}

// Lanes of each half do it among themselves; the masks name those that are there.
#pragma pt kernel
__global__ void warp_in_guard(unsigned *out)
{
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    unsigned v = i;
    if (threadIdx.x % 32 < 8) {
        v += __shfl_xor_sync(0xffu, v, 4);
        out[i] = v;
        return;
    }
    out[i] = 7;
}

#pragma pt kernel
__global__ void warp_in_guard_and_behind(unsigned *out)
{
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    unsigned v = i;
    if (threadIdx.x % 32 < 8) {
        v += __shfl_xor_sync(0xffu, v, 4);
        out[i] = v;
        return;
    }
    v += __shfl_xor_sync(0xffffff00u, v, 4);
    out[i] = v;
}

int main()
{
    check::begin("barrier_in_guard");
    const unsigned blocks = 3001, n = blocks * BLOCK;
    std::vector<unsigned> none = check::poisoned_vector<unsigned>(n), guard = none, returns = none, below = none, warp = none, behind = none;
    for (unsigned i = 0; i < n; ++i) {
        const unsigned b = i / BLOCK, t = i % BLOCK, first = b * BLOCK, left = b % 3;
        guard[i] = t < 32 + b % 2 * 32 ? first + 31 - t % 32 : 7;
        if (t >= left)
            returns[i] = first + BLOCK + left - 1 - t;
        if (t < 32)
            below[i] = first + 31 - t;
        warp[i] = t % 32 < 8 ? i + (i ^ 4) : 7;
        behind[i] = i + (i ^ 4);
    }
    check::device_array<unsigned> out(n);
    in_guard<<<blocks, BLOCK>>>(out.get());
    check::equal("in_guard", out, guard);
    out.poison();
    returns_in_guard<<<blocks, BLOCK>>>(out.get(), 4);
    check::equal("returns_in_guard", out, returns);
    out.poison();
    below_conditions<<<blocks, BLOCK>>>(out.get(), 4);
    check::equal("below_conditions", out, below);
    out.poison();
    in_macro<<<blocks, BLOCK>>>(out.get());
    check::equal("in_macro", out, below);
    out.poison();
    warp_in_guard<<<blocks, BLOCK>>>(out.get());
    check::equal("warp_in_guard", out, warp);
    warp_in_guard_and_behind<<<blocks, BLOCK>>>(out.get());
    check::equal("warp_in_guard_and_behind", out, behind);
    CUDA_OK(cudaGetLastError());
    return check::finish();
}
