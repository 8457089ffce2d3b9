// Barriers of one thread group: what must happen between two items, and the barriers of items that some
// threads leave before others have passed their last barrier.
//
// In:  all threads of the group, at the end of an item or at a barrier of its body. Out: order of shared
//      memory, and warps that are whole again.
// Invariant: a draining item's barriers wait for the threads that are still in the item, and only for those:
//            each thread counts for itself, whatever its warp does. A thread that leaves says so once.
// Source: PTX ISA, mbarrier (arrive_drop is what a thread's exit is to bar.sync).
//
// The hardware's own barrier is no way to do this. It counts warps: with lanes of one warp at two places (some
// at a barrier of the body, some serving barriers on behalf of those that have left) it hangs on an H200; and
// with the serving behind the item it depends on where the compiler makes warps whole again.
//
// Lanes that came to a barrier together go on from it together, as from __syncthreads(): they may see its end in different turns of the
// loop that waits for it, and programs name the lanes of a warp by __activemask() behind a barrier.
//
// So, in a draining item: `const ::pt::draining_barrier __syncthreads;` in front of the body, each `return` of
// the body becomes `return ::pt::leave_item();`, and behind the body stands `::pt::finish_item();`. The kernel's
// record has PTRT_KERNEL_DRAINS set, so that there always is a slot.
#ifndef PT_BLOCK_CUH
#define PT_BLOCK_CUH

#include "abi.h"
#include "atomic.cuh"

namespace pt {

// To a group's next place. Hidden from the compiler, which would otherwise unroll the loop around the item, or carry on a pointer for each
// array of the item, and pay with registers for both.
static __device__ __forceinline__ void advance(unsigned &place, unsigned by)
{
#if defined(PT_CPU)
    place += by;
    pt_cpu_next_item();
#else
    asm("add.u32 %0, %0, %1;" : "+r"(place) : "r"(by));
#endif
}

#if !defined(PT_CPU)

// Shared memory by its own 32-bit addresses, which take half the registers of generic pointers.
static __device__ __forceinline__ unsigned shared_address(const void *pointer)
{
    return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

static __device__ __forceinline__ uint4 load_shared(unsigned address)
{
    uint4 words;
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(words.x), "=r"(words.y), "=r"(words.z), "=r"(words.w)
                 : "r"(address)
                 : "memory");
    return words;
}

static __device__ __forceinline__ unsigned load_shared_word(const unsigned *pointer)
{
    unsigned word;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(shared_address(pointer)) : "memory");
    return word;
}

static __device__ __forceinline__ void store_shared(unsigned address, uint4 words)
{
    asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(address), "r"(words.x), "r"(words.y),
                 "r"(words.z), "r"(words.w)
                 : "memory");
}

#endif

static __device__ __forceinline__ bool is_first_thread()
{
    return (threadIdx.x | threadIdx.y | threadIdx.z) == 0u;
}

namespace detail {

// What a group knows of the words that the groups of a launch add to at a grid barrier (barrier_algorithms.cuh). It lies in the slot
// because the compiler would keep it in registers all through the program's loop, where each may cost groups.
struct alignas(16) spread_words {
    unsigned *first;
    unsigned own;    // number of the word that the group adds to
    unsigned least;  // groups that add to each word,
    unsigned more;   // and how many words have one more, the first ones
    unsigned mask;   // words - 1
    unsigned half_cycles; // to wait for each arrival that is still to come to the own word
};

// A group's slot: the last PT_SLOT_BYTES of its dynamic shared memory. What the group works on next is
// published in one of two parts: x and y are the items [x, y), z and w their row. One bit of the address tells the parts
// apart: the second of three and, as the slot happens to be aligned, the first or the third.
struct slot {
    union {
        uint4 part[3];
        spread_words words; // a kernel with grid barriers has no queue
    };
    unsigned entry;             // thread 0's own: of the directory
    unsigned rest;              // thread 0's own: end of the chunk that was drawn last
    unsigned long long barrier; // of a draining item
    unsigned votes;             // at its barriers; 0 between two of them
    unsigned generation;        // of its barrier, where there is no mbarrier
    unsigned generation_of_grid; // of the grid barrier that the group came to last (barrier.cuh)
    unsigned checks_grid;        // PTRT_DEBUG=1: groups say where they come to it: 1, and more by the line of its `arrive`
    unsigned line_of_threads;    // and the group's threads, of which the first that comes to it notes its line; 0 between two of them
    unsigned arrived_in_cluster; // at grid barriers, where this group is the first of its cluster (barrier_algorithms.cuh)
    unsigned range;              // thread 0's own: that it draws tickets of (steal_queue.cuh)
    unsigned cell;               // of the next collective of the grid (collectives.cuh)
};
static_assert(sizeof(slot) <= PT_SLOT_BYTES && PT_SLOT_ALIGNMENT % sizeof(uint4) == 0, "as the host is told");

#if defined(PT_CPU)

static inline unsigned char *dynamic_shared() { return static_cast<unsigned char *>(pt_cpu_dynamic_shared()); }
static inline slot *slot_at(unsigned offset) { return reinterpret_cast<slot *>(dynamic_shared() + offset); }

static inline slot *slot_of_group() { return slot_at(static_cast<unsigned>(pt_cpu_dynamic_shared_bytes()) - PT_SLOT_BYTES); }

#else

static __device__ __forceinline__ unsigned char *dynamic_shared()
{
    extern __shared__ __align__(PT_SLOT_ALIGNMENT) unsigned char pt_dynamic_shared[];
    return pt_dynamic_shared;
}

static __device__ __forceinline__ slot *slot_at(unsigned offset) { return reinterpret_cast<slot *>(dynamic_shared() + offset); }

static __device__ __forceinline__ slot *slot_of_group()
{
    unsigned bytes;
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
    return slot_at(bytes - PT_SLOT_BYTES);
}

#endif

static __device__ __forceinline__ unsigned group_threads()
{
    return blockDim.x * blockDim.y * blockDim.z;
}

static __device__ __forceinline__ unsigned thread_in_group()
{
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

#if defined(PT_CPU)

static inline void drain_init(slot *s) { meeting_init(&s->barrier, group_threads()); }
static inline void drain_init_again(slot *s) { drain_init(s); }
static inline void drain_wait(slot *s) { meeting_wait(&s->barrier); }
static inline void drain_leave(slot *s) { meeting_leave(&s->barrier); }

#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800

static __device__ __forceinline__ void drain_init(slot *s)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(&s->barrier)), "r"(group_threads())
                 : "memory");
}

