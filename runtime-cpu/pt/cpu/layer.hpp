// The layer under ptcc's device headers on the CPU: what atomic.cuh and block.cuh say in PTX on a GPU.
//
// In:  addresses in memory. Out: the old value, or nothing.
// Invariant: the same functions with the same orders as there; the rest of runtime-cuda/pt is one text for both.
//            Whoever may wait for another group yields.
#ifndef PT_CPU_LAYER_HPP
#define PT_CPU_LAYER_HPP

#include <pt/cpu/engine.h>
#include <pt/cpu/shared_words.hpp>

namespace pt {

static inline void wait_turn() { pt_cpu_wait(); }

// Nobody is in anybody's way here.
static inline void pause(unsigned) {}

// The group has nothing to do: the processor is for others, for some microseconds.
static inline void doze(unsigned cycles) { pt_cpu_doze(16u * cycles); }

static inline bool is_done_waiting(bool is_done) { return is_done; } // a vote would keep the others awake
static constexpr unsigned threads_that_wait = 1u;

namespace device_scope {

// Gives the counter's value and adds one, or sets it to 0 where that value is `last`.
static inline unsigned draw_ticket(unsigned *counter, unsigned last)
{
    unsigned ticket = __atomic_load_n(counter, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(counter, &ticket, ticket >= last ? 0u : ticket + 1u, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED)) {
    }
    pt_cpu_yield();
    return ticket;
}

// The same, behind what the caller did before and in front of what it does behind.
static inline unsigned draw_ticket_in_order(unsigned *counter, unsigned last)
{
    unsigned ticket = __atomic_load_n(counter, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(counter, &ticket, ticket >= last ? 0u : ticket + 1u, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_RELAXED)) {
    }
    return ticket;
}

static inline void count_release(unsigned *address) { __atomic_fetch_add(address, 1u, __ATOMIC_RELEASE); }

static inline unsigned count_in_order(unsigned *address) { return __atomic_fetch_add(address, 1u, __ATOMIC_ACQ_REL); }

static inline void store_relaxed(unsigned *address, unsigned value) { __atomic_store_n(address, value, __ATOMIC_RELAXED); }

// Two words, each of them whole.
static inline void store_relaxed(unsigned long long *address, ulonglong2 words)
{
    __atomic_store_n(address, words.x, __ATOMIC_RELAXED);
    __atomic_store_n(address + 1, words.y, __ATOMIC_RELAXED);
}

static inline ulonglong2 load_relaxed(const unsigned long long *address)
{
    return make_ulonglong2(__atomic_load_n(address, __ATOMIC_RELAXED), __atomic_load_n(address + 1, __ATOMIC_RELAXED));
}

static inline unsigned load_relaxed(const unsigned *address) { return __atomic_load_n(address, __ATOMIC_RELAXED); }

static inline unsigned load_acquire(const unsigned *address) { return __atomic_load_n(address, __ATOMIC_ACQUIRE); }

static inline void store_release(unsigned *address, unsigned value)
{
    __atomic_store_n(address, value, __ATOMIC_RELEASE);
    pt_cpu_yield();
}

static inline unsigned exchange_acquire(unsigned *address, unsigned value)
{
    return __atomic_exchange_n(address, value, __ATOMIC_ACQUIRE);
}

static inline unsigned long long load_acquire(const unsigned long long *address)
{
    return __atomic_load_n(address, __ATOMIC_ACQUIRE);
}

static inline unsigned long long compare_exchange_acquire(unsigned long long *address, unsigned long long expected,
                                                          unsigned long long desired)
{
    __atomic_compare_exchange_n(address, &expected, desired, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE);
    return expected;
}

static inline void store_release(unsigned long long *address, unsigned long long value)
{
    __atomic_store_n(address, value, __ATOMIC_RELEASE);
    pt_cpu_yield();
}

static inline unsigned long long or_acquire(unsigned long long *address, unsigned long long bits)
{
    return __atomic_fetch_or(address, bits, __ATOMIC_ACQUIRE);
}

static inline unsigned add_relaxed(unsigned *address, unsigned value) { return __atomic_fetch_add(address, value, __ATOMIC_RELAXED); }

// Behind what the caller did before and in front of what it does behind.
static inline unsigned long long add_in_order(unsigned long long *address, unsigned long long value) { return __atomic_fetch_add(address, value, __ATOMIC_ACQ_REL); }
static inline unsigned add_in_order(unsigned *address, unsigned value) { return __atomic_fetch_add(address, value, __ATOMIC_ACQ_REL); }

static inline unsigned compare_exchange_relaxed(unsigned *address, unsigned expected, unsigned desired)
{
    __atomic_compare_exchange_n(address, &expected, desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}

static inline void set_bits_relaxed(unsigned *address, unsigned bits) { __atomic_fetch_or(address, bits, __ATOMIC_RELAXED); }
static inline void set_bits_relaxed(unsigned long long *address, unsigned long long bits) { __atomic_fetch_or(address, bits, __ATOMIC_RELAXED); }
template <class Number> static inline void add_blindly_relaxed(Number *address, Number value) { ::atomicAdd(address, value); }
static inline void at_least_relaxed(unsigned long long *address, unsigned long long value)
{
    unsigned long long old = __atomic_load_n(address, __ATOMIC_RELAXED);
    while (old < value && !__atomic_compare_exchange_n(address, &old, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}
static inline void clear_bits_relaxed(unsigned *address, unsigned bits) { __atomic_fetch_and(address, ~bits, __ATOMIC_RELAXED); }
static inline void at_least_relaxed(unsigned *address, unsigned value)
{
    unsigned old = __atomic_load_n(address, __ATOMIC_RELAXED);
    while (old < value && !__atomic_compare_exchange_n(address, &old, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}

static inline void subtract_release(unsigned long long *address, unsigned long long value)
{
    __atomic_fetch_sub(address, value, __ATOMIC_RELEASE);
}

} // namespace device_scope

#if PT_GRID_BARRIER_HAS_CLUSTERS

// Groups of the CPU have no clusters: two that stand beside each other pass for one, with a word for them in memory, by the
// entry of their launch in the directory.
namespace cluster_scope {

enum { entries = 128, clusters_at_most = 4096 };
static unsigned words[entries][clusters_at_most];

static inline unsigned groups() { return pt_cpu_grid_dim.x % 2u == 0u && pt_cpu_grid_dim.x / 2u <= clusters_at_most ? 2u : 1u; }
static inline void meet() {}
static inline unsigned add_in_order(unsigned *, unsigned entry, unsigned value)
{
    return __atomic_fetch_add(&words[entry][pt_cpu_block_index.x / 2u], value, __ATOMIC_ACQ_REL);
}
static inline void forget(unsigned entry)
{
    for (unsigned i = 0; i < pt_cpu_grid_dim.x / 2u && i < clusters_at_most; i++)
        __atomic_store_n(&words[entry][i], 0u, __ATOMIC_RELAXED);
}

} // namespace cluster_scope

#endif

static inline unsigned long long launch_identity() { return pt_cpu_launch_identity(); }

// A barrier in shared memory that threads may leave.
static inline void meeting_init(unsigned long long *word, unsigned members)
{
    pt_cpu_meeting_init(reinterpret_cast<uint64_t *>(word), members);
}
static inline void meeting_wait(unsigned long long *word) { pt_cpu_meeting_wait(reinterpret_cast<uint64_t *>(word)); }
static inline void meeting_leave(unsigned long long *word) { pt_cpu_meeting_leave(reinterpret_cast<uint64_t *>(word)); }

} // namespace pt

#endif
