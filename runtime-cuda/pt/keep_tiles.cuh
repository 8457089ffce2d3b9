// From what the blocks of a grid touch to tiles: which elements of two arrays each thread group keeps (keep.cuh).
//
// In:  for each slice of the grid, in order, the first and the last element that its blocks read of one array, and write of the
//      other; how many slices a tile has, and how many steps a round. Out: where each tile's own elements begin, and how large halos are;
//      or why not.
// Invariant: each element that is touched belongs to one tile, which is the one that writes it if any does; what a tile's blocks read lies
//            in it or in one of the two beside it.
#ifndef PT_KEEP_TILES_CUH
#define PT_KEEP_TILES_CUH

#include <vector>

namespace pt {

// By numbers of elements; first > last: nothing.
struct kept_slice {
    unsigned first_read, last_read, first_written, last_written;
};

// By another parameter: addresses of bytes. `first` is the lowest one; `not_last` the complement of the highest one, so that the
// lowest of many is kept here, too, and all ones are nothing.
struct kept_range {
    unsigned long long first, not_last;
};

constexpr unsigned kept_elements_at_most = 1u << 30; // of an array; a larger number stands for an index that is not below

} // namespace pt

namespace ptrt {

struct kept_tiling {
    unsigned slices_of_tile, tiles;
    unsigned depth;                      // steps of a round
    unsigned reach_below, reach_above;   // elements that a step needs beside its own; both or none
    unsigned slices_below, slices_above; // of the tiles beside one, that write what all steps of a round but the last one need there
    unsigned most;                       // elements of the largest tile with its halo
    std::vector<unsigned> bounds;        // tiles + 1: where each one's own elements begin

