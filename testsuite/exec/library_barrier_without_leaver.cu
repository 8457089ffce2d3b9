// DESIGN part 4, Leaving early: a library barrier where nobody can have left stays, and orders shared memory within the item.
// expect: handled
// needs: c++17
#include "check.h"
#include <cooperative_groups.h>

enum { BLOCK = 160 };

#pragma pt kernel
__global__ void group_rotate(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[BLOCK];
    auto block = cooperative_groups::this_thread_block();
    auto warp = cooperative_groups::tiled_partition<32>(block);
    unsigned t = block.thread_rank(), i = blockIdx.x * BLOCK + t;
    tile[t] = in[i];
    block.sync();
    unsigned x = tile[(t + 77) % BLOCK];
    x += warp.shfl_xor(x, 1);
    out[i] = x;
}

int main()
{
    check::begin("library_barrier_without_leaver");
    const unsigned blocks = 5003, n = blocks * BLOCK;
    std::vector<unsigned> in = check::mixed_vector(n), want(n);
    for (unsigned i = 0; i < n; ++i) {
        unsigned base = i / BLOCK * BLOCK, t = i % BLOCK;
        want[i] = in[base + (t + 77) % BLOCK] + in[base + ((t ^ 1) + 77) % BLOCK];
    }
    check::device_array<unsigned> d_in(in), out(n);
    group_rotate<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
