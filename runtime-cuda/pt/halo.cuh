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

// Dynamic shared memory by its own addresses of 32 bits. Where it begins is asked for once: what it takes to find a variable there is
// otherwise executed anew at each access.
#if defined(PT_CPU)
static inline unsigned kept_base() { return 0u; }
template <class T> static inline T *kept_at(unsigned address) { return reinterpret_cast<T *>(dynamic_shared() + address); }
#else
static __device__ __forceinline__ unsigned kept_base()
{
    unsigned address = shared_address(dynamic_shared());
    asm volatile("" : "+r"(address));
    return address;
}
template <class T> static __device__ __forceinline__ T *kept_at(unsigned address)
{
#if defined(__clang__)
    return static_cast<T *>(__nv_cvta_shared_to_generic_impl(address));
#else
    return static_cast<T *>(__cvta_shared_to_generic(address));
#endif
}
#endif

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

} // namespace detail

// Of an array of which a group has a tile: where its own elements begin and end, and where those begin that go above, in bytes from
// the array's beginning; and how many words are sent and come, none where there is no neighbour. `mine`, `to_below` and `to_above` are
// where the group, the one below and the one above find what is for them.
struct halo {
    unsigned own, edge, behind_own;
    unsigned words_to_below, words_to_above, words_below, words_above;
    unsigned long long *mine, *to_below, *to_above;
};

namespace detail {

// Two packets that a thread sends, and two that it waits for: where they lie in the array, in bytes, and in memory.
struct sent_pair {
    unsigned long long *to; // nullptr: none
    unsigned a, b, c;
};
struct received_pair {
    const unsigned long long *from;
    unsigned byte, words; // 0: none
};

// Threads beside each other send to one side, and not to both.
static __device__ __forceinline__ sent_pair sent_by(const halo &h, unsigned k)
{
    const unsigned pairs_below = halo_pairs(h.words_to_below);
    const bool is_below = k < pairs_below;
    const unsigned pair = is_below ? k : k - pairs_below, words = is_below ? h.words_to_below : h.words_to_above;
    if (3u * pair >= words)
        return sent_pair{nullptr, 0u, 0u, 0u};
    const unsigned begin = is_below ? h.own : h.edge, last = 4u * (words - 1u);
    return sent_pair{(is_below ? h.to_below : h.to_above) + 2u * pair, begin + 12u * pair, begin + min(12u * pair + 4u, last),
                     begin + min(12u * pair + 8u, last)};
}

template <class Record> static __device__ __forceinline__ received_pair received_by(const Record &l, const halo &h, unsigned k)
{
    const unsigned pairs_below = halo_pairs(h.words_below);
    const bool is_below = k < pairs_below;
    const unsigned pair = is_below ? k : k - pairs_below, words = is_below ? h.words_below : h.words_above;
    if (3u * pair >= words)
        return received_pair{nullptr, 0u, 0u};
    const unsigned begin = is_below ? h.own - 4u * h.words_below : h.behind_own;
    return received_pair{h.mine + 2u * (is_below ? pair : l.halo_pairs + pair), begin + 12u * pair, min(words - 3u * pair, 3u)};
}

// `turn`: how far into the memory of the neighbour.
static __device__ __forceinline__ void send(const sent_pair &p, unsigned in, unsigned turn, unsigned tag)
{
    if (p.to)
        device_scope::store_relaxed(p.to + turn, packed(*kept_at<const kept_word>(in + p.a), *kept_at<const kept_word>(in + p.b),
                                                        *kept_at<const kept_word>(in + p.c), tag));
}

static __device__ __forceinline__ void receive(const received_pair &p, unsigned in, unsigned turn, unsigned tag)
{
    if (p.words == 0u)
        return;
    ulonglong2 packets = device_scope::load_relaxed(p.from + turn);
    while (!has_number(packets, tag)) {
        wait_turn();
        packets = device_scope::load_relaxed(p.from + turn);
    }
    kept_word *const to = kept_at<kept_word>(in + p.byte);
    to[0] = static_cast<unsigned>(packets.x);
    if (p.words > 1u)
        to[1] = (static_cast<unsigned>(packets.x >> 32) & 0xffffu) | static_cast<unsigned>(packets.y >> 32) << 16;
    if (p.words > 2u)
        to[2] = static_cast<unsigned>(packets.y);
}

} // namespace detail

// By all threads of a group. Of the record: `packets`, and `halo_pairs`, of the larger side. What a thread sends and receives first is
// worked out once, when the object is made: a step waits for all that is done here.
template <class Record> class halo_exchange {
  public:
    __device__ __forceinline__ halo_exchange(const Record &l, const halo &h)
        : l_(l), h_(h), sent_(detail::sent_by(h, detail::thread_in_group())), received_(detail::received_by(l, h, detail::thread_in_group()))
    {
    }

    // Between two barriers of the block; `in` is where the array would begin in shared memory, `s` counts the exchanges. Who waited
    // before it has sent might wait for ever.
    __device__ __forceinline__ void exchange(unsigned in, unsigned s, unsigned tag) const
    {
        send(in, s, tag);
        receive(in, s, tag);
    }

  private:
    __device__ __forceinline__ void send(unsigned in, unsigned s, unsigned tag) const
    {
        detail::send(sent_, in, turn_of(s), tag);
        const unsigned pairs = detail::halo_pairs(h_.words_to_below) + detail::halo_pairs(h_.words_to_above);
        if (pairs > detail::group_threads())
            for (unsigned k = detail::thread_in_group() + detail::group_threads(); k < pairs; k += detail::group_threads())
                detail::send(detail::sent_by(h_, k), in, turn_of(s), tag);
    }
    __device__ __forceinline__ void receive(unsigned in, unsigned s, unsigned tag) const
    {
        detail::receive(received_, in, turn_of(s), tag);
        const unsigned pairs = detail::halo_pairs(h_.words_below) + detail::halo_pairs(h_.words_above);
        if (pairs > detail::group_threads())
            for (unsigned k = detail::thread_in_group() + detail::group_threads(); k < pairs; k += detail::group_threads())
                detail::receive(detail::received_by(l_, h_, k), in, turn_of(s), tag);
    }
    __device__ __forceinline__ unsigned turn_of(unsigned s) const { return s % 2u != 0u ? 4u * l_.halo_pairs : 0u; }

    const Record &l_;
    const halo h_;
    const detail::sent_pair sent_;
    const detail::received_pair received_;
};

} // namespace pt

#endif
