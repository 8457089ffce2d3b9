// DESIGN part 4, Shared memory: a __shared__ cuda::barrier declared as an object (block_barrier idiom with a suppressed initialisation warning) and a cuda::pipeline.
// expect: handled
// needs: c++17
#include "check.h"
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>

#pragma nv_diag_suppress static_var_with_dynamic_init

enum { BLOCK = 64 };

#pragma pt kernel
__global__ void object(const unsigned *in, unsigned *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ unsigned tile[BLOCK];
    unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    if (t == 0)
        init(&bar, BLOCK);
    __syncthreads();
    cuda::memcpy_async(&tile[t], &in[i], sizeof(unsigned), bar);
    bar.arrive_and_wait();
    out[i] = tile[BLOCK - 1 - t];
}

#pragma pt kernel
__global__ void staged(const unsigned *in, unsigned *out)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ unsigned tile[2][BLOCK];
    auto group = cooperative_groups::this_thread_block();
    auto pipe = cuda::make_pipeline(group, &state);
    unsigned t = threadIdx.x, base = blockIdx.x * 4 * BLOCK;
    for (unsigned k = 0; k < 5; ++k) {
        if (k < 4) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[k % 2][t], &in[base + k * BLOCK + t], sizeof(unsigned), pipe);
            pipe.producer_commit();
        }
        if (k > 0) {
            pipe.consumer_wait();
            out[base + (k - 1) * BLOCK + t] = tile[(k - 1) % 2][(t + k) % BLOCK];
            pipe.consumer_release();
        }
    }
}

int main()
{
    check::begin("barrier_object_static");
    const unsigned blocks = 5108, n = blocks * BLOCK;
    std::vector<unsigned> in = check::mixed_vector(n), want(n), want_staged(n);
    for (unsigned i = 0; i < n; ++i) {
        unsigned base = i / BLOCK * BLOCK;
        want[i] = in[base + BLOCK - 1 - i % BLOCK];
        want_staged[i] = in[base + (i % BLOCK + i / BLOCK % 4 + 1) % BLOCK];
    }
    check::device_array<unsigned> d_in(in), out(n);
    object<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("object", out, want);
    out.poison();
    staged<<<blocks / 4, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("staged", out, want_staged);
    return check::finish();
}
