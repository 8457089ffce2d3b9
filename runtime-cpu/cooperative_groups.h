// Cooperative groups (CUDA C++ Programming Guide, "Cooperative Groups") on the CPU back end.
//
// In:  threads of a block that the engine runs. Out: groups of them: the block, the grid, lanes of a warp.
// Invariant: making a group of the whole block or grid, or a tile, waits for nobody. A group of lanes is a mask; its
//            operations are those of the warp, with that mask. What the other headers of cooperative_groups/ add works
//            on groups through their members.
// Not here: clusters, several devices. A program that needs them does not compile.
#ifndef PT_CPU_COOPERATIVE_GROUPS_H
#define PT_CPU_COOPERATIVE_GROUPS_H

#include "pt/cpu/engine.h"
#include "pt/cpu/grid_barrier.hpp"
#include "pt/cpu/lanes.hpp"
#include "pt/cpu/wide_tile.hpp"
#include "vector_types.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <type_traits>
#include <utility>

namespace cooperative_groups {

namespace details {

enum group_id { invalid_group, coalesced_group_id, block_group_id, grid_group_id };

inline unsigned block_thread_rank()
{
    return (pt_cpu_thread_index.z * pt_cpu_block_dim.y + pt_cpu_thread_index.y) * pt_cpu_block_dim.x +
           pt_cpu_thread_index.x;
}

inline unsigned long long grid_block_rank()
{
    return (static_cast<unsigned long long>(pt_cpu_block_index.z) * pt_cpu_grid_dim.y + pt_cpu_block_index.y) *
               pt_cpu_grid_dim.x +
           pt_cpu_block_index.x;
}

// Lanes of the tile of `size` lanes, a power of two, that the calling lane is in.
inline unsigned tile_mask(unsigned size)
{
    return (size >= 32u ? ~0u : (1u << size) - 1u) << (pt_cpu_lane() & ~(size - 1u) & 31u);
}

inline unsigned lanes_below(unsigned lane) { return (1u << lane) - 1u; }

// The lane of a rank, which is below the number of lanes.
inline unsigned lane_of_rank(unsigned mask, unsigned rank)
{
    for (; rank > 0; rank--)
        mask &= mask - 1u;
    return pt::cpu::lowest_bit(mask);
}

// A bit for each lane becomes a bit for each rank.
inline unsigned bits_by_rank(unsigned mask, unsigned lanes)
{
    unsigned ranks = 0;
    for (unsigned rank = 0; mask; rank++, mask &= mask - 1u)
        ranks |= (lanes >> pt::cpu::lowest_bit(mask) & 1u) << rank;
    return ranks;
}

} // namespace details

// ---- any group -----------------------------------------------------------------------------------------------------

class thread_group {
  public:
    thread_group() = default;

    void sync() const;
    unsigned long long size() const;
    unsigned long long num_threads() const { return size(); }
    unsigned long long thread_rank() const;
    bool is_valid() const { return kind_ != details::invalid_group; }
    unsigned get_type() const { return kind_; }

    // For the functions of this namespace: the lanes, for a group of lanes.
    unsigned pt_mask() const { return mask_; }

  protected:
    explicit thread_group(details::group_id kind, unsigned mask = 0, unsigned meta_rank = 0, unsigned meta_size = 1)
        : kind_(kind), mask_(mask), meta_rank_(meta_rank), meta_size_(meta_size)
    {
    }

    details::group_id kind_ = details::invalid_group;
    unsigned mask_ = 0;
    unsigned meta_rank_ = 0, meta_size_ = 1;

    friend thread_group tiled_partition(const thread_group &parent, unsigned size);
};

// ---- the block -----------------------------------------------------------------------------------------------------

// A __shared__ variable that tiles of several warps need: the head of a pt::cpu::tile_memory, with as many values as the
// block has threads.
template <unsigned MaxBlockSize = 1024> struct block_tile_memory {
    static_assert(MaxBlockSize <= 1024, "a block has at most 1024 threads");
    uint64_t pt_meetings[32];
    const void *pt_values[MaxBlockSize];
};

class thread_block : public thread_group {
  public:
    class arrival_token {};

