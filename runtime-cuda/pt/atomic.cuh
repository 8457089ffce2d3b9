// The layer that touches memory shared between thread groups: atomics with a named order, at device scope.
//
// In:  addresses in global memory, or in the shared memory of a cluster. Out: the old value, or nothing.
// Invariant: nobody else in these headers writes PTX for memory between groups. Order is always in the instruction, never
//            volatile. On the CPU (PT_CPU) pt/cpu/layer.hpp stands in for what is PTX here and in block.cuh.
// Source: PTX ISA, "Memory Consistency Model" (sm_70 and up).
#ifndef PT_ATOMIC_CUH
#define PT_ATOMIC_CUH

#include "barrier_choice.h"

#if defined(PT_CPU)
#include <pt/cpu/layer.hpp>
#else

namespace pt {

// A loop that waits for what others write calls this in each turn.
static __device__ __forceinline__ void wait_turn() {}

// For the threads of a whole warp that wait for something each: a thread may go on when it is done, and goes on as soon as all are.
static __device__ __forceinline__ bool is_done_waiting(bool is_done) { return ::__all_sync(~0u, is_done); }

// How many threads are to wait where fewer are needed: a warp that parts is slower.
static constexpr unsigned threads_that_wait = 32u;

// Until so many cycles of the multiprocessor's clock have passed.
static __device__ __forceinline__ void pause(unsigned cycles)
{
    if (cycles == 0u)
        return;
    const unsigned start = static_cast<unsigned>(clock());
    while (static_cast<unsigned>(clock()) - start < cycles)
        ;
}

// The same, where the whole group has nothing to do; by its first thread.
static __device__ __forceinline__ void doze(unsigned cycles) { pause(cycles); }

namespace device_scope {

// Gives the counter's value and adds one, or sets it to 0 where that value is `last`. An addition would not
// do, even where nothing wraps: the compiler makes one addition a warp of it, and a shuffle that waits for
// the result here and not at its use.
static __device__ __forceinline__ unsigned draw_ticket(unsigned *counter, unsigned last)
{
    unsigned ticket;
    asm volatile("atom.relaxed.gpu.global.inc.u32 %0, [%1], %2;"
                 : "=r"(ticket)
                 : "l"(__cvta_generic_to_global(counter)), "r"(last)
                 : "memory");
    return ticket;
}

// The same, behind what the caller did before and in front of what it does behind.
static __device__ __forceinline__ unsigned draw_ticket_in_order(unsigned *counter, unsigned last)
{
    unsigned ticket;
    asm volatile("atom.acq_rel.gpu.global.inc.u32 %0, [%1], %2;"
                 : "=r"(ticket)
                 : "l"(__cvta_generic_to_global(counter)), "r"(last)
                 : "memory");
    return ticket;
}

// Adds one; no addition here either, in front of whose fence the warp would vote.
static __device__ __forceinline__ void count_release(unsigned *address)
{
    asm volatile("red.release.gpu.global.inc.u32 [%0], %1;" ::"l"(__cvta_generic_to_global(address)), "r"(~0u) : "memory");
}

// The same, and gives what was there before; in front of what the caller does behind, too.
static __device__ __forceinline__ unsigned count_in_order(unsigned *address) { return draw_ticket_in_order(address, ~0u); }

static __device__ __forceinline__ void store_relaxed(unsigned *address, unsigned value)
{
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(__cvta_generic_to_global(address)), "r"(value) : "memory");
}

// Two words of 64 bits that lie behind each other, at a multiple of 16 bytes: each of them whole, the one not ordered before the other.
static __device__ __forceinline__ void store_relaxed(unsigned long long *address, ulonglong2 words)
{
    asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" ::"l"(__cvta_generic_to_global(address)), "l"(words.x), "l"(words.y)
                 : "memory");
}

static __device__ __forceinline__ ulonglong2 load_relaxed(const unsigned long long *address)
{
    ulonglong2 words;
    asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
                 : "=l"(words.x), "=l"(words.y)
                 : "l"(__cvta_generic_to_global(address))
                 : "memory");
    return words;
}

static __device__ __forceinline__ unsigned load_relaxed(const unsigned *address)
{
    unsigned value;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(__cvta_generic_to_global(address)) : "memory");
    return value;
}

static __device__ __forceinline__ unsigned load_acquire(const unsigned *address)
{
    unsigned value;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(__cvta_generic_to_global(address)) : "memory");
    return value;
}

static __device__ __forceinline__ void store_release(unsigned *address, unsigned value)
{
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(__cvta_generic_to_global(address)), "r"(value)
                 : "memory");
}

static __device__ __forceinline__ unsigned exchange_acquire(unsigned *address, unsigned value)
{
    unsigned old;
    asm volatile("atom.acquire.gpu.global.exch.b32 %0, [%1], %2;"
                 : "=r"(old)
                 : "l"(__cvta_generic_to_global(address)), "r"(value)
                 : "memory");
    return old;
}

static __device__ __forceinline__ unsigned long long load_acquire(const unsigned long long *address)
{
    unsigned long long value;
    asm volatile("ld.acquire.gpu.global.u64 %0, [%1];"
                 : "=l"(value)
                 : "l"(__cvta_generic_to_global(address))
                 : "memory");
    return value;
}

