// The atomics of sm_90: the toolkit declares them in a header that clang's wrapper leaves out.
//
// In:  any parse, with a toolkit and without one, behind the vector types. Out: declarations.
#ifndef PT_WIDE_ATOMICS_H
#define PT_WIDE_ATOMICS_H

template <bool fits, class T> struct pt_shim_if { };
template <class T> struct pt_shim_if<true, T> { typedef T type; };
#define PT_SHIM_OF_16 typename pt_shim_if<sizeof(T) == 16 && alignof(T) >= 16 && __is_trivially_copyable(T), T>::type

#define PT_SHIM_WIDE_ATOMIC(scope) \
    extern __device__ float2 atomicAdd##scope(float2 *address, float2 value); \
    extern __device__ float4 atomicAdd##scope(float4 *address, float4 value); \
    template <class T> __device__ PT_SHIM_OF_16 atomicCAS##scope(T *address, T compare, T value); \
    template <class T> __device__ PT_SHIM_OF_16 atomicExch##scope(T *address, T value);
PT_SHIM_WIDE_ATOMIC()
PT_SHIM_WIDE_ATOMIC(_block)
PT_SHIM_WIDE_ATOMIC(_system)
#undef PT_SHIM_WIDE_ATOMIC
#undef PT_SHIM_OF_16

#endif
