// A grid barrier that tells every group whether a condition was true for one of them: pt_any and pt_all where all groups come to them.
//
// In:  each group's condition; the words that `paced` has prepared for the launch (barrier_algorithms.cuh). Out: the same answer in all threads,
//      at the cost of the barrier alone: nobody reads anything that the barrier's own looks do not bring.
// Invariant: a word is arrivals << 32 | groups whose last odd vote was yes << 16 | groups whose last even one was. Who arrives adds one to
//            the arrivals and what has changed between its vote and the one before the last, so each number of groups is one of 0 to all (fewer
//            than 65536 share a word), and no carry leaves it; arrivals may wrap around at the top. When all have arrived at vote n, none can change what n is
//            about before this group has arrived at n + 1, and then that changes with n + 2 only. The last group out sets the words back.
// Memory order: as in `paced`: a release with each arrival, an acquire with each look, barriers of the block in front and behind.
// Source: our own.
#ifndef PT_VOTE_BARRIER_CUH
#define PT_VOTE_BARRIER_CUH

#include "barrier.cuh"

namespace pt {
namespace barriers {

struct alignas(128) vote_word {
    unsigned long long value;
};
struct votes_of_word {
    vote_word of[entries]; // as far apart as the words of `spread`
};
static __device__ votes_of_word vote_spread[most_words] __attribute__((unused));

// What a group knows of its votes, in its shared memory: thread 0's own but for the number.
struct own_votes {
    unsigned number;    // of the last one
    unsigned is_yes[2]; // the last even and the last odd one
};

struct voting : paced {
    static __device__ __forceinline__ void begin(own_votes *own) { *own = {0u, {0u, 0u}}; }
    static __device__ __forceinline__ void forget(unsigned e)
    {
        for (unsigned i = 0u; i < most_words; i++)
            device_scope::store_release(&vote_spread[i].of[e].value, 0ull);
    }

    // By all threads of the group.
    static __device__ __forceinline__ bool meet(own_votes *own, bool condition)
    {
        const unsigned n = own->number + 1u, thread = detail::thread_in_group(), e = detail::slot_of_group()->entry;
        const bool is_yes = ::__syncthreads_or(condition) != 0;
        if (thread == 0u)
            arrive(own, e, n, is_yes);
        return ::__syncthreads_or(await(e, n, thread, detail::group_threads())) != 0;
    }

  private:
    static __device__ __forceinline__ unsigned shift(unsigned n) { return n % 2u * 16u; }
    static __device__ __forceinline__ unsigned arrivals(unsigned long long word) { return static_cast<unsigned>(word >> 32); }
    static __device__ __forceinline__ bool has_yes(unsigned long long word, unsigned n) { return (word >> shift(n) & 0xffffull) != 0ull; }

    static __device__ __forceinline__ void arrive(own_votes *own, unsigned e, unsigned n, bool is_yes)
    {
        const detail::spread_words &words = known();
        const unsigned long long now = is_yes ? 1ull : 0ull, change = (1ull << 32) + ((now - own->is_yes[n % 2u]) << shift(n));
        unsigned long long *const word = &vote_spread[words.own].of[e].value;
        own->number = n;
        own->is_yes[n % 2u] = is_yes ? 1u : 0u;
        if (words.mask == 0u) {
            device_scope::subtract_release(word, 0ull - change);
            pause(cycles_of_few);
            return;
        }
        const unsigned come_to = n * members(words, words.own) - 1u, half_cycles = words.half_cycles;
        pause((come_to - arrivals(device_scope::add_in_order(word, change))) * half_cycles / 2u);
    }

    // Of the words that the thread looks at.
    static __device__ __forceinline__ bool await(unsigned e, unsigned n, unsigned thread, unsigned threads)
    {
        const detail::spread_words &words = known();
        const unsigned looking = threads_that_wait > most_words ? threads_that_wait : words.mask + 1u;
        if (threads < looking || looking == 1u)
            return thread == 0u && await_all(e, n);
        if (thread >= looking)
            return false;
        ::__syncwarp(~0u >> (32u - looking)); // none looks while the first one pauses
        const unsigned own = thread & words.mask, comes_to = n * members(words, own);
        const unsigned long long *const looked_at = &vote_spread[own].of[e].value;
        unsigned long long word = device_scope::load_acquire(looked_at);
        while (!is_done_waiting(has_come_to(arrivals(word), comes_to))) {
            wait_turn();
            if (!has_come_to(arrivals(word), comes_to)) // to look again would keep others waiting
                word = device_scope::load_acquire(looked_at);
        }
        return has_yes(word, n);
    }
    static __device__ __forceinline__ bool await_all(unsigned e, unsigned n)
    {
        const detail::spread_words &words = known();
        bool any = false;
        for (unsigned i = 0u; i <= words.mask; i++) {
            unsigned long long word = device_scope::load_acquire(&vote_spread[i].of[e].value);
            while (!has_come_to(arrivals(word), n * members(words, i))) {
                wait_turn();
                word = device_scope::load_acquire(&vote_spread[i].of[e].value);
            }
            any |= has_yes(word, n);
        }
        return any;
    }
};

} // namespace barriers
} // namespace pt

#endif