static __device__ __forceinline__ void drain_init_again(slot *s)
{
    asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(shared_address(&s->barrier)) : "memory");
    drain_init(s);
}

static __device__ __forceinline__ void drain_wait(slot *s)
{
    const unsigned together = ::__activemask();
    const unsigned address = shared_address(&s->barrier);
    unsigned long long phase;
    unsigned passed;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(phase) : "r"(address) : "memory");
    do {
        asm volatile("{\n\t"
                     ".reg .pred passed;\n\t"
#if __CUDA_ARCH__ >= 900
                     "mbarrier.try_wait.shared.b64 passed, [%1], %2;\n\t"
#else
                     "mbarrier.test_wait.shared.b64 passed, [%1], %2;\n\t"
#endif
                     "selp.u32 %0, 1, 0, passed;\n\t"
                     "}"
                     : "=r"(passed)
                     : "r"(address), "l"(phase)
                     : "memory");
    } while (passed == 0u);
    ::__syncwarp(together);
}

static __device__ __forceinline__ void drain_leave(slot *s)
{
    asm volatile("{\n\t"
                 ".reg .b64 phase;\n\t"
                 "mbarrier.arrive_drop.shared.b64 phase, [%0];\n\t"
                 "}" ::"r"(shared_address(&s->barrier))
                 : "memory");
}

#else

// Before compute capability 8.0: threads still in the item (high half) and threads that have arrived (low half)
// in one word. Whoever makes them equal ends the phase; nobody else can touch the word just then.
static __device__ __forceinline__ void drain_init(slot *s)
{
    s->barrier = static_cast<unsigned long long>(group_threads()) << 32;
    s->generation = 0u;
}

static __device__ __forceinline__ void drain_init_again(slot *s)
{
    drain_init(s);
}

static __device__ __forceinline__ void drain_change(slot *s, unsigned long long change)
{
    const unsigned long long now = atomicAdd(&s->barrier, change) + change;
    const unsigned members = static_cast<unsigned>(now >> 32), arrived = static_cast<unsigned>(now);
    if (arrived == members && members != 0u) {
        atomicAdd(&s->barrier, 0ull - arrived);
        __threadfence_block();
        atomicAdd(&s->generation, 1u);
    }
}

static __device__ __forceinline__ void drain_wait(slot *s)
{
    const unsigned together = ::__activemask(), generation = atomicAdd(&s->generation, 0u);
    __threadfence_block();
    drain_change(s, 1ull);
    while (atomicAdd(&s->generation, 0u) == generation) {
    }
    __threadfence_block();
    ::__syncwarp(together);
}

static __device__ __forceinline__ void drain_leave(slot *s)
{
    __threadfence_block();
    drain_change(s, 0ull - (1ull << 32));
}

#endif

} // namespace detail

// A policy's `begin` stands in front of the first item, its `separate` between two items of a chunk, its `meet` between two chunks, where
// a barrier of the group is needed anyway. `before_fetch`: separate is so cheap that it stands in front of meet as well,
// which saves a branch in the loop.

// Items have no warp operation, no barrier and no shared memory: nothing at all.
struct between_none {
    static constexpr bool before_fetch = true;
    static __device__ __forceinline__ void begin() {}
    static __device__ __forceinline__ void separate() {}
    static __device__ __forceinline__ void meet()
    {
        ::__syncwarp();
        ::__syncthreads();
    }
};

