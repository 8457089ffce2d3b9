// DESIGN part 4, Leaving early: groups behind a return: ranks and sizes wait for nobody; the block's sync, also of a temporary, drains.
// expect: handled
// needs: c++17
#include "check.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum { BLOCK = 96 };

template <class Group> __device__ unsigned rank_in(const Group &group) { return static_cast<unsigned>(group.thread_rank()); }
template <int Size> __device__ unsigned rank_in_tile(const cg::thread_block_tile<Size> &tile) { return tile.thread_rank() + tile.size(); }

#pragma pt kernel
__global__ void ranks(unsigned *out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    cg::thread_block block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    unsigned sum = block.thread_rank() + block.size() + block.group_index().x + block.thread_index().x + block.group_dim().x;
    sum += warp.thread_rank() + warp.size() + warp.meta_group_rank() + warp.meta_group_size();
    sum += cg::this_thread_block().thread_rank() + cg::thread_rank(block) + cg::group_size(block);
    sum += rank_in(block) + rank_in(cg::tiled_partition<8>(block)) + rank_in_tile<16>(cg::tiled_partition<16>(block));
    const cg::thread_group part = cg::tiled_partition(block, 4);
    sum += static_cast<unsigned>(part.thread_rank() + part.size());
    out[i] = sum;
}

// Every thread but the first `stay` leaves; the others see what all that stayed have written.
#pragma pt kernel
__global__ void sync_of_temporary(unsigned *out, unsigned stay)
{
    __shared__ unsigned part[BLOCK];
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x, value = i * 3;
    if (threadIdx.x >= stay)
        return;
    part[threadIdx.x] = value;
    cg::this_thread_block().sync();
    out[i] = part[(threadIdx.x + 1) % stay] + part[(threadIdx.x + stay - 1) % stay];
}

#pragma pt kernel
__global__ void sync_by_function(unsigned *out, unsigned stay)
{
    __shared__ unsigned part[BLOCK];
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x, value = i * 3;
    if (threadIdx.x >= stay)
        return;
    part[threadIdx.x] = value;
    cg::sync(cg::this_thread_block());
    out[i] = part[(threadIdx.x + 1) % stay] + part[(threadIdx.x + stay - 1) % stay];
}

#pragma pt kernel
__global__ void sync_by_class(unsigned *out, unsigned stay)
{
    __shared__ unsigned part[BLOCK];
    auto block = cg::this_thread_block();
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x, value = i * 3;
    if (block.thread_rank() >= stay)
        return;
    part[block.thread_rank()] = value;
    cg::thread_block::sync();
    out[i] = part[(threadIdx.x + 1) % stay] + part[(threadIdx.x + stay - 1) % stay];
}

int main()
{
    check::begin("cg_behind_return");
    const unsigned blocks = 4801, n = blocks * BLOCK, stay = 37;
    check::device_array<unsigned> out(n);
    std::vector<unsigned> want = check::poisoned_vector<unsigned>(n);
    for (unsigned i = 0; i < n - 50; ++i) {
        const unsigned t = i % BLOCK;
        want[i] = t + BLOCK + i / BLOCK + t + BLOCK + t % 32 + 32 + t / 32 + BLOCK / 32 + t + t + BLOCK + t + t % 8 + t % 16 + 16 + t % 4 + 4;
    }
    ranks<<<blocks, BLOCK>>>(out.get(), n - 50);
    CUDA_OK(cudaGetLastError());
    check::equal("ranks", out, want);
    for (unsigned i = 0; i < n; ++i) {
        const unsigned t = i % BLOCK, first = i - t;
        want[i] = t < stay ? (first + (t + 1) % stay + first + (t + stay - 1) % stay) * 3 : check::poisoned<unsigned>();
    }
    auto expect = [&](const char *label) {
        CUDA_OK(cudaGetLastError());
        check::equal(label, out, want);
        out.poison();
    };
    out.poison();
    sync_of_temporary<<<blocks, BLOCK>>>(out.get(), stay);
    expect("sync_of_temporary");
    sync_by_function<<<blocks, BLOCK>>>(out.get(), stay);
    expect("sync_by_function");
    sync_by_class<<<blocks, BLOCK>>>(out.get(), stay);
    expect("sync_by_class");
    return check::finish();
}
