// DESIGN part 4, Shared memory: cuda::barrier in shared memory, initialised by every item and used across phases.
// expect: handled
// needs: c++17
#include "check.h"
#include <cuda/barrier>

enum { BLOCK = 96 };

#pragma pt kernel
__global__ void phases(const unsigned *in, unsigned *out)
{
    typedef cuda::barrier<cuda::thread_scope_block> barrier;
    __shared__ __align__(8) unsigned char storage[sizeof(barrier)];
    __shared__ unsigned tile[BLOCK];
    barrier *b = reinterpret_cast<barrier *>(storage);
    unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    if (t == 0)
        init(b, BLOCK);
    __syncthreads();
    tile[t] = in[i];
    for (unsigned k = 1; k <= 3; ++k) {
        b->arrive_and_wait();
        unsigned x = tile[(t + k) % BLOCK];
        b->wait(b->arrive());
        tile[t] = x + k;
    }
    __syncthreads();
    out[i] = tile[BLOCK - 1 - t];
}

int main()
{
    check::begin("barrier_object");
    const unsigned blocks = 5107, n = blocks * BLOCK;
    std::vector<unsigned> in = check::mixed_vector(n), want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = in[i / BLOCK * BLOCK + (BLOCK - 1 - i % BLOCK + 6) % BLOCK] + 6;
    check::device_array<unsigned> d_in(in), out(n);
    phases<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
