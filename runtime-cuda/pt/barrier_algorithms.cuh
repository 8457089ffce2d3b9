// How thread groups tell each other that they have come to a grid barrier: seven ways, of which a program has one.
//
// In:  an entry of the directory (queue_directory.cuh), the number of the barrier, counted from 1: its generation. Out: whether all
//      groups have come to it.
// Invariant: a group arrives once at each generation, in ascending order, and not before it has passed the last one. What
//            came before an arrival, in any thread that is ordered before the arriving one, comes before a look that sees
//            the barrier passed. Words are 0 when a launch begins, and set back by the last group out.
//
// Which one: -DPT_GRID_BARRIER=counter, counter_flag, two_level, lock_free, syncblocks, clusters or paced, the default.
// An algorithm is a struct with
//     prepare(slot)        by the group's first thread, when the slot knows the entry
//     begin(), end()       by all threads of the group, before its first arrival and behind its last
//     arrive(e, n)         by one thread of the group, at generation n; gives the cycles that it is best to wait before a look
//     passed(e, n, &next)  by the same or another thread: have all arrived? `next` is where to go on looking, 0 at first.
//                          It may have something to do for others, so a group asks until it is true
//     await(e, n, thread, threads)  by all threads of a group, one of which has arrived: until some have seen it passed
//     forget(e)            by the last group out
#ifndef PT_BARRIER_ALGORITHMS_CUH
#define PT_BARRIER_ALGORITHMS_CUH

#include "atomic.cuh"
#include "barrier_choice.h"
#include "block.cuh"

