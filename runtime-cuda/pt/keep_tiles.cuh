// From what the blocks of a grid touch to tiles: which elements of two arrays each thread group keeps (keep.cuh).
//
// In:  for each slice of the grid, in order, the first and the last element that its blocks read of one array, and write of the
//      other; how many slices a tile has. Out: where each tile's own elements begin, and how large halos are; or why not.
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
    unsigned halo_below, halo_above; // elements; both or none
    unsigned most;                   // elements of the largest tile with its halo
    std::vector<unsigned> bounds;    // tiles + 1: where each one's own elements begin
};

// Why there are none, or nullptr. Of `t`, slices_of_tile is given.
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
    t.halo_below = t.halo_above = 0u;
    for (unsigned i = 0u; i < t.tiles; i++) {
        if (low[i] < t.bounds[i] && t.bounds[i] - low[i] > t.halo_below)
            t.halo_below = t.bounds[i] - low[i];
        if (low[i] <= high[i] && high[i] + 1u > t.bounds[i + 1u] && high[i] + 1u - t.bounds[i + 1u] > t.halo_above)
            t.halo_above = high[i] + 1u - t.bounds[i + 1u];
    }
    // Each side hears of the other in each step, or it would overwrite packets that the other has not seen (keep.cuh).
    if (t.halo_below || t.halo_above) {
        t.halo_below = t.halo_below ? t.halo_below : 1u;
        t.halo_above = t.halo_above ? t.halo_above : 1u;
    }
    unsigned most = 0u;
    for (unsigned i = 0u; i < t.tiles; i++) {
        const unsigned size = t.bounds[i + 1u] - t.bounds[i]; // bounds ascend: so do the writes
        most = size > most ? size : most;
        if (i + 1u < t.tiles && (size < t.halo_below || (i > 0u && size < t.halo_above)))
            return "the blocks read more than what those beside them write";
    }
    t.most = most + t.halo_below + t.halo_above;
    return nullptr;
}

} // namespace ptrt

#endif
