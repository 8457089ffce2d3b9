// Atomic functions of device code (CUDA C++ Programming Guide, "Atomic Functions").
//
// In:  addresses of integers, floating-point numbers, vectors and what has 16 bytes. Out: the old value.
// Invariant: sequentially consistent, which is more than CUDA promises, and costs nothing on the processors at hand.
//            Each one lets other threads run: a thread that waits for a value in a loop of atomics must not keep the
//            processor from the thread that brings it.
#ifndef PT_CPU_ATOMIC_HPP
#define PT_CPU_ATOMIC_HPP

#include "../../vector_types.h"
#include "engine.h"

#include <string.h>
#include <type_traits>

namespace pt {
namespace cpu {
namespace detail {

// new = change(old)
template <class T, class Function> inline T atomic_update(T *address, Function change)
{
    T old, next;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        next = change(old);
    while (!__atomic_compare_exchange(address, &old, &next, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    pt_cpu_yield();
    return old;
}

} // namespace detail
} // namespace cpu
} // namespace pt

// The scopes differ in what they cost on a GPU.
#define PT_CPU_ATOMIC(name, T, ...) \
    inline T name(T *address, T value) { __VA_ARGS__ } \
    inline T name##_block(T *address, T value) { return name(address, value); } \
    inline T name##_system(T *address, T value) { return name(address, value); }
#define PT_CPU_ATOMIC_BUILTIN(name, T, builtin) \
    PT_CPU_ATOMIC(name, T, const T old = builtin(address, value, __ATOMIC_SEQ_CST); pt_cpu_yield(); return old;)
#define PT_CPU_ATOMIC_UPDATE(name, T, expression) \
    PT_CPU_ATOMIC(name, T, return pt::cpu::detail::atomic_update(address, [value](T old) { \
                      return static_cast<T>(expression); });)

PT_CPU_ATOMIC_BUILTIN(atomicAdd, int, __atomic_fetch_add)
PT_CPU_ATOMIC_BUILTIN(atomicAdd, unsigned int, __atomic_fetch_add)
PT_CPU_ATOMIC_BUILTIN(atomicAdd, unsigned long long, __atomic_fetch_add)
PT_CPU_ATOMIC_UPDATE(atomicAdd, float, old + value)
PT_CPU_ATOMIC_UPDATE(atomicAdd, double, old + value)
PT_CPU_ATOMIC_BUILTIN(atomicSub, int, __atomic_fetch_sub)
PT_CPU_ATOMIC_BUILTIN(atomicSub, unsigned int, __atomic_fetch_sub)
PT_CPU_ATOMIC_BUILTIN(atomicExch, int, __atomic_exchange_n)
PT_CPU_ATOMIC_BUILTIN(atomicExch, unsigned int, __atomic_exchange_n)
PT_CPU_ATOMIC_BUILTIN(atomicExch, unsigned long long, __atomic_exchange_n)
PT_CPU_ATOMIC_UPDATE(atomicExch, float, (static_cast<void>(old), value))
PT_CPU_ATOMIC_UPDATE(atomicMin, int, value < old ? value : old)
PT_CPU_ATOMIC_UPDATE(atomicMin, unsigned int, value < old ? value : old)
PT_CPU_ATOMIC_UPDATE(atomicMin, long long, value < old ? value : old)
PT_CPU_ATOMIC_UPDATE(atomicMin, unsigned long long, value < old ? value : old)
PT_CPU_ATOMIC_UPDATE(atomicMax, int, value > old ? value : old)
PT_CPU_ATOMIC_UPDATE(atomicMax, unsigned int, value > old ? value : old)
PT_CPU_ATOMIC_UPDATE(atomicMax, long long, value > old ? value : old)
PT_CPU_ATOMIC_UPDATE(atomicMax, unsigned long long, value > old ? value : old)
PT_CPU_ATOMIC_UPDATE(atomicInc, unsigned int, old >= value ? 0u : old + 1u)
PT_CPU_ATOMIC_UPDATE(atomicDec, unsigned int, old == 0u || old > value ? value : old - 1u)
PT_CPU_ATOMIC_BUILTIN(atomicAnd, int, __atomic_fetch_and)
PT_CPU_ATOMIC_BUILTIN(atomicAnd, unsigned int, __atomic_fetch_and)
PT_CPU_ATOMIC_BUILTIN(atomicAnd, unsigned long long, __atomic_fetch_and)
PT_CPU_ATOMIC_BUILTIN(atomicAnd, long long, __atomic_fetch_and)
PT_CPU_ATOMIC_BUILTIN(atomicOr, int, __atomic_fetch_or)
PT_CPU_ATOMIC_BUILTIN(atomicOr, unsigned int, __atomic_fetch_or)
PT_CPU_ATOMIC_BUILTIN(atomicOr, unsigned long long, __atomic_fetch_or)
PT_CPU_ATOMIC_BUILTIN(atomicOr, long long, __atomic_fetch_or)
PT_CPU_ATOMIC_BUILTIN(atomicXor, int, __atomic_fetch_xor)
PT_CPU_ATOMIC_BUILTIN(atomicXor, unsigned int, __atomic_fetch_xor)
PT_CPU_ATOMIC_BUILTIN(atomicXor, unsigned long long, __atomic_fetch_xor)
PT_CPU_ATOMIC_BUILTIN(atomicXor, long long, __atomic_fetch_xor)

// Vectors: each member atomically, not the whole.
PT_CPU_ATOMIC(atomicAdd, float2,
              return float2{atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)};)
PT_CPU_ATOMIC(atomicAdd, float4,
              return float4{atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y),
                            atomicAdd(&address->z, value.z), atomicAdd(&address->w, value.w)};)
