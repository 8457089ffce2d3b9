// Collectives of the grid, for programs: `#include <pt/collectives.cuh>` gives pt_any and its kin.
//
// In:  what each thread of the grid says, in a kernel with `#pragma pt kernel`. Out: for all threads the same answer, and a grid barrier
//      (barrier.cuh) has passed: what any thread wrote before, every thread reads behind it.
// Invariant: these functions are words for ptcc, which puts those of collective.cuh in their place wherever the kernel is launched
//            persistently. What is left of them stands in kernels as they were, of which no launch is left either.
// Source: "Collective Communication and Barrier Synchronization on NVIDIA CUDA GPUs", 2009, 3.3.2 (GBS library).
#ifndef PT_COLLECTIVES_CUH
#define PT_COLLECTIVES_CUH

#if defined(__PTCC__) && !defined(PTCC_READS)
#include "collective.cuh"
#endif

// What pt_first and pt_select_one give where no thread's condition is true.
enum : unsigned long long { pt_none = 0xffffffffffffffffull };

#if defined(PTCC_READS)
#define PT_COLLECTIVE(value) return value
#elif defined(__PTCC__)
#define PT_COLLECTIVE(value) \
    ::pt::no_grid_barrier(); \
    return value
#else
#define PT_COLLECTIVE(value)                                                                  \
    static_assert(sizeof(Unused) == 0, "a collective of the grid needs #pragma pt kernel above its kernel, and ptcc: see its README"); \
    return value
#endif

// Of all threads of the grid that have not returned: is the condition true for one, for all, for how many; and 0, 1 or 2, where 2 stands
// for more.
template <class Unused = char> __device__ inline bool pt_any(bool) { PT_COLLECTIVE(false); }
template <class Unused = char> __device__ inline bool pt_all(bool) { PT_COLLECTIVE(false); }
template <class Unused = char> __device__ inline unsigned long long pt_count(bool) { PT_COLLECTIVE(0ull); }
template <class Unused = char> __device__ inline int pt_quantify(bool) { PT_COLLECTIVE(0); }

// The rank of a thread in the grid (cooperative_groups::this_grid().thread_rank()) for which the condition is true: of the first one, of
// some one, or pt_none.
template <class Unused = char> __device__ inline unsigned long long pt_first(bool) { PT_COLLECTIVE(pt_none); }
template <class Unused = char> __device__ inline unsigned long long pt_select_one(bool) { PT_COLLECTIVE(pt_none); }

// bits[r / 32] has bit r % 32 set where the condition is true for the thread of rank r, and not where it is false. Bits of threads that
// have returned keep their values. All threads must name the same array.
template <class Unused = char> __device__ inline void pt_vote(bool, unsigned *) { PT_COLLECTIVE(); }

// The value of the thread of that rank, for all; zeros where it has returned. Trivially copyable, of at most 32 bytes. All threads must name
// the same rank.
template <class T, class Unused = T> __device__ inline T pt_bcast(T value, unsigned long long) { PT_COLLECTIVE(value); }

// Of integers, float and double; or, and: of integers. Where no thread is left: 0, and the least or greatest value for max and min, not a
// number for these of float and double; those leave what is not a number out. Sums of float and double are added up in the order in which
// groups come, so that the last bits may differ from run to run; all threads get the same.
template <class T, class Unused = T> __device__ inline T pt_reduce_add(T value) { PT_COLLECTIVE(value); }
template <class T, class Unused = T> __device__ inline T pt_reduce_or(T value) { PT_COLLECTIVE(value); }
template <class T, class Unused = T> __device__ inline T pt_reduce_and(T value) { PT_COLLECTIVE(value); }
template <class T, class Unused = T> __device__ inline T pt_reduce_max(T value) { PT_COLLECTIVE(value); }
template <class T, class Unused = T> __device__ inline T pt_reduce_min(T value) { PT_COLLECTIVE(value); }

#undef PT_COLLECTIVE

#endif
