// What neighbouring thread groups send each other, each step, of tiles that they keep in shared memory (keep.cuh).
//
// In:  a group's tile, with room for a halo on both sides; memory between groups, zeroed before the first step; a number for each
//      step, from 1, ascending. Out: the halo, as the neighbours' tiles have it in the same step.
// Invariant: a group goes on when it has what both neighbours have sent in this step, and not before.
// Memory order: a packet is one word of 64 bits, half of it a word of an element and half the number of the step, written and read
//         whole (PTX ISA, "Memory Consistency Model": single-copy atomicity of scalar accesses). Who sees the number sees the value, so
//         nothing needs to be ordered. A packet's place is written again two steps later: by a group that has then got packets of the step
//         between from the group that reads the place, which sends them behind its last look at it. (To see the later packet there,
//         the reader would have to see what depends on what it sees.) So halos go both ways, or no way at all. Every order of the
//         accesses of a few groups is searched through in testsuite/interleave.
// Source: our own; words that carry their own flag are the LL protocol of NCCL, in its documentation.
#ifndef PT_HALO_CUH
#define PT_HALO_CUH

#include "atomic.cuh"
#include "block.cuh"

#if defined(PT_CPU)
#define PT_UNROLLED
#else
#define PT_UNROLLED _Pragma("unroll")
#endif

namespace pt {
namespace detail {

typedef unsigned __attribute__((may_alias)) kept_word; // of an element of any type

template <class T> static __device__ __forceinline__ T *kept_at(unsigned byte) { return reinterpret_cast<T *>(dynamic_shared() + byte); }

// The halo of a tile, as its neighbours send it: what comes from below, then what comes from above, a packet for each word; and all
// that once more, since steps take turns.
template <class Record> static __device__ __forceinline__ unsigned long long *packets_of(const Record &l, unsigned tile)
{
    return l.packets + static_cast<unsigned long long>(tile) * 4u * l.halo_words;
}

// `words` of them, two by two.
static __device__ __forceinline__ void send_words(unsigned long long *to, unsigned byte, unsigned words, unsigned tag)
{
    const unsigned long long number = static_cast<unsigned long long>(tag) << 32;
    const kept_word *const from = kept_at<const kept_word>(byte);
    for (unsigned i = 2u * thread_in_group(); i < words; i += 2u * group_threads())
        device_scope::store_relaxed(to + i, make_ulonglong2(number | from[i], number | from[i + 1u < words ? i + 1u : i]));
}

static __device__ __forceinline__ bool has_number(const ulonglong2 &packets, unsigned tag)
{
    return static_cast<unsigned>(packets.x >> 32) == tag && static_cast<unsigned>(packets.y >> 32) == tag;
}

// One side of a halo, and where it belongs in shared memory.
struct halo_side {
    unsigned byte, words;
};

// Both sides. A thread asks for several packets at once: they are all as far away.
template <class Record>
static __device__ __forceinline__ void receive_words(const Record &l, const unsigned long long *from, halo_side below, halo_side above,
                                                     unsigned tag)
{
    enum : unsigned { at_once = 2u };
    const unsigned pairs_below = (below.words + 1u) / 2u, pairs = pairs_below + (above.words + 1u) / 2u;
    for (unsigned first = thread_in_group(); first < pairs; first += at_once * group_threads()) {
        ulonglong2 packets[at_once];
        unsigned at[at_once];
        PT_UNROLLED for (unsigned k = 0u; k < at_once; k++) {
            const unsigned i = first + k * group_threads();
            at[k] = i < pairs_below ? 2u * i : l.halo_words + 2u * (i - pairs_below);
            if (i < pairs)
                packets[k] = device_scope::load_relaxed(from + at[k]);
        }
        PT_UNROLLED for (unsigned k = 0u; k < at_once; k++) {
            if (first + k * group_threads() >= pairs)
                break;
            while (!has_number(packets[k], tag)) {
                wait_turn();
                packets[k] = device_scope::load_relaxed(from + at[k]);
            }
            const bool is_below = at[k] < l.halo_words;
            const halo_side &side = is_below ? below : above;
            const unsigned word = is_below ? at[k] : at[k] - l.halo_words;
            kept_word *const to = kept_at<kept_word>(side.byte) + word;
            to[0] = static_cast<unsigned>(packets[k].x);
            if (word + 1u < side.words)
                to[1] = static_cast<unsigned>(packets[k].y);
        }
    }
}

} // namespace detail

// Where a group's tile, its own elements, begin and end, and where those begin that go above, in bytes; and how many words are sent and
// come. `mine`, `to_below` and `to_above` are where the group, the one below and the one above find what is for them.
struct halo {
    unsigned own, edge, behind_own;
    unsigned words_to_below, words_to_above, words_below, words_above;
    unsigned long long *mine, *to_below, *to_above;
};

// By all threads of a group, behind a barrier of the block and in front of one; `in` is where its tile lies in shared memory. Of the record:
// `tiles`, and `halo_words`, the packets of one side, an even number.
template <class Record>
static __device__ __forceinline__ void exchange_halos(const Record &l, const halo &h, unsigned tile, unsigned in, unsigned s, unsigned tag)
{
    const unsigned turn = s % 2u != 0u ? 2u * l.halo_words : 0u;
    if (tile != 0u)
        detail::send_words(h.to_below + turn, in + h.own, h.words_to_below, tag);
    if (tile + 1u < l.tiles)
        detail::send_words(h.to_above + turn, in + h.edge, h.words_to_above, tag);
    detail::receive_words(l, h.mine + turn, detail::halo_side{in, h.words_below}, detail::halo_side{in + h.behind_own, h.words_above}, tag);
}

} // namespace pt

#endif
