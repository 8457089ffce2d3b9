// DESIGN part 4, Leaving early: the sync of the whole block through cooperative groups behind a possible leaver.
// expect: handled
// needs: c++17
#include "check.h"
#include <cooperative_groups.h>

enum { BLOCK = 64 };

#pragma pt kernel
__global__ void group_sync(const unsigned *in, unsigned *out)
{
    __shared__ unsigned tile[BLOCK];
    cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
    unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    tile[t] = in[i];
    __syncthreads();
    if (in[i] % 3 == 0)
        return;
    unsigned x = tile[(t + 1) % BLOCK];
    block.sync();
    tile[t] = x;
    block.sync();
    out[i] = tile[(t + 2) % BLOCK];
}

int main()
{
    check::begin("return_before_group_sync");
    const unsigned blocks = 5150, n = blocks * BLOCK;
    std::vector<unsigned> in = check::mixed_vector(n), want = check::poisoned_vector<unsigned>(n);
    for (unsigned i = 0; i < n; ++i) {
        unsigned o = i / BLOCK * BLOCK + (i + 2) % BLOCK, after = o / BLOCK * BLOCK + (o + 1) % BLOCK;
        if (in[i] % 3 != 0)
            want[i] = in[o] % 3 == 0 ? in[o] : in[after];
    }
    check::device_array<unsigned> d_in(in), out(n);
    group_sync<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
