// cooperative_groups.h on the CPU back end.
//
// In:  kernels as nvcc would compile them, launched without ptcc. Out: TAP. What each kernel must give is computed by
//      the host, or said by the CUDA C++ Programming Guide.
#include "tap.h"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <pt/cpu/shared.hpp>

#include <string>
#include <vector>

namespace cg = cooperative_groups;

// Each kernel counts what is not as it must be.
static unsigned wrong;
static void expect(bool holds)
{
    if (!holds)
        __atomic_fetch_add(&wrong, 1u, __ATOMIC_RELAXED);
}
template <class... P, class... A> static bool is_right(dim3 grid, dim3 block, void (*kernel)(P...), A... arguments)
{
    wrong = 0;
    const bool ran = tap::run(grid, block, kernel, arguments...);
    return ran && wrong == 0;
}

// ---- ranks and sizes ----------------------------------------------------------------------------------------------

static void block_and_grid()
{
    const cg::thread_block block = cg::this_thread_block();
    const unsigned rank = threadIdx.x + 5 * (threadIdx.y + 3 * threadIdx.z);
    expect(block.thread_rank() == rank && block.size() == 30 && block.num_threads() == 30);
    expect(block.group_index().x == blockIdx.x && block.group_index().y == blockIdx.y && block.group_dim().z == 2);
    expect(block.thread_index().z == threadIdx.z && block.dim_threads().x == 5);
    const cg::grid_group grid = cg::this_grid();
    const unsigned long long number = blockIdx.x + 2 * (blockIdx.y + 3 * blockIdx.z);
    expect(grid.is_valid() && grid.num_blocks() == 24 && grid.block_rank() == number && grid.size() == 24 * 30);
    expect(grid.thread_rank() == number * 30 + rank && grid.dim_blocks().y == 3 && grid.group_dim().z == 4);
    expect(grid.thread_index().y == blockIdx.y * 3 + threadIdx.y && grid.dim_threads().z == 8);
    expect(cg::thread_rank(block) == rank && cg::group_size(block) == 30 && cg::group_size(grid) == 24 * 30);
    const cg::thread_group any = block, all = grid;
    expect(any.thread_rank() == rank && any.size() == 30 && all.size() == 24 * 30 && any.is_valid());
    expect(!cg::thread_group().is_valid());
}

template <unsigned Size> static void tile_of_block()
{
    const cg::thread_block block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<Size>(block);
    const unsigned t = block.thread_rank();
    static_assert(decltype(tile)::size() == Size, "known when compiling");
    expect(tile.thread_rank() == t % Size && tile.meta_group_rank() == t / Size);
    expect(tile.meta_group_size() == (96 + Size - 1) / Size);
    expect(tile.shfl(t, 0) == t / Size * Size && tile.shfl(t, Size + 1) == t / Size * Size + 1 % Size);
    expect(tile.shfl_up(t, 1) == (t % Size ? t - 1 : t) && tile.shfl_down(t, 2) == (t % Size + 2 < Size ? t + 2 : t));
    expect(tile.shfl_xor(t, Size / 2) == (t ^ Size / 2));
    expect(tile.any(t % Size == Size - 1) && !tile.any(t > 96) && tile.all(t < 96) &&
        tile.all(t % Size != 1) == (Size == 1));
    const unsigned every = Size == 32 ? ~0u : (1u << Size) - 1u;
    expect(tile.ballot(1) == every && tile.ballot(t % 2) == (every & (Size == 1 ? t % 2 : 0xaaaaaaaau)));
    int same = -1;
    expect(tile.match_any(t / Size) == every && tile.match_any(t) == 1u << t % Size);
    expect(tile.match_all(t / Size, same) == every && same == 1);
    expect((Size == 1 || tile.match_all(t, same) == 0) && same == (Size == 1));
    expect(cg::reduce(tile, t, cg::plus<unsigned>()) == Size * (t / Size * Size) + Size * (Size - 1) / 2);
    expect(cg::reduce(tile, static_cast<int>(t), cg::greater<int>()) == static_cast<int>(t / Size * Size + Size - 1));
    const cg::thread_block_tile<Size> of_any_parent = tile;
    expect(of_any_parent.meta_group_rank() == t / Size && of_any_parent.thread_rank() == t % Size);
    const auto by_size = cg::tiled_partition(block, Size);
    expect(by_size.size() == Size && by_size.thread_rank() == t % Size);
    tile.sync();
    by_size.sync();
    cg::sync(tile);
    const auto half = cg::tiled_partition<(Size > 1 ? Size / 2 : 1)>(tile);
    expect(half.meta_group_size() == (Size > 1 ? 2 : 1) &&
        half.meta_group_rank() == (Size > 1 ? t % Size / (Size / 2) : 0));
}

