// DESIGN part 4, Leaving early: returns that all threads of a block take or none, by a loop's variable or a vote, before what waits; and
// returns that only look so.
// expect: handled
#include "check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

enum { BLOCK = 64, BLOCKS = 531 };

// A group's reduction waits for threads that have left: the block leaves as one.
#pragma pt kernel
__global__ void by_loop_variable(unsigned *out, int last)
{
    constexpr int rows = 4;
    __shared__ unsigned sums[BLOCK / 32];
    const int first = last - rows * static_cast<int>(blockIdx.x);
    const cg::thread_block block = cg::this_thread_block();
    const cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    for (int turn = 0; turn < rows; ++turn) {
        const int row = first - turn;
        if (row < 0)
            return;
        const unsigned sum = cg::reduce(warp, row * threadIdx.x, cg::plus<unsigned>());
        if (warp.thread_rank() == 0)
            sums[warp.meta_group_rank()] = sum;
        block.sync();
        if (threadIdx.x == 0)
            out[row] = sums[0] + sums[1];
        block.sync();
    }
}

#pragma pt kernel
__global__ void by_vote(unsigned *out, unsigned n)
{
    const cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    const bool found = (blockIdx.x * BLOCK + threadIdx.x) % n == 0;
    if (!__syncthreads_or(found))
        return;
    out[blockIdx.x * BLOCK + threadIdx.x] = cg::reduce(warp, threadIdx.x, cg::plus<unsigned>());
}

// The size of an array is no assignment to what gives it.
#pragma pt kernel
__global__ void by_tile(unsigned *out, int n)
{
    constexpr int per_tile = 3;
    const cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int first = per_tile * (blockIdx.x * tile.meta_group_size() + tile.meta_group_rank());
    if (first >= n)
        return;
    unsigned sums[per_tile] = {};
    for (int k = 0; k < per_tile; k++)
        sums[k] = cg::reduce(tile, (first + k) * tile.thread_rank(), cg::plus<unsigned>());
    for (int k = 0; k < per_tile; k++)
        if (tile.thread_rank() == 0 && first + k < n)
            out[first + k] = sums[k];
}

// Each thread's own variable, whose name another one has, or that something changes: those that are left are waited for, nobody else.
__device__ void advance(int &i) { i += threadIdx.x; }

#pragma pt kernel
__global__ void from_thread(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    for (int i = threadIdx.x; i < BLOCK; i += BLOCK)
        if (i > n)
            return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void inner_name(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    for (int i = 0; i < 2; i++) {
        {
            const int i(threadIdx.x);
            if (i > n)
                return;
        }
    }
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void changed_inside(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    for (int i = 0; i < 1; i++) {
        advance(i);
        if (i > n)
            return;
    }
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void under_thread(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    for (int i = 0; i < 2; i++)
        if (threadIdx.x > n)
            if (i == 1)
                return;
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

#pragma pt kernel
__global__ void behind_break(unsigned *out, int n)
{
    __shared__ unsigned s[BLOCK];
    s[threadIdx.x] = threadIdx.x + blockIdx.x * 100;
    __syncthreads();
    for (int i = 0; i < 2; i++) {
        if (threadIdx.x <= n)
            break;
        if (i == 1)
            return;
    }
    s[threadIdx.x] += 7;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
}

static void check_rows()
{
    const int rows = 4 * BLOCKS - 6;
    check::device_array<unsigned> out(rows);
    by_loop_variable<<<BLOCKS, BLOCK>>>(out.get(), rows - 1);
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(rows);
    for (int row = 0; row < rows; ++row)
        want[row] = row * (BLOCK * (BLOCK - 1) / 2);
    check::equal("by_loop_variable", out, want);
}

static void check_votes()
{
    const unsigned n = 3 * BLOCK + 5;
    check::device_array<unsigned> out(std::vector<unsigned>(BLOCKS * BLOCK, 1));
    by_vote<<<BLOCKS, BLOCK>>>(out.get(), n);
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(BLOCKS * BLOCK, 1);
    for (unsigned i = 0; i < want.size(); i += n)
        for (unsigned t = 0; t < BLOCK; ++t)
            want[i / BLOCK * BLOCK + t] = t < 32 ? 31 * 32 / 2 : 31 * 32 / 2 + 32 * 32;
    check::equal("by_vote", out, want);
}

static void check_tiles()
{
    const int n = BLOCKS * 12 - 7;
    check::device_array<unsigned> out(n);
    by_tile<<<BLOCKS, BLOCK>>>(out.get(), n);
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(n);
    for (int i = 0; i < n; ++i)
        want[i] = i * (16 * 15 / 2);
    check::equal("by_tile", out, want);
}

template <class Launch> static void check_one(const char *name, unsigned last, Launch launch)
{
    check::device_array<unsigned> out(std::vector<unsigned>(BLOCKS * BLOCK, 1));
    launch(out.get());
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(BLOCKS * BLOCK, 1);
    for (unsigned b = 0; b < BLOCKS; ++b)
        for (unsigned t = 0; t <= last; ++t) {
            const unsigned next = (t + 1) % BLOCK;
            want[b * BLOCK + t] = next + b * 100 + (next <= last ? 7 : 0);
        }
    check::equal(name, out, want);
}

int main()
{
    check::begin("return_in_uniform_loop");
    check_rows();
    check_votes();
    check_tiles();
    check_one("from_thread", 37, [](unsigned *out) { from_thread<<<BLOCKS, BLOCK>>>(out, 37); });
    check_one("inner_name", 37, [](unsigned *out) { inner_name<<<BLOCKS, BLOCK>>>(out, 37); });
    check_one("changed_inside", 37, [](unsigned *out) { changed_inside<<<BLOCKS, BLOCK>>>(out, 37); });
    check_one("under_thread", 37, [](unsigned *out) { under_thread<<<BLOCKS, BLOCK>>>(out, 37); });
    check_one("behind_break", 37, [](unsigned *out) { behind_break<<<BLOCKS, BLOCK>>>(out, 37); });
    return check::finish();
}
