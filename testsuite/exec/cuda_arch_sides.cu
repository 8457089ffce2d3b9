// DESIGN part 4, C++: #if __CUDA_ARCH__ with different code on both sides: helpers, returns, barriers, shared memory and launches' inputs.
// expect: handled
#include "check.h"

#ifdef __CUDA_ARCH__
#define SIDE 1
__device__ unsigned block_number() { return blockIdx.x; }
#else
#define SIDE 2
unsigned block_number() { return 99; }
#endif

#pragma pt kernel
__global__ void fill(unsigned *out, unsigned host_side, unsigned n)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 600
    __shared__ unsigned tile[64];
    unsigned i = blockIdx.x * 64 + threadIdx.x;
    tile[threadIdx.x] = i;
    __syncthreads();
    if (i >= n || i % 9 == 4)
        return;
    unsigned x = tile[63 - threadIdx.x];
    __syncthreads();
    tile[threadIdx.x] = x;
    __syncthreads();
    out[i] = tile[(threadIdx.x + 1) % 64] + SIDE * 1000 + host_side;
#else
    out[0] = host_side + n;
#endif
}

#pragma pt kernel
__global__ void helper_differs(unsigned *out)
{
#ifdef __CUDA_ARCH__
    out[block_number()] = block_number() * 3 + gridDim.x;
#endif
}

int main()
{
    check::begin("cuda_arch_sides");
    const unsigned blocks = 5303, n = blocks * 64 - 31;
    std::vector<unsigned> want = check::poisoned_vector<unsigned>(n + 64), want_helper(blocks);
    for (unsigned i = 0; i < n; ++i) {
        unsigned base = i / 64 * 64, o = base + (i + 1) % 64;
        if (i % 9 != 4)
            want[i] = (o >= n || o % 9 == 4 ? o : base + 63 - o % 64) + 1000 + 2;
    }
    check::device_array<unsigned> out(n + 64), out_helper(blocks);
    fill<<<blocks, 64>>>(out.get(), SIDE, n);
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    helper_differs<<<blocks, 1>>>(out_helper.get());
    CUDA_OK(cudaGetLastError());
    for (unsigned b = 0; b < blocks; ++b)
        want_helper[b] = b * 3 + blocks;
    check::equal("helper", out_helper, want_helper);
    check::value("host", block_number(), 99);
    return check::finish();
}