// What ptcc makes of a __shared__ variable in the kernel.
template <class T> static T &shared_memory() { return pt::cpu::shared<T>("memory"); }

template <unsigned Size> static void tile_of_several_warps()
{
    const cg::thread_block block = cg::this_thread_block(shared_memory<cg::block_tile_memory<256>>());
    const auto tile = cg::tiled_partition<Size>(block);
    const unsigned t = block.thread_rank(), first = t / Size * Size;
    static_assert(decltype(tile)::size() == Size, "known when compiling");
    expect(tile.thread_rank() == t % Size && tile.meta_group_rank() == t / Size);
    expect(tile.meta_group_size() == 256 / Size && tile.shfl(t, 0) == first);
    expect(tile.shfl(t, Size + 1) == first + 1 && tile.shfl(t, Size - 1) == first + Size - 1);
    expect(tile.shfl_up(t, 33) == (t % Size >= 33 ? t - 33 : t) && tile.shfl_xor(t, Size / 2) == (t ^ Size / 2));
    expect(tile.shfl_down(t, 40) == (t % Size + 40 < Size ? t + 40 : t));
    expect(tile.any(t % Size == Size - 1) && !tile.any(t > 256) && tile.all(t < 256) && !tile.all(t % Size != 1));
    if (t < Size) // tiles are on their own
        expect(cg::reduce(tile, t, cg::plus<unsigned>()) == Size * (Size - 1) / 2);
    expect(cg::reduce(tile, static_cast<double>(t), cg::greater<double>()) == first + Size - 1);
    const auto inner = cg::tiled_partition<64>(block);
    expect(cg::reduce(inner, 1, cg::plus<int>()) == 64 && cg::tiled_partition<32>(block).meta_group_size() == 8);
    const cg::thread_block_tile<Size> of_any_parent = tile;
    expect(of_any_parent.meta_group_rank() == t / Size);
    tile.sync();
    cg::sync(tile);
}

static void without_memory() { cg::tiled_partition<64>(cg::this_thread_block()).sync(); }

// ---- groups with holes --------------------------------------------------------------------------------------------

static void coalesced()
{
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const unsigned t = warp.thread_rank();
    const cg::coalesced_group alone = cg::coalesced_threads();
    expect(alone.size() == 1 && alone.thread_rank() == 0 && alone.shfl(t, 0) == t && alone.ballot(1) == 1);
    const auto third = cg::labeled_partition(warp, t % 3);
    const unsigned size = t % 3 == 2 ? 10 : 11;
    expect(third.size() == size && third.thread_rank() == t / 3);
    expect(third.meta_group_size() == 3 && third.meta_group_rank() == t % 3);
    expect(third.shfl(t, 4) == 12 + t % 3 && third.shfl(t, 31) == t);
    expect(third.shfl_up(t, 2) == (t < 6 ? t : t - 6) && third.shfl_down(t, 1) == (t / 3 + 1 < size ? t + 3 : t));
    expect(third.ballot(t < 9) == 7 && third.any(t == 31) == (t % 3 == 1) && third.all(t < 30) == (t % 3 == 2));
    expect(third.match_any(t < 3) == (t < 3 ? 1u : (1u << size) - 2u));
    expect(cg::inclusive_scan(third, 1u) == t / 3 + 1 &&
        cg::exclusive_scan(third, t) == (t / 3) * (t / 3 - 1) / 2 * 3 + t / 3 * (t % 3));
    const auto pairs = cg::tiled_partition(third, 2);
    expect(pairs.thread_rank() == t / 3 % 2 && pairs.size() == (t / 3 == 10 ? 1 : 2) &&
        pairs.meta_group_rank() == t / 6);
    const auto side = cg::binary_partition(warp, t < 5);
    expect(side.size() == (t < 5 ? 5 : 27) && side.thread_rank() == (t < 5 ? t : t - 5));
    expect(side.meta_group_size() == 2 && side.meta_group_rank() == (t < 5));
    const auto whole = cg::binary_partition(warp, true);
    expect(whole.size() == 32 && whole.meta_group_size() == 1 && whole.meta_group_rank() == 0);
    const cg::coalesced_group again = cg::tiled_partition<8>(warp);
    expect(again.size() == 8 && again.thread_rank() == t % 8 && again.meta_group_rank() == t / 8);
    third.sync();
    if (t % 3 == 0) // others go on
        expect(cg::reduce(third, t, cg::plus<unsigned>()) == 165);
}

