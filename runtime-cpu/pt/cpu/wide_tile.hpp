// Tiles of several warps (CUDA C++ Programming Guide, "Thread Block Tile", block_tile_memory).
//
// In:  threads of a block, and the program's block_tile_memory, which lies in shared memory. Out: what a tile's members
//      say to each other. Invariant: a tile meets at a word of its own in that memory, and its members read each
//      other's values where they lie, between two meetings. No member may have ended, as in CUDA.
#ifndef PT_CPU_WIDE_TILE_HPP
#define PT_CPU_WIDE_TILE_HPP

#include "engine.h"

#include <stddef.h>
#include <stdint.h>
#include <type_traits>

namespace pt {
namespace cpu {

struct tile_memory {
    uint64_t meetings[32];    // tile r of those of S threads has number 1024 / S + r
    const void *values[1024]; // by rank in the block; as many as the program has room for
};

// By all threads of the block, before the first tile is made.
inline void tile_memory_init(tile_memory *memory, unsigned rank, unsigned threads)
{
    pt_cpu_barrier(); // an earlier item's threads may still be there
    if (rank == 0)
        for (unsigned size = 64; size <= 1024; size *= 2)
            for (unsigned first = 0; first < threads; first += size)
                pt_cpu_meeting_init(&memory->meetings[1024 / size + first / size],
                                    threads - first < size ? threads - first : size);
    pt_cpu_barrier();
}

template <unsigned Size> class wide_tile {
  public:
    wide_tile() = default;

    void sync() const { pt_cpu_meeting_wait(&memory_->meetings[1024u / Size + meta_group_rank()]); }
    static constexpr unsigned size() { return Size; }
    static constexpr unsigned num_threads() { return Size; }
    unsigned thread_rank() const { return rank_ % Size; }
    unsigned meta_group_rank() const { return rank_ / Size; }
    unsigned meta_group_size() const { return (threads_ + Size - 1u) / Size; }

    int any(int predicate) const { return count(predicate) != 0; }
    int all(int predicate) const { return count(predicate) == members(); }

    // A rank that the tile does not have: the thread's own value, where CUDA leaves it undefined.
    template <class T> T shfl(const T &value, unsigned rank) const { return from_rank(value, rank % Size); }
    template <class T> T shfl_xor(const T &value, unsigned bits) const
    {
        return from_rank(value, thread_rank() ^ bits);
    }
    template <class T> T shfl_up(const T &value, unsigned delta) const
    {
        return from_rank(value, thread_rank() >= delta ? thread_rank() - delta : thread_rank());
    }
    template <class T> T shfl_down(const T &value, unsigned delta) const
    {
        return from_rank(value, Size - thread_rank() > delta ? thread_rank() + delta : thread_rank());
    }

    // The members' values combined in the order of ranks, by the first one: it has `T sum` for that.
    template <class T, class Operation> T reduced(const T &value, Operation &operation) const
    {
        T sum(value);
        publish(sum);
        sync();
        for (unsigned r = 1; thread_rank() == 0 && r < members(); r++)
            sum = operation(sum, published<T>(r));
        sync();
        const T result(published<T>(0));
        sync();
        return result;
    }

  protected:
    wide_tile(tile_memory *memory, unsigned rank, unsigned threads) : memory_(memory), rank_(rank), threads_(threads) {}

  private:
    unsigned first() const { return rank_ - rank_ % Size; }
    unsigned members() const { return threads_ - first() < Size ? threads_ - first() : Size; }
    template <class T> void publish(const T &value) const { memory_->values[rank_] = &value; }
    template <class T> const T &published(unsigned rank) const
    {
        return *static_cast<const T *>(memory_->values[first() + rank]);
    }
    template <class T> T from_rank(const T &value, unsigned rank) const
    {
        static_assert(std::is_trivially_copyable<T>::value, "members exchange values of trivially copyable types only");
        publish(value);
        sync();
        const T result(published<T>(rank < members() ? rank : thread_rank()));
        sync();
        return result;
    }
    unsigned count(int predicate) const
    {
        struct add {
            unsigned operator()(unsigned a, unsigned b) const { return a + b; }
        } operation;
        return reduced(predicate ? 1u : 0u, operation);
    }

    tile_memory *memory_ = nullptr;
    unsigned rank_ = 0, threads_ = 0; // in the block, of the block
};

} // namespace cpu
} // namespace pt

#endif
