// Words that threads of the host share, and the time of day: what outputs would include <atomic> and <chrono> for.
//
// In:  numbers. Out: the same, whole, with the order of memory that the name says; microseconds of a clock that never goes back.
// Why: programs with `using namespace std` have names of their own that these headers would make ambiguous (atomic, ratio, nano): an
//      output includes no more of the standard library than it must.
// Invariant: in static storage a word is 0 at first, without a constructor that runs.
// Source: GCC manual, "Built-in Functions for Memory Model Aware Atomic Operations", which clang has, too.
#ifndef PT_HOST_WORD_CUH
#define PT_HOST_WORD_CUH

#include "context.cuh"

#include <time.h>

namespace ptrt {
PTRT_OF_THIS_FILE {

template <class T> struct host_word {
    T value;

    T load() const { return __atomic_load_n(&value, __ATOMIC_RELAXED); }
    void store(T to) { __atomic_store_n(&value, to, __ATOMIC_RELAXED); }
    void release(T to) { __atomic_store_n(&value, to, __ATOMIC_RELEASE); }
    T exchange_acquire(T to) { return __atomic_exchange_n(&value, to, __ATOMIC_ACQUIRE); }
};

inline double now_microseconds()
{
    timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

} // PTRT_OF_THIS_FILE
} // namespace ptrt

#endif