// Only lanes that are still there take part.
static void without_leavers()
{
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const unsigned t = warp.thread_rank();
    if (t % 4 == 1)
        return;
    expect(cg::reduce(warp, 1u, cg::plus<unsigned>()) == 24);
    expect(cg::inclusive_scan(warp, 1u) == t + 1 - (t + 2) / 4);
    expect(warp.ballot(1) == 0xddddddddu && warp.all(1));
    warp.sync();
}

// The last warp of the block has 13 lanes.
static void partial_warp()
{
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const unsigned there = warp.meta_group_rank() == 1 ? 13 : 32;
    expect(warp.meta_group_size() == 2 && cg::reduce(warp, 1u, cg::plus<unsigned>()) == there);
    expect(warp.ballot(1) == (there == 32 ? ~0u : (1u << 13) - 1u));
    expect(warp.shfl_down(threadIdx.x, 1) == (threadIdx.x == 31 || threadIdx.x == 44 ? threadIdx.x : threadIdx.x + 1));
}

// ---- values of other types ----------------------------------------------------------------------------------------

struct sample {
    double at[3];
    unsigned char tag;
    bool operator==(const sample &other) const
    {
        return at[0] == other.at[0] && at[2] == other.at[2] && tag == other.tag;
    }
};

struct small {
    unsigned char a[3];
};

static void values()
{
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const unsigned t = warp.thread_rank(), next = (t + 1) % 32;
    const sample own = {{t * 1.5, 0, t * 0.5}, static_cast<unsigned char>(t)};
    expect(warp.shfl(own, next) == sample{{next * 1.5, 0, next * 0.5}, static_cast<unsigned char>(next)});
    const small little = {{1, 2, static_cast<unsigned char>(t)}};
    expect(warp.shfl(little, 7).a[2] == 7 && warp.shfl(static_cast<short>(-7), 3) == -7 && warp.shfl(t == 2, 2));
    const float4 vector = make_float4(1, 2, 3, static_cast<float>(t));
    expect(warp.shfl_xor(vector, 1).w == static_cast<float>(t ^ 1));
    const auto later = cg::reduce(warp, own, [](const sample &a, const sample &b) { return a.tag > b.tag ? a : b; });
    expect(later.tag == 31 && later.at[0] == 46.5);
    // In the order of ranks, also where the operation does not commute.
    const auto first = cg::reduce(warp, t, [](unsigned a, unsigned) { return a; });
    expect(first == 0 && cg::inclusive_scan(warp, t, [](unsigned, unsigned b) { return b; }) == t);
    expect(cg::reduce(warp, t, cg::bit_or<unsigned>()) == 31 && cg::reduce(warp, t, cg::bit_and<unsigned>()) == 0);
    expect(cg::reduce(warp, t, cg::bit_xor<unsigned>()) == 0 && cg::reduce(warp, t + 3, cg::less<unsigned>()) == 3);
    expect(cg::reduce(warp, 0.5, cg::plus<double>()) == 16 &&
        cg::reduce(warp, -static_cast<float>(t), cg::less<float>()) == -31);
    expect(cg::inclusive_scan(warp, static_cast<int>(t * 7 % 32), cg::greater<int>()) >= static_cast<int>(t * 7 % 32));
    expect(cg::exclusive_scan(warp, 2.0f) == 2.0f * static_cast<float>(t));
    expect(cg::invoke_one_broadcast(warp, [&] { return t + 40; }) == 40);
    unsigned calls = 0;
    cg::invoke_one(warp, [&](unsigned by) { calls += by; }, 2u);
    expect(calls == (t == 0 ? 2 : 0));
}

