// The atomics that nvcc has built in since CUDA 12.8: no header of the toolkit declares them, and clang does not know them.
//
// In:  any parse, with a toolkit and without one. Out: declarations, and the macros that nvcc defines for their arguments.
#ifndef PT_NV_ATOMICS_H
#define PT_NV_ATOMICS_H

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

template <class T> struct pt_shim_nv_value { typedef T type; };
#define PT_SHIM_NV_ORDER int order, int scope = __NV_THREAD_SCOPE_SYSTEM
#define PT_SHIM_NV_VALUE typename pt_shim_nv_value<T>::type

template <class T> __device__ T __nv_atomic_load_n(const T *address, PT_SHIM_NV_ORDER);
template <class T> __device__ void __nv_atomic_load(const T *address, T *result, PT_SHIM_NV_ORDER);
template <class T> __device__ void __nv_atomic_store_n(T *address, PT_SHIM_NV_VALUE value, PT_SHIM_NV_ORDER);
template <class T> __device__ void __nv_atomic_store(T *address, T *value, PT_SHIM_NV_ORDER);
template <class T> __device__ T __nv_atomic_exchange_n(T *address, PT_SHIM_NV_VALUE value, PT_SHIM_NV_ORDER);
template <class T> __device__ void __nv_atomic_exchange(T *address, T *value, T *result, PT_SHIM_NV_ORDER);
template <class T>
__device__ bool __nv_atomic_compare_exchange_n(T *address, T *expected, PT_SHIM_NV_VALUE desired, bool weak, int success, int failure,
                                               int scope = __NV_THREAD_SCOPE_SYSTEM);
template <class T>
__device__ bool __nv_atomic_compare_exchange(T *address, T *expected, T *desired, bool weak, int success, int failure,
                                             int scope = __NV_THREAD_SCOPE_SYSTEM);
#define PT_SHIM_NV_FETCH(name)                                                                                       \
    template <class T> __device__ T __nv_atomic_fetch_##name(T *address, PT_SHIM_NV_VALUE value, PT_SHIM_NV_ORDER);  \
    template <class T> __device__ void __nv_atomic_##name(T *address, PT_SHIM_NV_VALUE value, PT_SHIM_NV_ORDER);
PT_SHIM_NV_FETCH(add) PT_SHIM_NV_FETCH(sub) PT_SHIM_NV_FETCH(and) PT_SHIM_NV_FETCH(or) PT_SHIM_NV_FETCH(xor)
PT_SHIM_NV_FETCH(min) PT_SHIM_NV_FETCH(max)
extern __device__ void __nv_atomic_thread_fence(PT_SHIM_NV_ORDER);
#undef PT_SHIM_NV_FETCH
#undef PT_SHIM_NV_ORDER
#undef PT_SHIM_NV_VALUE

#endif
