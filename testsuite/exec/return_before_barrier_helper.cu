// DESIGN part 4, Leaving early: the barriers stand in a called function, the return in the kernel.
// expect: handled
#include "check.h"

enum { BLOCK = 128 };

__device__ unsigned rotate(unsigned *tile, unsigned value, unsigned distance)
{
    __syncthreads();
    tile[threadIdx.x] = value;
    __syncthreads();
    return tile[(threadIdx.x + distance) % BLOCK];
}

struct exchanger {
    unsigned *tile;
    __device__ unsigned twice(unsigned value) const { return rotate(tile, rotate(tile, value, 1), 2); }
};

#pragma pt kernel
__global__ void rotate_some(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[BLOCK];
    unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    tile[t] = in[i];
    __syncthreads();
    if (in[i] % 4 == 0)
        return;
    exchanger e = { tile };
    out[i] = e.twice(in[i] + 1);
}

int main()
{
    check::begin("return_before_barrier_helper");
    const unsigned blocks = 5003, n = blocks * BLOCK;
    std::vector<unsigned> in = check::mixed_vector(n), want = check::poisoned_vector<unsigned>(n);
    for (unsigned b = 0; b < blocks; ++b) {
        const unsigned *v = &in[b * BLOCK];
        unsigned tile[BLOCK], value[BLOCK];
        for (unsigned t = 0; t < BLOCK; ++t)
            tile[t] = v[t] % 4 == 0 ? v[t] : v[t] + 1;
        for (unsigned t = 0; t < BLOCK; ++t)
            value[t] = tile[(t + 1) % BLOCK];
        for (unsigned t = 0; t < BLOCK; ++t)
            if (v[t] % 4 != 0)
                tile[t] = value[t];
        for (unsigned t = 0; t < BLOCK; ++t)
            if (v[t] % 4 != 0)
                want[b * BLOCK + t] = tile[(t + 2) % BLOCK];
    }
    check::device_array<unsigned> d_in(in), out(n);
    rotate_some<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
