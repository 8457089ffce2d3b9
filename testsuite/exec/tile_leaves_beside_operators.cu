// Tiles that leave as one, in a program with operators that change nothing of what they are given: they are no reason to doubt a number.
// expect: handled
#include "check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

template <class T> struct entry {
    T key, value;
    __host__ __device__ bool operator==(const entry &other) const { return key == other.key && value == other.value; }
    __host__ __device__ entry &operator+=(const entry &other) // of an object alone
    {
        value += other.value;
        return *this;
    }
};

#pragma pt kernel
template <class Map> __global__ void insert(unsigned *out, int n)
{
    const auto i = threadIdx.x + blockIdx.x * blockDim.x;
    const auto tile = cg::tiled_partition<Map::size>(cg::this_thread_block());
    if (i - tile.thread_rank() >= n)
        return;
    const auto found = tile.ballot(i % 3 == 0);
    if (i < n)
        out[i] = found;
}

#pragma pt kernel
template <class T> __global__ void find(const entry<T> *in, unsigned *out, int n)
{
    auto i = threadIdx.x + blockIdx.x * blockDim.x;
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    if (i - tile.thread_rank() >= n)
        return;
    auto found = tile.ballot(i < n && in[i] == entry<T>{1, 2});
    if (i < n)
        out[i] = found;
}

struct map {
    static constexpr int size = 16;
};

int main()
{
    check::begin("tile_leaves_beside_operators");
    const unsigned n = 128 * 700 - 37;
    check::device_array<unsigned> out(n);
    out.poison();
    insert<map><<<(n + 127) / 128, 128>>>(out.get(), n);
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> want(n);
    for (unsigned i = 0; i < n; i++)
        for (unsigned lane = 0; lane < 16; lane++)
            want[i] |= (i / 16 * 16 + lane) % 3 == 0 ? 1u << lane : 0;
    check::equal("insert", out, want);
    std::vector<entry<int>> entries(n);
    for (unsigned i = 0; i < n; i++)
        entries[i] = {int(i % 5 == 0), 2};
    entries[1] += entries[0];
    check::device_array<entry<int>> in(entries);
    out.poison();
    find<<<(n + 127) / 128, 128>>>(in.get(), out.get(), int(n));
    CUDA_OK(cudaGetLastError());
    for (unsigned i = 0; i < n; i++) {
        want[i] = 0;
        for (unsigned lane = 0, first = i / 8 * 8; lane < 8 && first + lane < n; lane++)
            want[i] |= entries[first + lane] == entry<int>{1, 2} ? 1u << lane : 0;
    }
    check::equal("find", out, want);
    return check::finish();
}