    static void sync() { pt_cpu_barrier(); }
    static unsigned size() { return pt::cpu::block_threads(); }
    static unsigned num_threads() { return size(); }
    static unsigned thread_rank() { return details::block_thread_rank(); }
    static dim3 thread_index() { return dim3(pt_cpu_thread_index.x, pt_cpu_thread_index.y, pt_cpu_thread_index.z); }
    static dim3 group_index() { return dim3(pt_cpu_block_index.x, pt_cpu_block_index.y, pt_cpu_block_index.z); }
    static dim3 group_dim() { return dim3(pt_cpu_block_dim.x, pt_cpu_block_dim.y, pt_cpu_block_dim.z); }
    static dim3 dim_threads() { return group_dim(); }

    // The block waits in the second one, for all threads to come there.
    static arrival_token barrier_arrive() { return arrival_token(); }
    static void barrier_wait(arrival_token &&) { pt_cpu_barrier(); }

  private:
    explicit thread_block(pt::cpu::tile_memory *tiles = nullptr)
        : thread_group(details::block_group_id), tiles_(tiles)
    {
    }
    friend thread_block this_thread_block();
    template <unsigned MaxBlockSize> friend thread_block this_thread_block(block_tile_memory<MaxBlockSize> &memory);
    template <unsigned Size, class Parent> friend class thread_block_tile;

    pt::cpu::tile_memory *tiles_; // of this_thread_block(memory), else NULL
};

inline thread_block this_thread_block() { return thread_block(); }

// With this memory the block has tiles of several warps. Waits for all threads of the block, as in CUDA.
template <unsigned MaxBlockSize> inline thread_block this_thread_block(block_tile_memory<MaxBlockSize> &memory)
{
    static_assert(offsetof(block_tile_memory<MaxBlockSize>, pt_values) == offsetof(pt::cpu::tile_memory, values),
                  "both have one layout");
    pt::cpu::tile_memory *const tiles = reinterpret_cast<pt::cpu::tile_memory *>(&memory);
    pt::cpu::tile_memory_init(tiles, thread_block::thread_rank(), thread_block::size());
    return thread_block(tiles);
}

// ---- the grid ------------------------------------------------------------------------------------------------------

class grid_group : public thread_group {
  public:
    typedef pt::cpu::grid_arrival arrival_token;

    static void sync() { pt::cpu::grid_wait(pt::cpu::grid_arrive()); }
    static arrival_token barrier_arrive() { return pt::cpu::grid_arrive(); }
    static void barrier_wait(arrival_token &&token) { pt::cpu::grid_wait(token); }
    static bool is_valid() { return pt::cpu::grid_blocks() <= pt::cpu::resident_blocks(); }

    static unsigned long long size() { return num_blocks() * pt::cpu::block_threads(); }
    static unsigned long long num_threads() { return size(); }
    static unsigned long long thread_rank()
    {
        return block_rank() * pt::cpu::block_threads() + details::block_thread_rank();
    }
    static dim3 thread_index()
    {
        return dim3(pt_cpu_block_index.x * pt_cpu_block_dim.x + pt_cpu_thread_index.x,
                    pt_cpu_block_index.y * pt_cpu_block_dim.y + pt_cpu_thread_index.y,
                    pt_cpu_block_index.z * pt_cpu_block_dim.z + pt_cpu_thread_index.z);
    }
    static dim3 dim_threads()
    {
        return dim3(pt_cpu_grid_dim.x * pt_cpu_block_dim.x, pt_cpu_grid_dim.y * pt_cpu_block_dim.y,
                    pt_cpu_grid_dim.z * pt_cpu_block_dim.z);
    }
    static unsigned long long num_blocks() { return pt::cpu::grid_blocks(); }
    static unsigned long long block_rank() { return details::grid_block_rank(); }
    static dim3 block_index() { return dim3(pt_cpu_block_index.x, pt_cpu_block_index.y, pt_cpu_block_index.z); }
    static dim3 dim_blocks() { return dim3(pt_cpu_grid_dim.x, pt_cpu_grid_dim.y, pt_cpu_grid_dim.z); }
    static dim3 group_dim() { return dim_blocks(); }

  private:
    grid_group() : thread_group(details::grid_group_id) {}
    friend grid_group this_grid();
};

inline grid_group this_grid() { return grid_group(); }

// ---- lanes of a warp -----------------------------------------------------------------------------------------------

// What tiles and coalesced groups share.
class pt_lane_group : public thread_group {
  public:
    void sync() const { __syncwarp(mask_); }
    unsigned size() const { return pt::cpu::count_bits(mask_); }
    unsigned num_threads() const { return size(); }
    unsigned thread_rank() const { return pt::cpu::count_bits(mask_ & details::lanes_below(pt_cpu_lane())); }
    unsigned meta_group_rank() const { return meta_rank_; }
    unsigned meta_group_size() const { return meta_size_; }