// No memory is shared between items: warps only become whole again.
struct between_warp {
    static constexpr bool before_fetch = true;
    static __device__ __forceinline__ void begin() {}
    static __device__ __forceinline__ void separate() { ::__syncwarp(); }
    static __device__ __forceinline__ void meet()
    {
        ::__syncwarp();
        ::__syncthreads();
    }
};

// The next item writes shared memory that this one may still read.
struct between_block {
    static constexpr bool before_fetch = false;
    static __device__ __forceinline__ void begin() {}
    static __device__ __forceinline__ void separate()
    {
        ::__syncwarp();
        ::__syncthreads();
    }
    static __device__ __forceinline__ void meet() { separate(); }
};

// The body's barriers are `draining_barrier`, which is set up anew for each item.
struct between_drain {
    static constexpr bool before_fetch = false;
    static __device__ __forceinline__ void begin()
    {
        detail::slot *const slot = detail::slot_of_group();
        if (is_first_thread()) {
            detail::drain_init(slot);
            slot->votes = 0u;
        }
        ::__syncthreads();
    }
    static __device__ __forceinline__ void separate()
    {
        ::__syncwarp();
        ::__syncthreads();
        if (is_first_thread())
            detail::drain_init_again(detail::slot_of_group());
        ::__syncthreads();
    }
    static __device__ __forceinline__ void meet() { separate(); }
};

namespace detail {

// As assert() does.
static __device__ __forceinline__ void end_launch(const char *what, const char *kernel, const char *file, unsigned line)
{
#if defined(PT_CPU)
    ::pt_cpu_assert_failed(what, file, line, kernel);
#elif defined(__CUDA_ARCH__) && defined(__GNUC__)
    ::__assert_fail(what, file, line, kernel);
#endif
#if !defined(PT_CPU)
    __trap();
#endif
}

} // namespace detail

// A condition that all threads of the block must go the same way from: behind it a library waits for the whole block, also for those that
// would be gone in the original kernel and here go on to barriers of the queue. What differs ends the launch, and says so.
static __device__ __forceinline__ bool together(bool condition, const char *kernel, const char *file, unsigned line)
{
    const bool any = ::__syncthreads_or(condition) != 0;
    if (any != condition)
        detail::end_launch("all threads of the block go the same way here", kernel, file, line);
    return any;
}

// The same for the lanes of a tile, or of a warp: those of them that the block has.
template <unsigned lanes> static __device__ __forceinline__ bool lanes_together(bool condition, const char *kernel, const char *file, unsigned line)
{
    const unsigned threads = blockDim.x * blockDim.y * blockDim.z, thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const unsigned lane = thread % 32u, there = threads - (thread - lane);
    const unsigned of_tile = lanes < 32u ? ((1u << lanes % 32u) - 1u) << (lane - lane % lanes) : ~0u;
    const bool any = ::__any_sync(there < 32u ? of_tile & ((1u << there) - 1u) : of_tile, condition) != 0;
    if (any != condition)
        detail::end_launch("all lanes of the tile go the same way here", kernel, file, line);
    return any;
}

// A thread leaves a draining item: before the end of the body, or there.
static __device__ __forceinline__ void leave_item()
{
    detail::drain_leave(detail::slot_of_group());
}

static __device__ __forceinline__ void finish_item()
{
    detail::drain_leave(detail::slot_of_group());
}

struct draining_barrier {
    __host__ __device__ __forceinline__ draining_barrier() {} // a function of both sides may have one
    __device__ __forceinline__ void operator()() const { detail::drain_wait(detail::slot_of_group()); }
};

namespace detail {

// How many of the threads still in the item have a true predicate. Each takes back what it added behind the
// second barrier, and so before the first one of the next vote.
static __device__ __forceinline__ unsigned drain_count(bool predicate)
{
    slot *const s = slot_of_group();
    if (predicate)
        atomicAdd(&s->votes, 1u);
    drain_wait(s);
    const unsigned count = load_shared_word(&s->votes);
    drain_wait(s);
    if (predicate)
        atomicSub(&s->votes, 1u);
    return count;
}

} // namespace detail

struct draining_count {
    __host__ __device__ __forceinline__ draining_count() {}
    __device__ __forceinline__ int operator()(int predicate) const
    {
        return static_cast<int>(detail::drain_count(predicate != 0));
    }
};

struct draining_and {
    __host__ __device__ __forceinline__ draining_and() {}
    __device__ __forceinline__ int operator()(int predicate) const { return detail::drain_count(predicate == 0) == 0u; }
};

struct draining_or {
    __host__ __device__ __forceinline__ draining_or() {}
    __device__ __forceinline__ int operator()(int predicate) const { return detail::drain_count(predicate != 0) != 0u; }
};

} // namespace pt

#endif