static __device__ __forceinline__ unsigned long long
compare_exchange_acquire(unsigned long long *address, unsigned long long expected, unsigned long long desired)
{
    unsigned long long old;
    asm volatile("atom.acquire.gpu.global.cas.b64 %0, [%1], %2, %3;"
                 : "=l"(old)
                 : "l"(__cvta_generic_to_global(address)), "l"(expected), "l"(desired)
                 : "memory");
    return old;
}

static __device__ __forceinline__ void store_release(unsigned long long *address, unsigned long long value)
{
    asm volatile("st.release.gpu.global.u64 [%0], %1;" ::"l"(__cvta_generic_to_global(address)), "l"(value) : "memory");
}

static __device__ __forceinline__ unsigned long long or_acquire(unsigned long long *address, unsigned long long bits)
{
    unsigned long long old;
    asm volatile("atom.acquire.gpu.global.or.b64 %0, [%1], %2;"
                 : "=l"(old)
                 : "l"(__cvta_generic_to_global(address)), "l"(bits)
                 : "memory");
    return old;
}

// Gives what was there before. Of a warp's threads that come here together, the compiler makes one addition.
static __device__ __forceinline__ unsigned add_relaxed(unsigned *address, unsigned value) { return ::atomicAdd(address, value); }

// Behind what the caller did before and in front of what it does behind.
static __device__ __forceinline__ unsigned add_in_order(unsigned *address, unsigned value)
{
    unsigned old;
    asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], %2;"
                 : "=r"(old)
                 : "l"(__cvta_generic_to_global(address)), "r"(value)
                 : "memory");
    return old;
}

static __device__ __forceinline__ unsigned long long add_in_order(unsigned long long *address, unsigned long long value)
{
    unsigned long long old;
    asm volatile("atom.acq_rel.gpu.global.add.u64 %0, [%1], %2;"
                 : "=l"(old)
                 : "l"(__cvta_generic_to_global(address)), "l"(value)
                 : "memory");
    return old;
}

static __device__ __forceinline__ unsigned compare_exchange_relaxed(unsigned *address, unsigned expected, unsigned desired)
{
    return ::atomicCAS(address, expected, desired);
}

static __device__ __forceinline__ void set_bits_relaxed(unsigned *address, unsigned bits) { ::atomicOr(address, bits); }
static __device__ __forceinline__ void clear_bits_relaxed(unsigned *address, unsigned bits) { ::atomicAnd(address, ~bits); }
static __device__ __forceinline__ void at_least_relaxed(unsigned *address, unsigned value) { ::atomicMax(address, value); }

// The same of words of 64 bits; and sums, of which nobody is told what was there before.
static __device__ __forceinline__ void set_bits_relaxed(unsigned long long *address, unsigned long long bits) { ::atomicOr(address, bits); }
static __device__ __forceinline__ void at_least_relaxed(unsigned long long *address, unsigned long long value) { ::atomicMax(address, value); }
template <class Number> static __device__ __forceinline__ void add_blindly_relaxed(Number *address, Number value) { ::atomicAdd(address, value); }

static __device__ __forceinline__ void subtract_release(unsigned long long *address, unsigned long long value)
{
    asm volatile("red.release.gpu.global.add.u64 [%0], %1;" ::"l"(__cvta_generic_to_global(address)),
                 "l"(0ull - value)
                 : "memory");
}

} // namespace device_scope

#if PT_GRID_BARRIER_HAS_CLUSTERS

// The thread block cluster that a group is in, along x: of one group where the launch has asked for none, or the device has none.
namespace cluster_scope {

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900

static __device__ __forceinline__ unsigned groups()
{
    unsigned count;
    asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(count));
    return count;
}

// By all threads of the cluster's groups: each waits for all others.
static __device__ __forceinline__ void meet()
{
    asm volatile("barrier.cluster.arrive.release;\n\tbarrier.cluster.wait.acquire;" ::: "memory");
}

// Adds to the word of the cluster's first group that lies where this one does in the caller's shared memory, and gives what was there.
static __device__ __forceinline__ unsigned add_in_order(unsigned *word, unsigned, unsigned value)
{
    unsigned old;
    asm volatile("{\n\t"
                 ".reg .b32 first;\n\t"
                 "mapa.shared::cluster.u32 first, %1, 0;\n\t"
                 "atom.acq_rel.cluster.shared::cluster.add.u32 %0, [first], %2;\n\t"
                 "}"
                 : "=r"(old)
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(word))), "r"(value)
                 : "memory");
    return old;
}

#else

static __device__ __forceinline__ unsigned groups() { return 1u; }
static __device__ __forceinline__ void meet() {}
static __device__ __forceinline__ unsigned add_in_order(unsigned *, unsigned, unsigned) { return 0u; }

#endif

// What lies in shared memory goes with the group.
static __device__ __forceinline__ void forget(unsigned) {}

} // namespace cluster_scope

#endif

// Identifies a launch among those in flight in this context: the same in all its groups.
static __device__ __forceinline__ unsigned long long launch_identity()
{
    unsigned long long identity;
    asm volatile("mov.u64 %0, %%gridid;" : "=l"(identity));
    return identity;
}

} // namespace pt

#endif // PT_CPU
#endif
