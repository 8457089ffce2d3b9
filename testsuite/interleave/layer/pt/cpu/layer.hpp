// The layer under ptcc's device headers for the search through interleavings (explore.cpp): in place of runtime-cpu's.
//
// In:  addresses in memory. Out: the old value, or nothing; before each access the search decides who goes next.
// Invariant: the same functions as in runtime-cuda/pt/atomic.cuh. Accesses take effect one after the other.
#ifndef PT_CPU_LAYER_HPP
#define PT_CPU_LAYER_HPP

#include <pt/cpu/engine.h>
#include <pt/cpu/shared_words.hpp>

// Gives the place to whoever is next; behind it the caller's access happens at once.
void explore_access(const void *address);
// What it saw there, and whether it changed it.
void explore_saw(const void *address, unsigned long long value, bool changed);
// The caller would look again: nothing happens until somebody has changed something.
void explore_wait();
// Two groups that stand beside each other are a cluster; the first one's shared memory is there for as long as it is.
unsigned explore_groups_of_cluster();
unsigned *explore_word_of_first(unsigned *word);
unsigned *explore_meetings(); // of the cluster's groups, counted

namespace pt {

static inline void wait_turn() { explore_wait(); }
static inline void pause(unsigned) {}
static inline void doze(unsigned) {}
static inline bool is_done_waiting(bool is_done) { return is_done; }
static constexpr unsigned threads_that_wait = 1u;

namespace device_scope {

template <class T> T load(const T *address)
{
    explore_access(address);
    const T value = *address;
    explore_saw(address, value, false);
    return value;
}

template <class T> T change(T *address, T expected_or_any, bool any, T desired)
{
    explore_access(address);
    const T old = *address;
    const bool changes = (any || old == expected_or_any) && old != desired;
    if (changes)
        *address = desired;
    explore_saw(address, old, changes);
    return old;
}

// Nobody is told what lay there.
template <class T> void add_blindly(T *address, T value)
{
    explore_access(address);
    *address += value;
    explore_saw(address, 0, true);
}

template <class Number> void add_blindly_relaxed(Number *address, Number value) { add_blindly(address, value); }

static inline unsigned draw_ticket(unsigned *counter, unsigned last)
{
    explore_access(counter);
    const unsigned ticket = *counter;
    *counter = ticket >= last ? 0u : ticket + 1u;
    explore_saw(counter, ticket, true);
    return ticket;
}

static inline unsigned draw_ticket_in_order(unsigned *counter, unsigned last) { return draw_ticket(counter, last); }
static inline void count_release(unsigned *address) { add_blindly(address, 1u); }
static inline unsigned count_in_order(unsigned *address) { return draw_ticket(address, ~0u); }
static inline void store_relaxed(unsigned *address, unsigned value) { change(address, 0u, true, value); }
static inline void store_relaxed(unsigned long long *address, ulonglong2 words)
{
    change(address, 0ull, true, words.x);
    change(address + 1, 0ull, true, words.y);
}
static inline ulonglong2 load_relaxed(const unsigned long long *address)
{
    const unsigned long long first = load(address);
    return make_ulonglong2(first, load(address + 1));
}
static inline unsigned load_relaxed(const unsigned *address) { return load(address); }
static inline unsigned load_acquire(const unsigned *address) { return load(address); }
static inline unsigned long long load_acquire(const unsigned long long *address) { return load(address); }
static inline void store_release(unsigned *address, unsigned value) { change(address, 0u, true, value); }
static inline unsigned exchange_acquire(unsigned *address, unsigned value) { return change(address, 0u, true, value); }

static inline void store_release(unsigned long long *address, unsigned long long value) { change(address, 0ull, true, value); }

static inline unsigned long long or_acquire(unsigned long long *address, unsigned long long bits)
{
    explore_access(address);
    const unsigned long long old = *address;
    *address = old | bits;
    explore_saw(address, old, *address != old);
    return old;
}

template <class Word> Word add_relaxed(Word *address, Word value)
{
    explore_access(address);
    const Word old = *address;
    *address = old + value;
    explore_saw(address, old, value != 0u);
    return old;
}

template <class Word> Word add_in_order(Word *address, Word value) { return add_relaxed(address, value); }

static inline unsigned compare_exchange_relaxed(unsigned *address, unsigned expected, unsigned desired)
{
    return change(address, expected, false, desired);
}

template <class Word> void set_bits_relaxed(Word *address, Word bits)
{
    explore_access(address);
    *address |= bits;
    explore_saw(address, 0, true);
}

static inline void clear_bits_relaxed(unsigned *address, unsigned bits)
{
    explore_access(address);
    *address &= ~bits;
    explore_saw(address, 0, true);
}

template <class Word> void at_least_relaxed(Word *address, Word value)
{
    explore_access(address);
    const bool changes = *address < value;
    *address = changes ? value : *address;
    explore_saw(address, 0, changes);
}

static inline unsigned long long compare_exchange_acquire(unsigned long long *address, unsigned long long expected,
                                                          unsigned long long desired)
{
    return change(address, expected, false, desired);
}

static inline void subtract_release(unsigned long long *address, unsigned long long value) { add_blindly(address, 0ull - value); }

} // namespace device_scope

#if PT_GRID_BARRIER_HAS_CLUSTERS

namespace cluster_scope {

static inline unsigned groups() { return explore_groups_of_cluster(); }

static inline void meet()
{
    const unsigned size = groups();
    if (size == 1u)
        return;
    const unsigned met = device_scope::count_in_order(explore_meetings());
    while (device_scope::load(explore_meetings()) < met / size * size + size)
        explore_wait();
}

static inline unsigned add_in_order(unsigned *word, unsigned, unsigned value)
{
    explore_access(word);
    unsigned *const first = explore_word_of_first(word); // who may have ended since the last access
    const unsigned old = *first;
    *first = old + value;
    explore_saw(first, old, true);
    return old;
}

static inline void forget(unsigned) {}

} // namespace cluster_scope

#endif

static inline unsigned long long launch_identity() { return pt_cpu_launch_identity(); }

// One thread a group: a barrier of the group is passed as it is met.
static inline void meeting_init(unsigned long long *, unsigned) {}
static inline void meeting_wait(unsigned long long *) {}
static inline void meeting_leave(unsigned long long *) {}

} // namespace pt

#endif