    int any(int predicate) const { return __any_sync(mask_, predicate); }
    int all(int predicate) const { return __all_sync(mask_, predicate); }
    unsigned ballot(int predicate) const { return by_rank(__ballot_sync(mask_, predicate)); }
    template <class T> unsigned match_any(T value) const
    {
        return by_rank(__match_any_sync(mask_, pt::cpu::bits_of(value)));
    }
    template <class T> unsigned match_all(T value, int &predicate) const
    {
        return by_rank(__match_all_sync(mask_, pt::cpu::bits_of(value), &predicate));
    }

    // A rank that the group does not have: the lane's own value, where CUDA leaves it undefined.
    template <class T> T shfl(T value, unsigned rank) const { return from_rank(value, rank); }
    template <class T> T shfl_up(T value, unsigned delta) const
    {
        const unsigned own = thread_rank();
        return from_rank(value, own >= delta ? own - delta : own);
    }
    template <class T> T shfl_down(T value, unsigned delta) const
    {
        const unsigned own = thread_rank();
        return from_rank(value, size() - own > delta ? own + delta : own);
    }

  protected:
    pt_lane_group() = default;
    pt_lane_group(unsigned mask, unsigned meta_rank, unsigned meta_size)
        : thread_group(details::coalesced_group_id, mask, meta_rank, meta_size)
    {
    }

    // Without holes, ranks are lanes behind the first one.
    bool is_row() const
    {
        const unsigned from_zero = mask_ >> pt::cpu::lowest_bit(mask_);
        return (from_zero & (from_zero + 1u)) == 0u;
    }
    unsigned by_rank(unsigned lanes) const
    {
        return is_row() ? (lanes & mask_) >> pt::cpu::lowest_bit(mask_) : details::bits_by_rank(mask_, lanes);
    }
    template <class T> T from_rank(const T &value, unsigned rank) const
    {
        const unsigned lane = rank >= size() ? pt_cpu_lane()
                              : is_row()     ? pt::cpu::lowest_bit(mask_) + rank
                                             : details::lane_of_rank(mask_, rank);
        return pt::cpu::value_of_lane(mask_, value, lane);
    }
};

template <unsigned Size, class Parent> class thread_block_tile;

class coalesced_group : public pt_lane_group {
  public:
    template <unsigned Size, class Parent>
    coalesced_group(const thread_block_tile<Size, Parent> &tile)
        : pt_lane_group(tile.pt_mask(), tile.meta_group_rank(), tile.meta_group_size())
    {
    }

