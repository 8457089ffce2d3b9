// Atomic functions of device code (CUDA C++ Programming Guide, "Atomic Functions").
//
// In:  addresses of integers and floating-point numbers. Out: the old value.
// Invariant: sequentially consistent, which is more than CUDA promises, and costs nothing on the processors at hand.
//            Each one lets other threads run: a thread that waits for a value in a loop of atomics must not keep the
//            processor from the thread that brings it.
#ifndef PT_CPU_ATOMIC_HPP
#define PT_CPU_ATOMIC_HPP

#include "../../vector_types.h"
#include "engine.h"

namespace pt {
namespace cpu {
namespace detail {

// new = change(old)
template <class T, class F> inline T atomic_update(T *address, F change)
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

#endif
