// What the blocks of a kernel touch, found out by running them once without their effects (keep.cuh).
//
// In:  a launch of the kernel; for the second probe, tiles. Out: for each slice of the grid the elements that it reads and writes
//      (keep_tiles.cuh); for each thread of a tile's group, in which steps of a round it runs which blocks.
// Invariant: nothing is written but the answers.
#ifndef PT_KEEP_PROBE_CUH
#define PT_KEEP_PROBE_CUH

#include "keep_step.cuh"

namespace pt {
namespace detail {

// Which elements the blocks of a slice read and write: those that are not taken apart.
template <class Step> static __device__ __forceinline__ void probe_slice(const kept_launch &l, unsigned slice)
{
    using step = kept<Step>;
    using T = typename step::element;
    touched *const ranges = kept_at<touched>(kept_base());
    touched read = {~0u, 0u}, written = {~0u, 0u};
    kept_range others[step::parameters + 1u];
    for (kept_range &x : others)
        x.first = x.not_last = ~0ull;
    const unsigned first_item = slice * l.items_of_tile, count = min(l.items_of_tile, l.launch.items - first_item);
    if (is_first_thread())
        ranges[0] = ranges[1] = read;
    ::__syncthreads();
    step::template run<typename step::probing>(l, order_linear::block_of(first_item, l.launch), count,
                                               probe_reader<T>{static_cast<const T *>(l.arrays[0]), &read}, probe_writer{&written}, others);
    atomicMin(&ranges[0].first, read.first);
    atomicMax(&ranges[0].last, read.last);
    atomicMin(&ranges[1].first, written.first);
    atomicMax(&ranges[1].last, written.last);
    for (unsigned i = 0u; i < step::parameters; i++)
        if (others[i].first != ~0ull) {
            atomicMin(&l.others[i].first, others[i].first);
            atomicMin(&l.others[i].not_last, others[i].not_last);
        }
    ::__syncthreads();
    if (is_first_thread())
        l.slices[slice] = kept_slice{ranges[0].first, ranges[0].last, ranges[1].first, ranges[1].last};
    ::__syncthreads();
}

// Elements around a tile, those that are there or are computed `steps` steps in front of a round's end.
struct surroundings {
    unsigned begin, end;

    __device__ __forceinline__ surroundings(const kept_launch &l, unsigned tile, unsigned steps)
        : begin(l.bounds[tile] - (tile != 0u ? steps * l.reach_below : 0u)), end(min(l.bounds[tile + 1u] + steps * l.reach_above, l.bounds[l.tiles]))
    {
    }
    __device__ __forceinline__ bool meets(const touched &x) const { return x.first <= x.last && x.first < end && x.last >= begin; }
    __device__ __forceinline__ bool has(const touched &x) const { return x.first > x.last || (x.first >= begin && x.last < end); }
};

// In which steps of a round this thread runs which blocks: in those in which something later needs what it writes. It must then have
// what it reads, from the halo or from the step before.
template <class Step> static __device__ __forceinline__ void probe_tile(const kept_launch &l, unsigned tile)
{
    using step = kept<Step>;
    using T = typename step::element;
    const unsigned blocks = l.items_below + l.items_of_tile + l.items_above;
    unsigned long long turns = 0ull;
    bool is_refused = false;
    for (unsigned i = 0u; i < blocks; i++) {
        const unsigned item = tile * l.items_of_tile + i - l.items_below;
        if (item >= l.launch.items) // or below 0
            continue;
        touched read = {~0u, 0u}, written = {~0u, 0u};
        kept_range others[step::parameters + 1u];
        step::template run<typename step::probing>(l, order_linear::block_of(item, l.launch), 1u,
                                                   probe_reader<T>{static_cast<const T *>(l.arrays[0]), &read}, probe_writer{&written}, others);
        for (unsigned j = 0u; j < l.depth; j++)
            if (surroundings(l, tile, l.depth - 1u - j).meets(written)) {
                turns |= 1ull << (kept_launch::few_at_most * j + i);
                is_refused |= !surroundings(l, tile, l.depth - j).has(read) || !surroundings(l, tile, l.depth).has(written);
            }
    }
    *turns_of(l, tile) = turns;
    if (is_refused)
        (void)atomicExch(l.is_refused, 1u);
}

} // namespace detail

// Groups take every groups-th slice, or every groups-th tile.
template <class Step> __global__ void kept_probe_kernel(const __grid_constant__ kept_launch pt_kept)
{
    for (unsigned i = ::blockIdx.x; i < pt_kept.tiles; i += ::gridDim.x)
        if (pt_kept.turns)
            detail::probe_tile<Step>(pt_kept, i);
        else
            detail::probe_slice<Step>(pt_kept, i);
}

} // namespace pt

#endif
