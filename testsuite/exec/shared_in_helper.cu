// DESIGN part 4, Shared memory: shared variables live in called functions and are written again by the next item.
// expect: handled
#include "check.h"

enum { BLOCK = 192 };

__device__ unsigned block_first(unsigned value)
{
    __shared__ unsigned first;
    if (threadIdx.x == 0)
        first = value;
    __syncthreads();
    return first;
}

template <int DISTANCE> __device__ unsigned neighbour(unsigned value)
{
    __shared__ unsigned tile[BLOCK];
    tile[threadIdx.x] = value;
    __syncthreads();
    return tile[(threadIdx.x + DISTANCE) % BLOCK];
}

#pragma pt kernel
__global__ void combine(const unsigned *in, unsigned *out)
{
    unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    out[i] = block_first(in[i]) + 3 * neighbour<1>(in[i]) + 5 * neighbour<100>(in[i]);
}

int main()
{
    check::begin("shared_in_helper");
    const unsigned blocks = 8101, n = blocks * BLOCK;
    std::vector<unsigned> in = check::mixed_vector(n), want(n);
    for (unsigned i = 0; i < n; ++i) {
        const unsigned *v = &in[i / BLOCK * BLOCK];
        unsigned t = i % BLOCK;
        want[i] = v[0] + 3 * v[(t + 1) % BLOCK] + 5 * v[(t + 100) % BLOCK];
    }
    check::device_array<unsigned> d_in(in), out(n);
    combine<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