static void updates(cuda::atomic<unsigned, cuda::thread_scope_device> *sum, cuda::atomic<int> *most)
{
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    cg::reduce_update_async(tile, *sum, 3u, cg::plus<unsigned>());
    cg::reduce_update_async(tile, *most, static_cast<int>(threadIdx.x), cg::greater<int>());
}

// Each gets a place of its own, in order within the group.
static void take_places(cuda::atomic<unsigned> *count, unsigned *owner)
{
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const unsigned wanted = warp.thread_rank() % 3, place = cg::exclusive_scan_update(warp, *count, wanted);
    expect(warp.thread_rank() == 0 || place >= warp.shfl_up(place, 1));
    if (warp.thread_rank() == 0)
        warp.shfl_up(place, 1);
    for (unsigned i = 0; i < wanted; i++)
        __atomic_fetch_add(&owner[place + i], 1u, __ATOMIC_RELAXED);
}

// ---- the block together -------------------------------------------------------------------------------------------

static void copies(const unsigned *in, unsigned *out)
{
    __shared__ unsigned stage[2][64];
    const auto block = cg::this_thread_block();
    const unsigned t = block.thread_rank();
    cg::memcpy_async(block, stage[0], in, sizeof stage[0]);
    cg::memcpy_async(block, stage[1], 64, in + 64, 70);
    cg::wait_prior<1>(block);
    out[t] = stage[0][63 - t];
    cg::wait(block);
    out[64 + t] = stage[1][63 - t];
    block.sync();
    const auto tile = cg::tiled_partition<16>(block);
    cg::memcpy_async(tile, stage[0] + tile.meta_group_rank() * 16, in + tile.meta_group_rank() * 16, 64);
    cg::wait(tile);
    out[128 + t] = stage[0][t / 16 * 16 + 15 - t % 16];
}

static void split_barrier(unsigned *out)
{
    __shared__ unsigned seen[64];
    auto block = cg::this_thread_block();
    seen[threadIdx.x] = threadIdx.x + 1;
    auto token = block.barrier_arrive();
    const unsigned own = threadIdx.x * 2;
    block.barrier_wait(std::move(token));
    out[threadIdx.x] = seen[63 - threadIdx.x] + own;
}

// ---- the grid together --------------------------------------------------------------------------------------------

// Each block reads in each round what all blocks wrote in the last one.
static void rounds(unsigned *values, unsigned count, bool split)
{
    cg::grid_group grid = cg::this_grid();
    const auto rank = static_cast<unsigned>(grid.block_rank()), blocks = static_cast<unsigned>(grid.num_blocks());
    for (unsigned round = 1; round <= count; round++) {
        if (grid.thread_rank() % 7 == 3)
            pt_cpu_yield();
        if (threadIdx.x == rank % blockDim.x)
            values[round % 2 * blocks + rank] = round * 100 + rank;
        if (split) {
            auto token = grid.barrier_arrive();
            grid.barrier_wait(std::move(token));
        } else if (round % 2) {
            grid.sync();
        } else {
            cg::sync(grid);
        }
        for (unsigned b = threadIdx.x; b < blocks; b += blockDim.x)
            expect(values[round % 2 * blocks + b] == round * 100 + b);
    }
}

// Some threads have left before.
static void rounds_without_first(unsigned *count)
{
    if (threadIdx.x < 3)
        return;
    const auto grid = cg::this_grid();
    for (unsigned round = 1; round <= 5; round++) {
        if (threadIdx.x == 3)
            __atomic_fetch_add(count, 1u, __ATOMIC_RELAXED);
        grid.sync();
        expect(__atomic_load_n(count, __ATOMIC_RELAXED) == round * gridDim.x);
        grid.sync();
    }
}

