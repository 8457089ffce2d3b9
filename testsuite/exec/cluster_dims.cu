// DESIGN part 4, C++: __cluster_dims__: blocks of a cluster read each other's shared memory.
// expect: refused: pt-cluster: blocks of a cluster run together
// needs: c++17
#include "check.h"
#include <cooperative_groups.h>

enum { BLOCK = 64 };

#pragma pt kernel
__global__ void __cluster_dims__(2, 1, 1) pairs(const unsigned *in, unsigned *out) // refused here
{
    __shared__ unsigned tile[BLOCK];
    auto cluster = cooperative_groups::this_cluster();
    unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    tile[t] = in[i];
    cluster.sync();
    unsigned *other = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
    unsigned x = other[BLOCK - 1 - t];
    cluster.sync();
    out[i] = x + cluster.block_rank();
}

int main()
{
    check::begin("cluster_dims");
    const unsigned blocks = 5002, n = blocks * BLOCK;
    std::vector<unsigned> in = check::mixed_vector(n), want(n);
    for (unsigned i = 0; i < n; ++i)
        want[i] = in[(i / BLOCK ^ 1) * BLOCK + BLOCK - 1 - i % BLOCK] + i / BLOCK % 2;
    check::device_array<unsigned> d_in(in), out(n);
    pairs<<<blocks, BLOCK>>>(d_in.get(), out.get());
    CUDA_OK(cudaGetLastError());
    check::equal("out", out, want);
    return check::finish();
}