#undef PT_CPU_ATOMIC_UPDATE
#undef PT_CPU_ATOMIC_BUILTIN
#undef PT_CPU_ATOMIC

#define PT_CPU_ATOMIC_CAS(T) \
    inline T atomicCAS(T *address, T compare, T value) \
    { \
        __atomic_compare_exchange_n(address, &compare, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
        pt_cpu_yield(); \
        return compare; /* which is what was found, in either case */ \
    } \
    inline T atomicCAS_block(T *address, T compare, T value) { return atomicCAS(address, compare, value); } \
    inline T atomicCAS_system(T *address, T compare, T value) { return atomicCAS(address, compare, value); }
PT_CPU_ATOMIC_CAS(int)
PT_CPU_ATOMIC_CAS(unsigned int)
PT_CPU_ATOMIC_CAS(unsigned long long)
PT_CPU_ATOMIC_CAS(unsigned short)
#undef PT_CPU_ATOMIC_CAS

// ---- 16 bytes, of any type that may be copied as bytes

namespace pt {
namespace cpu {
namespace detail {

typedef unsigned __int128 __attribute__((may_alias)) word_of_16;

// Neither compiler makes an instruction of this without an option that no program must need (-mcx16), although all but the first
// x86-64 processors have it. ThreadSanitizer has to see the operation itself, and brings what it calls.
#if defined(__x86_64__) && !defined(PT_CPU_THREAD_SANITIZER)
inline word_of_16 swap_if_equal(word_of_16 *address, word_of_16 compare, word_of_16 value)
{
    unsigned long long low = static_cast<unsigned long long>(compare), high = static_cast<unsigned long long>(compare >> 64);
    __asm__ volatile("lock cmpxchg16b %0"
                     : "+m"(*address), "+a"(low), "+d"(high)
                     : "b"(static_cast<unsigned long long>(value)), "c"(static_cast<unsigned long long>(value >> 64))
                     : "cc", "memory");
    return static_cast<word_of_16>(high) << 64 | low;
}
#else
inline word_of_16 swap_if_equal(word_of_16 *address, word_of_16 compare, word_of_16 value)
{
    return __sync_val_compare_and_swap(address, compare, value);
}
#endif

// The type itself, where the functions of 16 bytes take it; it may overload `&`.
template <class T>
using of_16 = typename std::enable_if<sizeof(T) == 16 && alignof(T) >= 16 && std::is_trivially_copyable<T>::value, T>::type;

template <class T> inline word_of_16 to_16(const T &value)
{
    word_of_16 word;
    memcpy(&word, &reinterpret_cast<const char &>(value), sizeof word);
    return word;
}

template <class T> inline T from_16(const word_of_16 &word)
{
    union result { // T may have no constructor without arguments
        T value;
        result() {}
    } r;
    memcpy(static_cast<void *>(&r), &word, sizeof word);
    return r.value;
}

} // namespace detail
} // namespace cpu
} // namespace pt

template <class T> inline pt::cpu::detail::of_16<T> atomicCAS(T *address, T compare, T value)
{
    using namespace pt::cpu::detail;
    const word_of_16 old = swap_if_equal(reinterpret_cast<word_of_16 *>(address), to_16(compare), to_16(value));
    pt_cpu_yield();
    return from_16<T>(old);
}
template <class T> inline pt::cpu::detail::of_16<T> atomicExch(T *address, T value)
{
    using namespace pt::cpu::detail;
    word_of_16 old = 0; // a guess: what is there comes out of the first turn
    for (word_of_16 found; (found = swap_if_equal(reinterpret_cast<word_of_16 *>(address), old, to_16(value))) != old; old = found)
        ;
    pt_cpu_yield();
    return from_16<T>(old);
}
template <class T> inline pt::cpu::detail::of_16<T> atomicCAS_block(T *address, T compare, T value)
{
    return atomicCAS(address, compare, value);
}
template <class T> inline pt::cpu::detail::of_16<T> atomicCAS_system(T *address, T compare, T value)
{
    return atomicCAS(address, compare, value);
}
template <class T> inline pt::cpu::detail::of_16<T> atomicExch_block(T *address, T value) { return atomicExch(address, value); }
template <class T> inline pt::cpu::detail::of_16<T> atomicExch_system(T *address, T value) { return atomicExch(address, value); }

// ---- those that nvcc has built in since CUDA 12.8. Orders and scopes change nothing: the strongest serves for all.

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

namespace pt {
namespace cpu {
namespace detail {

template <class T> struct nv_atomic_value {
    static_assert(sizeof(T) <= 8 && std::is_trivially_copyable<T>::value, "__nv_atomic functions of up to 8 bytes are what the CPU back end has");
    typedef T type;
};

// Sums of integers wrap.
template <class T, bool is_integer = std::is_integral<T>::value> struct sum_of { typedef T type; };
template <class T> struct sum_of<T, true> { typedef unsigned long long type; };

} // namespace detail
} // namespace cpu
} // namespace pt

#define PT_CPU_VALUE typename pt::cpu::detail::nv_atomic_value<T>::type
#define PT_CPU_ORDER int, int = __NV_THREAD_SCOPE_SYSTEM
template <class T> inline void __nv_atomic_load(const T *address, PT_CPU_VALUE *result, PT_CPU_ORDER)
{
    __atomic_load(address, result, __ATOMIC_SEQ_CST);
    pt_cpu_yield();
}
template <class T> inline T __nv_atomic_load_n(const T *address, PT_CPU_ORDER)
{
    T result;
    __nv_atomic_load(address, &result, __NV_ATOMIC_SEQ_CST);
    return result;
}
template <class T> inline void __nv_atomic_store(T *address, PT_CPU_VALUE *value, PT_CPU_ORDER)
{
    __atomic_store(address, value, __ATOMIC_SEQ_CST);
    pt_cpu_yield();
}
template <class T> inline void __nv_atomic_store_n(T *address, PT_CPU_VALUE value, PT_CPU_ORDER)
{
    __nv_atomic_store(address, &value, __NV_ATOMIC_SEQ_CST);
}
template <class T> inline void __nv_atomic_exchange(T *address, PT_CPU_VALUE *value, PT_CPU_VALUE *result, PT_CPU_ORDER)
{
    __atomic_exchange(address, value, result, __ATOMIC_SEQ_CST);
    pt_cpu_yield();
}
template <class T> inline T __nv_atomic_exchange_n(T *address, PT_CPU_VALUE value, PT_CPU_ORDER)
{
    T result;
    __nv_atomic_exchange(address, &value, &result, __NV_ATOMIC_SEQ_CST);
    return result;
}
template <class T>
inline bool __nv_atomic_compare_exchange(T *address, PT_CPU_VALUE *expected, PT_CPU_VALUE *desired, bool, int, PT_CPU_ORDER)
{
    const bool done = __atomic_compare_exchange(address, expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    pt_cpu_yield();
    return done;
}
template <class T>
inline bool __nv_atomic_compare_exchange_n(T *address, PT_CPU_VALUE *expected, PT_CPU_VALUE desired, bool weak, int success, PT_CPU_ORDER)
{
    return __nv_atomic_compare_exchange(address, expected, &desired, weak, success, __NV_ATOMIC_SEQ_CST);
}
#define PT_CPU_NV_FETCH(name, expression) \
    template <class T> inline T __nv_atomic_fetch_##name(T *address, PT_CPU_VALUE value, PT_CPU_ORDER) \
    { \
        return pt::cpu::detail::atomic_update(address, [value](T old) { return static_cast<T>(expression); }); \
    } \
    template <class T> inline void __nv_atomic_##name(T *address, PT_CPU_VALUE value, PT_CPU_ORDER) \
    { \
        __nv_atomic_fetch_##name(address, value, __NV_ATOMIC_SEQ_CST); \
    }
#define PT_CPU_SUM(x) static_cast<typename pt::cpu::detail::sum_of<T>::type>(x)
PT_CPU_NV_FETCH(add, PT_CPU_SUM(old) + PT_CPU_SUM(value))
PT_CPU_NV_FETCH(sub, PT_CPU_SUM(old) - PT_CPU_SUM(value))
PT_CPU_NV_FETCH(and, old & value)
PT_CPU_NV_FETCH(or, old | value)
PT_CPU_NV_FETCH(xor, old ^ value)
PT_CPU_NV_FETCH(min, value < old ? value : old)
PT_CPU_NV_FETCH(max, value > old ? value : old)
#undef PT_CPU_SUM
#undef PT_CPU_NV_FETCH
#undef PT_CPU_ORDER
#undef PT_CPU_VALUE

inline void __nv_atomic_thread_fence(int, int = __NV_THREAD_SCOPE_SYSTEM)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    pt_cpu_yield();
}

#endif