namespace pt {
namespace barriers {

#ifndef PT_MOST_GROUPS
#define PT_MOST_GROUPS 8192 // resident at once: 32 a multiprocessor, and nobody has 256 of these
#endif
constexpr unsigned entries = 128; // those of the queues' directory (queue_directory.cuh)
#ifndef PT_BARRIER_LEAVES
#define PT_BARRIER_LEAVES 8
#endif
constexpr unsigned leaves = PT_BARRIER_LEAVES; // of `two_level`

struct alignas(128) word { // alone on its cache line
    unsigned value;
};

// Generations may wrap: those that are compared lie close together.
static __device__ __forceinline__ bool has_come_to(unsigned value, unsigned wanted)
{
    return static_cast<int>(value - wanted) >= 0;
}

// By all threads of a group, from the arrival to where some have seen that the barrier is passed. The first one notes its number.
template <class Algorithm>
static __device__ __forceinline__ void meet(unsigned e, unsigned n, unsigned thread, unsigned threads, unsigned *note)
{
    if (thread == 0u) {
        const unsigned cycles = Algorithm::arrive(e, n);
        *note = n;
        pause(cycles);
    }
    Algorithm::await(e, n, thread, threads);
}

// Groups have nothing to do with each other but at barriers.
struct on_its_own {
    static __device__ __forceinline__ void prepare(detail::slot *) {}
    static __device__ __forceinline__ void begin() {}
    static __device__ __forceinline__ void end() {}
};

// One thread of the group does it all.
template <class Algorithm> struct by_first_thread : on_its_own {
    static __device__ __forceinline__ void await(unsigned e, unsigned n, unsigned thread, unsigned)
    {
        unsigned next = 0u;
        while (thread == 0u && !Algorithm::passed(e, n, next))
            wait_turn();
    }
};

static __device__ word arrived[entries] __attribute__((unused));

// All add to one counter and poll it. Nothing stands between the last arrival and those that wait for it; but they are in
// its way, so it is best for few groups.
// Source: Xiao and Feng, "Inter-Block GPU Communication via Fast Barrier Synchronization", 5.1 (GPU simple
// synchronization). Memory order: an arrival is a release, and the additions behind it continue what it releases (PTX ISA,
// "Release and Acquire Patterns"): the look that sees the last one acquires them all.
struct counter : by_first_thread<counter> {
    static __device__ __forceinline__ unsigned arrive(unsigned e, unsigned)
    {
        device_scope::count_release(&arrived[e].value);
        return 0u;
    }
    static __device__ __forceinline__ bool passed(unsigned e, unsigned n, unsigned &)
    {
        return has_come_to(device_scope::load_acquire(&arrived[e].value), n * ::gridDim.x);
    }
    static __device__ __forceinline__ void forget(unsigned e) { device_scope::store_relaxed(&arrived[e].value, 0u); }
};

static __device__ word flag[entries] __attribute__((unused));

// All add to one counter; the last one sets a flag on another line, which the others poll: they are not in the way of the
// additions, and a store more stands between the last arrival and them.
// Source: the central barrier with a reversed sense, Mellor-Crummey and Scott, "Algorithms for Scalable Synchronization on
// Shared-Memory Multiprocessors", 3.1, with a generation for the sense. Memory order: the addition that is the last one
// acquires what all others released, and its flag releases that.
struct counter_flag : by_first_thread<counter_flag> {
    static __device__ __forceinline__ unsigned arrive(unsigned e, unsigned n)
    {
        if (device_scope::count_in_order(&arrived[e].value) + 1u == n * ::gridDim.x)
            device_scope::store_release(&flag[e].value, n);
        return 0u;
    }
    static __device__ __forceinline__ bool passed(unsigned e, unsigned n, unsigned &)
    {
        return has_come_to(device_scope::load_acquire(&flag[e].value), n);
    }
    static __device__ __forceinline__ void forget(unsigned e)
    {
        device_scope::store_relaxed(&arrived[e].value, 0u);
        device_scope::store_relaxed(&flag[e].value, 0u);
    }
};

static __device__ word leaf[entries][leaves] __attribute__((unused));

// Groups add to one of a few counters, the last of each adds to the root, which all poll: additions to one word take turns,
// and the root sees few of them.
// Source: combining trees, Mellor-Crummey and Scott, 3.2, of two levels. Memory order: as in counter_flag from leaf to root, as
// in counter from root to all.
struct two_level : by_first_thread<two_level> {
    static __device__ __forceinline__ unsigned used_leaves() { return ::gridDim.x < leaves ? ::gridDim.x : leaves; }
    static __device__ __forceinline__ unsigned arrive(unsigned e, unsigned n)
    {
        const unsigned mine = ::blockIdx.x % leaves;
        const unsigned members = (::gridDim.x - 1u - mine) / leaves + 1u;
        if (device_scope::count_in_order(&leaf[e][mine].value) + 1u == n * members)
            device_scope::count_release(&arrived[e].value);
        return 0u;
    }
    static __device__ __forceinline__ bool passed(unsigned e, unsigned n, unsigned &)
    {
        return has_come_to(device_scope::load_acquire(&arrived[e].value), n * used_leaves());
    }
    static __device__ __forceinline__ void forget(unsigned e)
    {
        device_scope::store_relaxed(&arrived[e].value, 0u);
        for (unsigned i = 0u; i < leaves; i++)
            device_scope::store_relaxed(&leaf[e][i].value, 0u);
    }
};

#if PT_GRID_BARRIER_HAS_WORDS

struct group_words {
    unsigned in[PT_MOST_GROUPS], out[PT_MOST_GROUPS];
};
static __device__ group_words words[entries] __attribute__((unused));

// By the last group out: others have looked at them until then.
static __device__ __forceinline__ void forget_words(unsigned e)
{
    for (unsigned i = 0u; i < ::gridDim.x; i++) {
        device_scope::store_relaxed(&words[e].in[i], 0u);
        device_scope::store_relaxed(&words[e].out[i], 0u);
    }
}

// Nobody adds: each group stores its generation in a word of its own, group 0 looks at all of them, a thread for each, and
// stores it in a word for each that this one polls.
// Source: Xiao and Feng, 5.3 (GPU lock-free synchronization). Memory order: a store that releases and a look that acquires, from
// each group to a thread of group 0, over the block's barrier to its other threads, and from one of these to each group.
struct lock_free : on_its_own {
    static __device__ __forceinline__ unsigned arrive(unsigned e, unsigned n)
    {
        device_scope::store_release(&words[e].in[::blockIdx.x], n);
        return 0u;
    }
    static __device__ __forceinline__ bool passed(unsigned e, unsigned n, unsigned &next)
    {
        if (::blockIdx.x != 0u)
            return has_come_to(device_scope::load_acquire(&words[e].out[::blockIdx.x]), n);
        for (; next < ::gridDim.x; next++)
            if (!has_come_to(device_scope::load_acquire(&words[e].in[next]), n))
                return false;
        for (unsigned i = 1u; i < ::gridDim.x; i++)
            device_scope::store_release(&words[e].out[i], n);
        return true;
    }
    static __device__ __forceinline__ void await(unsigned e, unsigned n, unsigned thread, unsigned threads)
    {
        if (::blockIdx.x != 0u || threads == 1u) {
            by_first_thread<lock_free>::await(e, n, thread, threads);
            return;
        }
        for (unsigned i = thread; i < ::gridDim.x; i += threads)
            while (!has_come_to(device_scope::load_acquire(&words[e].in[i]), n))
                wait_turn();
        ::__syncthreads();
        for (unsigned i = thread; i < ::gridDim.x; i += threads)
            if (i != 0u)
                device_scope::store_release(&words[e].out[i], n);
    }
    static __device__ __forceinline__ void forget(unsigned e) { forget_words(e); }
};

// Each group has a number, which it makes odd when it comes to a barrier and even when it has passed; it looks at the others'
// in turn, beginning with its neighbour's, until it has seen all there, or one that is past.
// Source: __syncblocks(), Algorithm 10 (3.3.1) of "Collective Communication and Barrier Synchronization on NVIDIA CUDA GPUs", 2009,
// with orders in place of volatile. Memory order: each number is stored with release and looked at with acquire; one that is past
// has acquired all the others'.
struct syncblocks : by_first_thread<syncblocks> {
    static __device__ __forceinline__ unsigned arrive(unsigned e, unsigned n)
    {
        device_scope::store_release(&words[e].in[::blockIdx.x], 2u * n - 1u);
        return 0u;
    }
    static __device__ __forceinline__ bool passed(unsigned e, unsigned n, unsigned &next)
    {
        for (; next + 1u < ::gridDim.x; next++) {
            const unsigned other = ::blockIdx.x + 1u + next;
            const unsigned number = device_scope::load_acquire(&words[e].in[other < ::gridDim.x ? other : other - ::gridDim.x]);
            if (!has_come_to(number, 2u * n - 1u))
                return false;
            if (number != 2u * n - 1u)
                break; // it is past
        }
        device_scope::store_release(&words[e].in[::blockIdx.x], 2u * n);
        return true;
    }
    static __device__ __forceinline__ void forget(unsigned e) { forget_words(e); }
};

#endif

#ifndef PT_BARRIER_WORD_BITS
#define PT_BARRIER_WORD_BITS 3
#endif
constexpr unsigned most_words = 1u << PT_BARRIER_WORD_BITS;
struct places_of_word {
    word of[entries]; // so that the words of a launch lie 16 KB apart
};
static __device__ places_of_word spread[most_words] __attribute__((unused));

#ifndef PT_BARRIER_FEW_GROUPS
#define PT_BARRIER_FEW_GROUPS 264
#endif

// Who arrives at the words below.
struct each_group {
    static __device__ __forceinline__ unsigned count() { return ::gridDim.x; }
    static __device__ __forceinline__ unsigned number() { return ::blockIdx.x; }
};

// The default. Groups add to one of a few words, and then look at all of these, a thread at each: nothing stands between the
// last arrival and those that wait for it. Looks and additions to one word take turns, so looks that come too early keep
// arrivals waiting, and a word that is done is not looked at again: few groups wait for as long as an arrival takes to be seen, and
// more of them each for a time in proportion to the arrivals behind its own, the longer where their looks are in each other's way
// (docs/grid-barrier.md).
// Source: our own; the pause is Mellor-Crummey and Scott's backoff in proportion to those still to come (3.1 and 4.2), whose
// number the addition tells. Memory order: as in `counter`, for each word and the thread that looks at it; the block's
// barrier behind it hands on what these threads have acquired.
template <class Arriving> struct paced_by : on_its_own {
    static constexpr unsigned cycles_of_few = 200u; // until the first look can find what it looks for
    static constexpr unsigned many_groups = 1200u;  // above that their looks are in each other's way, and fewer words have fewer of them

    static __device__ __forceinline__ void prepare(detail::slot *s)
    {
        const unsigned count = Arriving::count();
        const unsigned bits = count <= PT_BARRIER_FEW_GROUPS ? 0u : PT_BARRIER_WORD_BITS - (count > many_groups ? 1u : 0u);
        s->words.first = &spread[0].of[s->entry].value;
        s->words.mask = (1u << bits) - 1u;
        s->words.own = Arriving::number() & s->words.mask;
        s->words.least = count >> bits;
        s->words.more = count & s->words.mask;
        s->words.half_cycles = count <= 800u ? 2u : count <= many_groups ? 6u : 5u;
    }
    static __device__ __forceinline__ unsigned arrive(unsigned, unsigned n)
    {
        const detail::spread_words &words = known();
        unsigned *const own = at(words, words.own);
        if (words.mask == 0u) {
            device_scope::count_release(own);
            return cycles_of_few;
        }
        const unsigned come_to = n * members(words, words.own) - 1u, half_cycles = words.half_cycles;
        return (come_to - device_scope::count_in_order(own)) * half_cycles / 2u;
    }
    static __device__ __forceinline__ bool passed(unsigned, unsigned n, unsigned &next)
    {
        const detail::spread_words &words = known();
        while (next <= words.mask && has_come_to(device_scope::load_acquire(at(words, next)), n * members(words, next)))
            next++;
        return next > words.mask;
    }
    static __device__ __forceinline__ void await(unsigned e, unsigned n, unsigned thread, unsigned threads)
    {
        const unsigned looking = threads_that_wait > most_words ? threads_that_wait : known().mask + 1u;
        if (threads < looking || looking == 1u) {
            by_first_thread<paced_by>::await(e, n, thread, threads);
            return;
        }
        if (thread >= looking)
            return;
        ::__syncwarp(~0u >> (32u - looking)); // none looks while the first one pauses
        const detail::spread_words &words = known();
        const unsigned word = thread & words.mask, comes_to = n * members(words, word);
        const unsigned *const looked_at = at(words, word);
        bool has_come = has_come_to(device_scope::load_acquire(looked_at), comes_to);
        while (!is_done_waiting(has_come)) {
            wait_turn();
            has_come = has_come || has_come_to(device_scope::load_acquire(looked_at), comes_to); // to look again would keep others waiting
        }
    }
    static __device__ __forceinline__ void forget(unsigned e)
    {
        for (unsigned i = 0u; i < most_words; i++)
            device_scope::store_relaxed(&spread[i].of[e].value, 0u);
    }

  protected:
    static_assert(most_words <= 32u, "the threads that look are of one warp");
    static __device__ __forceinline__ const detail::spread_words &known() { return detail::slot_of_group()->words; }
    static __device__ __forceinline__ unsigned *at(const detail::spread_words &words, unsigned word)
    {
        return words.first + word * (sizeof spread[0] / sizeof(unsigned));
    }
    static __device__ __forceinline__ unsigned members(const detail::spread_words &words, unsigned word)
    {
        return words.least + (word < words.more ? 1u : 0u);
    }
};
using paced = paced_by<each_group>;

#if PT_GRID_BARRIER_HAS_CLUSTERS

struct each_cluster {
    static __device__ __forceinline__ unsigned count() { return ::gridDim.x / cluster_scope::groups(); }
    static __device__ __forceinline__ unsigned number() { return ::blockIdx.x / cluster_scope::groups(); }
};

// The groups of a thread block cluster add to a word in the shared memory of the first of them, the last one adds to the words of
// `paced` for all, and all look at these: half of the additions or fewer, each behind another one that is near. Launched
// without clusters, a group is its own.
// Source: combining trees, as in two_level, with the leaves in distributed shared memory (CUDA C++ Programming Guide, "Thread
// Block Clusters"). Memory order: the addition that is the cluster's last one acquires what its other groups released; its
// arrival, a release at device scope, is cumulative over that.
struct clusters : paced_by<each_cluster> {
    // The first one has to have set its word before others add to it, and to be there as long as they do.
    static __device__ __forceinline__ void begin()
    {
        if (is_first_thread())
            detail::slot_of_group()->arrived_in_cluster = 0u;
        cluster_scope::meet();
    }
    static __device__ __forceinline__ void end() { cluster_scope::meet(); }
    // Whose addition tells it nothing of the other clusters waits for as long as all of these take, and longer. (Fewer cycles were
    // slower with many groups; no rows were kept.)
    static constexpr unsigned cycles_of_others = 8u;
    static __device__ __forceinline__ unsigned arrive(unsigned e, unsigned n)
    {
        const unsigned size = cluster_scope::groups();
        if (size > 1u && cluster_scope::add_in_order(&detail::slot_of_group()->arrived_in_cluster, e, 1u) + 1u != n * size)
            return cycles_of_few + (known().mask == 0u ? 0u : known().least * cycles_of_others);
        return paced_by<each_cluster>::arrive(e, n);
    }
    static __device__ __forceinline__ void forget(unsigned e)
    {
        paced_by<each_cluster>::forget(e);
        cluster_scope::forget(e);
    }
};

#endif

using algorithm = PT_GRID_BARRIER;

} // namespace barriers
} // namespace pt

#endif
