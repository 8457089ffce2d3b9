// What neighbouring thread groups send each other, each step, of tiles that they keep in shared memory (keep.cuh).
//
// In:  a group's tile, with room for a halo on both sides; memory between groups, zeroed before the first step; a number for each
//      step, from 1, ascending. Out: the halo, as the neighbours' tiles have it in the same step.
// Invariant: a group goes on when it has what both neighbours have sent in this step, and not before.
// Memory order: a packet is one word of 64 bits, 48 of elements and 16 of the step's number, written and read whole (PTX ISA, "Memory
//         Consistency Model": single-copy atomicity of scalar accesses). Who sees the number sees the values, so nothing needs to be
//         ordered. A packet's place is written again two steps later: by a group that has then got packets of the step between from
//         the group that reads the place, which sends them behind its last look at it. (To see the later packet there, the reader
//         would have to see what depends on what it sees.) So halos go both ways, or no way at all, and a number is compared with
//         those of the step and of two steps before alone: it may begin again (a launch has two steps at least, and renews both places
//         of each packet). Every order of the accesses of a few groups is searched
//         through in testsuite/interleave.
// Source: our own; words that carry their own flag are the LL protocol of NCCL, in its documentation.
#ifndef PT_HALO_CUH
#define PT_HALO_CUH

#include "atomic.cuh"
#include "block.cuh"

namespace pt {
namespace detail {

typedef unsigned __attribute__((may_alias)) kept_word; // of an element of any type

template <class T> static __device__ __forceinline__ T *kept_at(unsigned byte) { return reinterpret_cast<T *>(dynamic_shared() + byte); }

// Three words of elements travel in two packets. How many pairs there are for so many words:
static __host__ __device__ constexpr unsigned halo_pairs(unsigned words) { return (words + 2u) / 3u; }

static __device__ __forceinline__ ulonglong2 packed(unsigned a, unsigned b, unsigned c, unsigned tag)
{
    const unsigned number = tag << 16;
    return make_ulonglong2(static_cast<unsigned long long>(number | (b & 0xffffu)) << 32 | a,
                           static_cast<unsigned long long>(number | b >> 16) << 32 | c);
}

static __device__ __forceinline__ bool has_number(const ulonglong2 &packets, unsigned tag)
{
    const unsigned first = static_cast<unsigned>(packets.x >> 32), second = static_cast<unsigned>(packets.y >> 32);
    return first >> 16 == (tag & 0xffffu) && second >> 16 == (tag & 0xffffu);
}

// The halo of a tile, as its neighbours send it: the packets from below, then those from above; and all that once more, since steps take
// turns.
template <class Record> static __device__ __forceinline__ unsigned long long *packets_of(const Record &l, unsigned tile)
{
    return l.packets + static_cast<unsigned long long>(tile) * 8u * l.halo_pairs;
}

// One side of a halo: where it lies in shared memory, and how many words it has.
struct halo_side {
    unsigned byte, words;
};

// `pairs_below`: of the first side. Threads beside each other send to one side, and not to both.
static __device__ __forceinline__ void send_words(unsigned long long *to_below, unsigned long long *to_above, halo_side below, halo_side above,
                                                  unsigned tag)
{
    const unsigned pairs_below = halo_pairs(below.words), pairs = pairs_below + halo_pairs(above.words);
    for (unsigned k = thread_in_group(); k < pairs; k += group_threads()) {
        const bool is_below = k < pairs_below;
        const unsigned pair = is_below ? k : k - pairs_below, i = 3u * pair, last = (is_below ? below.words : above.words) - 1u;
        const kept_word *const from = kept_at<const kept_word>(is_below ? below.byte : above.byte);
        device_scope::store_relaxed((is_below ? to_below : to_above) + 2u * pair,
                                    packed(from[i], from[min(i + 1u, last)], from[min(i + 2u, last)], tag));
    }
}

// Both sides.
template <class Record>
static __device__ __forceinline__ void receive_words(const Record &l, const unsigned long long *from, halo_side below, halo_side above,
                                                     unsigned tag)
{
    const unsigned pairs_below = halo_pairs(below.words), pairs = pairs_below + halo_pairs(above.words);
    for (unsigned k = thread_in_group(); k < pairs; k += group_threads()) {
        const bool is_below = k < pairs_below;
        const unsigned pair = is_below ? k : k - pairs_below, word = 3u * pair;
        const halo_side &side = is_below ? below : above;
        const unsigned long long *const at = from + 2u * (is_below ? pair : l.halo_pairs + pair);
        ulonglong2 packets = device_scope::load_relaxed(at);
        while (!has_number(packets, tag)) {
            wait_turn();
            packets = device_scope::load_relaxed(at);
        }
        kept_word *const to = kept_at<kept_word>(side.byte) + word;
        to[0] = static_cast<unsigned>(packets.x);
        if (word + 1u < side.words)
            to[1] = (static_cast<unsigned>(packets.x >> 32) & 0xffffu) | static_cast<unsigned>(packets.y >> 32) << 16;
        if (word + 2u < side.words)
            to[2] = static_cast<unsigned>(packets.y);
    }
}

} // namespace detail

// Where a group's tile, its own elements, begin and end, and where those begin that go above, in bytes; and how many words are sent and
// come, none where there is no neighbour. `mine`, `to_below` and `to_above` are where the group, the one below and the one above find
// what is for them.
struct halo {
    unsigned own, edge, behind_own;
    unsigned words_to_below, words_to_above, words_below, words_above;
    unsigned long long *mine, *to_below, *to_above;
};

// By all threads of a group, behind a barrier of the block and in front of one; `in` is where its tile lies in shared memory. Of the record:
// `packets`, and `halo_pairs`, of the larger side.
template <class Record> static __device__ __forceinline__ void exchange_halos(const Record &l, const halo &h, unsigned in, unsigned s, unsigned tag)
{
    const unsigned turn = s % 2u != 0u ? 4u * l.halo_pairs : 0u;
    const detail::halo_side below = {in, h.words_below}, above = {in + h.behind_own, h.words_above};
    detail::send_words(h.to_below + turn, h.to_above + turn, detail::halo_side{in + h.own, h.words_to_below},
                       detail::halo_side{in + h.edge, h.words_to_above}, tag);
    detail::receive_words(l, h.mine + turn, below, above, tag);
}

} // namespace pt

#endif