    unsigned halo_below() const { return depth * reach_below; }
    unsigned halo_above() const { return depth * reach_above; }
    unsigned slices_of_group() const { return slices_below + slices_of_tile + slices_above; }
};

// How many slices beside a tile write what the steps in front of a round's last one need. Slices that write do so in ascending order.
static inline void find_slices_beside(const std::vector<::pt::kept_slice> &found, kept_tiling &t)
{
    t.slices_below = t.slices_above = 0u;
    for (unsigned i = 0u; t.depth > 1u && i < t.tiles; i++) {
        const unsigned own = i * t.slices_of_tile, behind = own + t.slices_of_tile; // the last tile has fewer
        const long long low = static_cast<long long>(t.bounds[i]) - (t.depth - 1u) * t.reach_below;
        const long long high = static_cast<long long>(t.bounds[i + 1u]) + (t.depth - 1u) * t.reach_above;
        const auto writes = [&](unsigned k) { return found[k].first_written <= found[k].last_written; };
        for (unsigned k = own; k-- > 0u && (!writes(k) || found[k].last_written >= low);)
            if (writes(k) && own - k > t.slices_below)
                t.slices_below = own - k;
        for (unsigned k = behind; k < found.size() && (!writes(k) || found[k].first_written < high); k++)
            if (writes(k) && k + 1u - behind > t.slices_above)
                t.slices_above = k + 1u - behind;
    }
}

// Why there are none, or nullptr. Of `t`, slices_of_tile and depth are given.
static inline const char *find_tiles(const std::vector<::pt::kept_slice> &found, kept_tiling &t)
{
    const unsigned count = static_cast<unsigned>(found.size());
    t.tiles = (count + t.slices_of_tile - 1u) / t.slices_of_tile;
    std::vector<unsigned> first(t.tiles, ~0u), behind(t.tiles, 0u), low(t.tiles, ~0u), high(t.tiles, 0u); // behind: also of earlier tiles
    unsigned begin = ~0u, end = 0u;
    long long written = -1;
    for (unsigned i = 0; i < count; i++) {
        const ::pt::kept_slice &s = found[i];
        const unsigned tile = i / t.slices_of_tile;
        behind[tile] = written < 0 ? 0u : static_cast<unsigned>(written) + 1u;
        const bool reads = s.first_read <= s.last_read, writes = s.first_written <= s.last_written;
        if ((reads && s.last_read >= ::pt::kept_elements_at_most) || (writes && s.last_written >= ::pt::kept_elements_at_most))
            return "an index is negative, or more than 2 to the 30th";
        if (writes && static_cast<long long>(s.first_written) <= written)
            return "what the rows of blocks write does not lie row behind row";
        if (writes) {
            written = s.last_written;
            behind[tile] = s.last_written + 1u;
            first[tile] = s.first_written < first[tile] ? s.first_written : first[tile];
        }
        low[tile] = reads && s.first_read < low[tile] ? s.first_read : low[tile];
        high[tile] = reads && s.last_read > high[tile] ? s.last_read : high[tile];
        begin = reads && s.first_read < begin ? s.first_read : begin;
        end = reads && s.last_read + 1u > end ? s.last_read + 1u : end;
    }
    if (written < 0)
        return "the kernel writes nothing";
    end = static_cast<unsigned>(written) + 1u > end ? static_cast<unsigned>(written) + 1u : end;
    for (unsigned x : first)
        begin = x < begin ? x : begin;
    // What nobody writes belongs to the tile whose blocks come there: an edge that stays, say. Blocks behind all elements do nothing.
    t.bounds.assign(t.tiles + 1u, begin);
    for (unsigned i = 1u; i < t.tiles; i++)
        t.bounds[i] = first[i] != ~0u ? first[i] : behind[i - 1u] > begin ? behind[i - 1u] : begin;
    t.bounds[t.tiles] = end;
    while (t.tiles > 1u && t.bounds[t.tiles - 1u] == end)
        t.bounds.resize(t.tiles--);
    t.reach_below = t.reach_above = 0u;
    for (unsigned i = 0u; i < t.tiles; i++) {
        if (low[i] < t.bounds[i] && t.bounds[i] - low[i] > t.reach_below)
            t.reach_below = t.bounds[i] - low[i];
        if (low[i] <= high[i] && high[i] + 1u > t.bounds[i + 1u] && high[i] + 1u - t.bounds[i + 1u] > t.reach_above)
            t.reach_above = high[i] + 1u - t.bounds[i + 1u];
    }
    // Each side hears of the other in each round, or it would overwrite packets that the other has not seen (halo.cuh).
    if (t.reach_below || t.reach_above) {
        t.reach_below = t.reach_below ? t.reach_below : 1u;
        t.reach_above = t.reach_above ? t.reach_above : 1u;
    }
    // What is read last may be an edge that nobody writes, so that the reach is a little short of a row there: the second step would read more.
    if (t.depth > 1u)
        t.reach_below = t.reach_above = t.reach_below > t.reach_above ? t.reach_below : t.reach_above;
    unsigned most = 0u;
    for (unsigned i = 0u; i < t.tiles; i++) {
        const unsigned size = t.bounds[i + 1u] - t.bounds[i]; // bounds ascend: so do the writes
        most = size > most ? size : most;
        if (i + 1u < t.tiles && (size / t.depth < t.reach_below || (i > 0u && size / t.depth < t.reach_above)))
            return "the blocks read more than what those beside them write";
    }
    t.most = most + t.halo_below() + t.halo_above();
    find_slices_beside(found, t);
    return nullptr;
}

// About how many cycles of a multiprocessor a step takes, to compare tilings: its instructions, the way of a halo through the level 2 cache
// once in a round, and the packets. The constants were chosen so that it agrees with what an H100 takes for a stencil of five
// points (docs/keep.md). What keeps a block's place in registers is shorter, until there are too many of them.
struct kept_cost {
    unsigned items_of_slice, warps_of_block, words_of_element, multiprocessors;

    // `few`: how many blocks the kernel has room for; 0: any number.
    double of(const kept_tiling &t, unsigned few) const
    {
        const double groups = (t.tiles + multiprocessors - 1u) / multiprocessors, own = t.most - t.halo_below() - t.halo_above();
        const double again = t.tiles > 1u ? (t.depth - 1u) / 2.0 * (t.reach_below + t.reach_above) / own : 0.0;
        const double blocks = t.slices_of_tile * items_of_slice * (1.0 + again);
        const double instructions = few == 0u ? 50.0 * blocks : (8.0 * few + 14.0 * blocks) * (few > 8u ? 1.8 : 1.0);
        const double packets = (t.reach_below + t.reach_above) * words_of_element / 3.0;
        return groups * warps_of_block * instructions / 4.0 + (t.tiles > 1u ? 1150.0 / t.depth + 1.1 * groups * packets : 0.0);
    }
};

} // namespace ptrt

#endif
