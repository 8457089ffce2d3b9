// The block and its memory in device code: barriers, fences, loads and stores that say where they go, time, the end.
//
// In:  calls of device code. Out: the engine's functions.
// Invariant: whatever a thread may use to wait for others lets others run.
#ifndef PT_CPU_BLOCK_HPP
#define PT_CPU_BLOCK_HPP

#include "block_functions.h"
#include "engine.h"

#include <stddef.h>
#include <stdint.h>
#include <time.h>

// ---- barriers

inline void __syncthreads() { pt_cpu_barrier(); }
inline int __syncthreads_count(int predicate) { return static_cast<int>(pt_cpu_barrier_count(predicate != 0)); }
inline int __syncthreads_and(int predicate) { return pt_cpu_barrier_count(predicate == 0) == 0; }
inline int __syncthreads_or(int predicate) { return pt_cpu_barrier_count(predicate != 0) != 0; }

// ---- fences

inline void __threadfence()
{
#ifdef PT_CPU_THREAD_SANITIZER
    __atomic_fetch_add(&pt_cpu_fence_word, 1u, __ATOMIC_SEQ_CST); // ThreadSanitizer does not know fences
#else
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
    pt_cpu_yield();
}
inline void __threadfence_block() { __threadfence(); }
inline void __threadfence_system() { __threadfence(); }

// ---- loads and stores with cache operators

namespace pt {
namespace cpu {
namespace detail {

template <class T> struct same {
    using type = T;
};

// Anew at each call, and while others may write. Larger values are read in parts, as on a GPU.
template <class T> inline T load_again(const T *address)
{
    T value;
    if constexpr (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8) {
        __atomic_load(const_cast<T *>(address), &value, __ATOMIC_RELAXED);
    } else {
        __asm__ volatile("" ::: "memory");
        value = *address;
    }
    pt_cpu_yield();
    return value;
}

} // namespace detail
} // namespace cpu
} // namespace pt

template <class T> inline T __ldg(const T *address) { return *address; }
template <class T> inline T __ldca(const T *address) { return *address; }
template <class T> inline T __ldcs(const T *address) { return *address; }
template <class T> inline T __ldlu(const T *address) { return *address; }
// Programs wait with these two for what other blocks write.
template <class T> inline T __ldcg(const T *address) { return pt::cpu::detail::load_again(address); }
template <class T> inline T __ldcv(const T *address) { return pt::cpu::detail::load_again(address); }
template <class T> inline void __stcg(T *address, typename pt::cpu::detail::same<T>::type value) { *address = value; }
template <class T> inline void __stcs(T *address, typename pt::cpu::detail::same<T>::type value) { *address = value; }
template <class T> inline void __stwb(T *address, typename pt::cpu::detail::same<T>::type value) { *address = value; }
template <class T> inline void __stwt(T *address, typename pt::cpu::detail::same<T>::type value) { *address = value; }

// ---- address spaces: there is one, of which parts serve as shared memory and as the thread's own

inline unsigned __isShared(const void *pointer) { return pt_cpu_is_shared(pointer); }
inline unsigned __isLocal(const void *pointer) { return pt_cpu_is_local(pointer); }
inline unsigned __isGlobal(const void *pointer) { return !pt_cpu_is_shared(pointer) && !pt_cpu_is_local(pointer); }
// A __constant__ variable is like any other outside of functions: nothing tells it from global memory.
inline unsigned __isConstant(const void *) { return 0; }

inline size_t __cvta_generic_to_global(const void *pointer) { return reinterpret_cast<size_t>(pointer); }
inline size_t __cvta_generic_to_shared(const void *pointer) { return reinterpret_cast<size_t>(pointer); }
inline size_t __cvta_generic_to_constant(const void *pointer) { return reinterpret_cast<size_t>(pointer); }
inline size_t __cvta_generic_to_local(const void *pointer) { return reinterpret_cast<size_t>(pointer); }
inline size_t __cvta_generic_to_grid_constant(const void *pointer) { return reinterpret_cast<size_t>(pointer); }
inline void *__cvta_global_to_generic(size_t address) { return reinterpret_cast<void *>(address); }
inline void *__cvta_shared_to_generic(size_t address) { return reinterpret_cast<void *>(address); }
inline void *__cvta_constant_to_generic(size_t address) { return reinterpret_cast<void *>(address); }
inline void *__cvta_local_to_generic(size_t address) { return reinterpret_cast<void *>(address); }

// ---- time, in nanoseconds

inline long long clock64() { return static_cast<long long>(pt_cpu_nanoseconds()); }
inline unsigned long long globaltimer() { return pt_cpu_nanoseconds(); }
inline void __nanosleep(unsigned nanoseconds) { pt_cpu_sleep(nanoseconds); }

// clock() is the C library's, too, with the same type. The library tells host code from device code.
extern "C" clock_t clock(void) noexcept __asm__("pt_cpu_clock");

// ---- what clang and nvcc know, and g++ does not; nothing in the condition is done

#if !defined(__clang__) && !defined(__builtin_assume)
#define __builtin_assume(condition) static_cast<void>(sizeof(!(condition)))
#endif

// ---- the end

[[noreturn]] inline void __trap() { pt_cpu_trap(); }
inline void __brkpt(int = 0) {}
inline void __prof_trigger(int) {}

#endif