static void too_many() { cg::this_grid().sync(); }

int main()
{
    CHECK(is_right(dim3(2, 3, 4), dim3(5, 3, 2), block_and_grid), "ranks and sizes of block and grid");
    CHECK(is_right(3, 96, tile_of_block<1>), "tiles of 1");
    CHECK(is_right(3, 96, tile_of_block<2>), "tiles of 2");
    CHECK(is_right(3, dim3(8, 12), tile_of_block<4>), "tiles of 4");
    CHECK(is_right(3, 96, tile_of_block<8>), "tiles of 8");
    CHECK(is_right(3, dim3(3, 4, 8), tile_of_block<16>), "tiles of 16");
    CHECK(is_right(3, 96, tile_of_block<32>), "tiles of 32");
    CHECK(is_right(3, 256, tile_of_several_warps<64>), "tiles of 64");
    CHECK(is_right(3, dim3(4, 64), tile_of_several_warps<128>), "tiles of 128");
    CHECK(is_right(3, 256, tile_of_several_warps<256>), "tiles of 256");
    std::fprintf(stderr, "# a message about memory that is missing follows\n");
    CHECK(!tap::run(1, 64, without_memory), "tiles of several warps without memory: an error");
    cudaDeviceReset();
    CHECK(is_right(2, 64, coalesced), "coalesced groups, with holes");
    CHECK(is_right(2, 64, without_leavers), "lanes that have left take no part");
    CHECK(is_right(2, 45, partial_warp), "a warp of 13 lanes");
    CHECK(is_right(2, 64, values), "values of any size, operations of any kind");

    cuda::atomic<unsigned, cuda::thread_scope_device> sum(0);
    cuda::atomic<int> most(-1);
    CHECK(is_right(5, 64, updates, &sum, &most) && sum == 5 * 64 * 3 && most == 63, "reduce_update_async");
    cuda::atomic<unsigned> count(0);
    std::vector<unsigned> owner(2 * 64 * 3);
    bool once = tap::run(2, 64, take_places, &count, owner.data());
    for (unsigned i = 0; i < owner.size(); i++)
        once = once && owner[i] == (i < count);
    CHECK(once && wrong == 0 && count == 2 * 2 * 31, "exclusive_scan_update gives each its own places");

    std::vector<unsigned> in(134), out(192);
    for (unsigned i = 0; i < in.size(); i++)
        in[i] = i * 3 + 1;
    bool copied = tap::run(1, 64, copies, static_cast<const unsigned *>(in.data()), out.data());
    for (unsigned i = 0; i < 64; i++)
        copied = copied && out[i] == in[63 - i] && out[64 + i] == in[127 - i] &&
            out[128 + i] == in[i / 16 * 16 + 15 - i % 16];
    CHECK(copied, "memcpy_async, wait, wait_prior");
    bool arrived = tap::run(1, 64, split_barrier, out.data());
    for (unsigned i = 0; i < 64; i++)
        arrived = arrived && out[i] == 64 - i + 2 * i;
    CHECK(arrived, "barrier_arrive and barrier_wait of the block");

    std::vector<unsigned> board(2 * 8);
    CHECK(is_right(8, 96, rounds, board.data(), 40u, false), "grid barrier, 40 rounds");
    CHECK(is_right(dim3(2, 2, 2), 33, rounds, board.data(), 10u, true), "grid barrier in two halves");
    CHECK(is_right(4, 1, rounds, board.data(), 10u, false), "grid barrier of blocks of one thread");
    CHECK(is_right(1, 64, rounds, board.data(), 3u, false), "grid barrier of one block");
    unsigned counter = 0;
    CHECK(is_right(6, 40, rounds_without_first, &counter), "grid barrier without the first threads");
    std::fprintf(stderr, "# a message about 65535 blocks follows\n");
    CHECK(!tap::run(65535, 64, too_many), "more blocks than are resident: an error, no hang");
    cudaDeviceReset();
    CHECK(is_right(8, 32, rounds, board.data(), 5u, false), "and the next launch runs");
    CHECK(pt::cpu::detail::grid_barriers == nullptr, "nothing is left of grid barriers");
    return tap::finish();
}