  private:
    explicit coalesced_group(unsigned mask, unsigned meta_rank = 0, unsigned meta_size = 1)
        : pt_lane_group(mask, meta_rank, meta_size)
    {
    }
    friend coalesced_group coalesced_threads();
    friend coalesced_group tiled_partition(const coalesced_group &parent, unsigned size);
    template <class Group, class Label> friend coalesced_group labeled_partition(const Group &parent, Label label);
    template <class Group> friend coalesced_group binary_partition(const Group &parent, bool predicate);
};

// Which lanes run together is for the hardware to say: here each lane runs alone.
inline coalesced_group coalesced_threads() { return coalesced_group(1u << pt_cpu_lane()); }

template <unsigned Size, class Parent = void> class thread_block_tile : public pt_lane_group {
    static_assert(Size > 0 && (Size & (Size - 1)) == 0, "a tile's size is a power of two");
    static_assert(Size <= 32, "a tile has at most 1024 threads");

  public:
    thread_block_tile() = default;
    template <class OtherParent> thread_block_tile(const thread_block_tile<Size, OtherParent> &other)
        : pt_lane_group(other.pt_mask(), other.meta_group_rank(), other.meta_group_size())
    {
    }

    static constexpr unsigned size() { return Size; }
    static constexpr unsigned num_threads() { return Size; }
    static unsigned thread_rank() { return pt_cpu_lane() & (Size - 1u); }

    template <class T> T shfl(T value, unsigned rank) const { return from_rank(value, rank & (Size - 1u)); }
    template <class T> T shfl_xor(T value, unsigned bits) const { return from_rank(value, thread_rank() ^ bits); }

  private:
    explicit thread_block_tile(const thread_block &block)
        : thread_block_tile(block.thread_rank() / Size, (block.size() + Size - 1u) / Size)
    {
    }
    thread_block_tile(unsigned meta_rank, unsigned meta_size)
        : pt_lane_group(details::tile_mask(Size), meta_rank, meta_size)
    {
    }
    template <unsigned OtherSize> friend thread_block_tile<OtherSize, thread_block> tiled_partition(const thread_block &parent);
    template <unsigned OtherSize> friend thread_block_tile<OtherSize> tiled_partition(const thread_group &parent);
    template <unsigned OtherSize, unsigned Outer, class Parameter>
    friend thread_block_tile<OtherSize, thread_block_tile<Outer, Parameter>> tiled_partition(const thread_block_tile<Outer, Parameter> &parent);
};

// ---- tiles of several warps ----------------------------------------------------------------------------------------

namespace details {

inline pt::cpu::tile_memory *wide_tiles(pt::cpu::tile_memory *tiles, unsigned size)
{
    if (!tiles) {
        fprintf(stderr, "ptcpu: a tile of %u threads needs this_thread_block(block_tile_memory)\n", size);
        pt_cpu_trap();
    }
    return tiles;
}

} // namespace details

#define PT_CPU_WIDE_TILE(Size) \
    template <class Parent> class thread_block_tile<Size, Parent> : public pt::cpu::wide_tile<Size> { \
      public: \
        thread_block_tile() = default; \
        template <class OtherParent> thread_block_tile(const thread_block_tile<Size, OtherParent> &other) \
            : pt::cpu::wide_tile<Size>(other) \
        { \
        } \
\
      private: \
        explicit thread_block_tile(const thread_block &block) \
            : pt::cpu::wide_tile<Size>(details::wide_tiles(block.tiles_, Size), block.thread_rank(), block.size()) \
        { \
        } \
        template <unsigned OtherSize> friend thread_block_tile<OtherSize, thread_block> tiled_partition(const thread_block &parent); \
    };
PT_CPU_WIDE_TILE(64)
PT_CPU_WIDE_TILE(128)
PT_CPU_WIDE_TILE(256)
PT_CPU_WIDE_TILE(512)
PT_CPU_WIDE_TILE(1024)
#undef PT_CPU_WIDE_TILE

// ---- partitions ----------------------------------------------------------------------------------------------------

template <unsigned Size> inline thread_block_tile<Size, thread_block> tiled_partition(const thread_block &block)
{
    return thread_block_tile<Size, thread_block>(block);
}

template <unsigned Size, unsigned Outer, class Parent>
inline thread_block_tile<Size, thread_block_tile<Outer, Parent>>
tiled_partition(const thread_block_tile<Outer, Parent> &parent)
{
    static_assert(Size <= Outer, "a tile's tiles are not larger than the tile");
    return thread_block_tile<Size, thread_block_tile<Outer, Parent>>(parent.thread_rank() / Size, Outer / Size);
}

template <unsigned Size> inline thread_block_tile<Size> tiled_partition(const thread_group &parent)
{
    return thread_block_tile<Size>(static_cast<unsigned>(parent.thread_rank() / Size),
                                   static_cast<unsigned>((parent.size() + Size - 1u) / Size));
}

namespace details {

inline void check_tile_size(unsigned size)
{
    if (size == 0 || size > 32 || (size & (size - 1u)) != 0) {
        fprintf(stderr, "ptcpu: tiled_partition: %u lanes are no power of two up to 32\n", size);
        pt_cpu_trap();
    }
}

// Lanes of the group whose ranks divided by `size` give the same as the caller's.
inline unsigned mask_of_part(unsigned mask, unsigned size)
{
    const unsigned own = pt::cpu::count_bits(mask & lanes_below(pt_cpu_lane())) / size;
    unsigned part = 0, rank = 0;
    for (unsigned rest = mask; rest; rest &= rest - 1u, rank++)
        if (rank / size == own)
            part |= rest & (0u - rest);
    return part;
}

} // namespace details

inline coalesced_group tiled_partition(const coalesced_group &parent, unsigned size)
{
    details::check_tile_size(size);
    return coalesced_group(details::mask_of_part(parent.pt_mask(), size), parent.thread_rank() / size,
                           (parent.size() + size - 1u) / size);
}

inline thread_group tiled_partition(const thread_group &parent, unsigned size)
{
    details::check_tile_size(size);
    const bool of_lanes = parent.get_type() == details::coalesced_group_id;
    return thread_group(details::coalesced_group_id,
                        of_lanes ? details::mask_of_part(parent.pt_mask(), size) : details::tile_mask(size),
                        static_cast<unsigned>(parent.thread_rank() / size),
                        static_cast<unsigned>((parent.size() + size - 1u) / size));
}

// Members that bring the same label. The groups are numbered by their first members.
template <class Group, class Label> inline coalesced_group labeled_partition(const Group &parent, Label label)
{
    const unsigned same = __match_any_sync(parent.pt_mask(), pt::cpu::bits_of(label));
    const unsigned first = pt::cpu::lowest_bit(same);
    const unsigned leaders = __ballot_sync(parent.pt_mask(), pt_cpu_lane() == first);
    return coalesced_group(same, pt::cpu::count_bits(leaders & details::lanes_below(first)),
                           pt::cpu::count_bits(leaders));
}

// Members that bring the same predicate. Where there are both, those of the false one are number 0.
template <class Group> inline coalesced_group binary_partition(const Group &parent, bool predicate)
{
    const unsigned of_true = __ballot_sync(parent.pt_mask(), predicate), of_false = parent.pt_mask() & ~of_true;
    const bool both = of_true && of_false;
    return coalesced_group(predicate ? of_true : of_false, both && predicate ? 1u : 0u, both ? 2u : 1u);
}

// ---- a group of which only the base is known -----------------------------------------------------------------------

inline void thread_group::sync() const
{
    if (kind_ == details::block_group_id)
        thread_block::sync();
    else if (kind_ == details::grid_group_id)
        grid_group::sync();
    else if (mask_)
        __syncwarp(mask_);
}

inline unsigned long long thread_group::size() const
{
    return kind_ == details::block_group_id  ? thread_block::size()
           : kind_ == details::grid_group_id ? grid_group::size()
                                             : pt::cpu::count_bits(mask_);
}

inline unsigned long long thread_group::thread_rank() const
{
    return kind_ == details::block_group_id  ? thread_block::thread_rank()
           : kind_ == details::grid_group_id ? grid_group::thread_rank()
                                             : pt::cpu::count_bits(mask_ & details::lanes_below(pt_cpu_lane()));
}

// ---- functions -----------------------------------------------------------------------------------------------------

template <class Group> inline void sync(const Group &group) { group.sync(); }
template <class Group> inline void synchronize(const Group &group) { group.sync(); }
template <class Group> inline auto thread_rank(const Group &group) -> decltype(group.thread_rank())
{
    return group.thread_rank();
}
template <class Group> inline auto group_size(const Group &group) -> decltype(group.size()) { return group.size(); }
inline dim3 thread_index(const thread_block &) { return thread_block::thread_index(); }
inline dim3 group_index(const thread_block &) { return thread_block::group_index(); }
inline dim3 group_dim(const thread_block &) { return thread_block::group_dim(); }
inline dim3 group_dim(const grid_group &) { return grid_group::group_dim(); }

// The member of rank 0 calls.
template <class Group, class Function, class... Arguments>
inline void invoke_one(const Group &group, Function &&function, Arguments &&...arguments)
{
    if (group.thread_rank() == 0)
        std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
}

// Likewise, and all members get what the call gave: lanes of a warp only.
template <class Group, class Function, class... Arguments>
inline auto invoke_one_broadcast(const Group &group, Function &&function, Arguments &&...arguments)
    -> std::decay_t<decltype(std::forward<Function>(function)(std::forward<Arguments>(arguments)...))>
{
    typedef std::decay_t<decltype(std::forward<Function>(function)(std::forward<Arguments>(arguments)...))> result;
    struct maybe { // bytes, since the result need not have a value to begin with
        alignas(result) unsigned char bytes[sizeof(result)];
    } given = {};
    if (group.thread_rank() == 0) {
        const result made = std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
        memcpy(given.bytes, &made, sizeof made);
    }
    given = group.shfl(given, 0u);
    return *reinterpret_cast<const result *>(given.bytes);
}

} // namespace cooperative_groups

#endif
