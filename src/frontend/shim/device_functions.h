// Intrinsics of device code: barriers, fences, warp operations, atomics, loads and stores with cache operators, bits,
// SIMD within a word, time, conversions (CUDA C++ Programming Guide, "C++ language extensions"; CUDA Math API).
#ifndef PTCC_SHIM_DEVICE_FUNCTIONS_H
#define PTCC_SHIM_DEVICE_FUNCTIONS_H

#include "vector_types.h"
#include <stddef.h>

#define PT_SHIM_D extern __device__
#define PT_SHIM_BLOCK PT_SHIM_BLOCK_BARRIER extern __device__
#define PT_SHIM_WARP PT_SHIM_WARP_SYNC extern __device__

// Barriers of the block, of the warp, of the cluster
PT_SHIM_BLOCK void __syncthreads(void);
PT_SHIM_BLOCK int __syncthreads_count(int predicate);
PT_SHIM_BLOCK int __syncthreads_and(int predicate);
PT_SHIM_BLOCK int __syncthreads_or(int predicate);
PT_SHIM_BLOCK void __barrier_sync(unsigned int id);
PT_SHIM_BLOCK void __barrier_sync_count(unsigned int id, unsigned int count);
PT_SHIM_WARP void __syncwarp(unsigned int mask = 0xffffffffu);
PT_SHIM_CLUSTER_BARRIER PT_SHIM_BLOCK void __cluster_barrier_arrive(void);
PT_SHIM_CLUSTER_BARRIER PT_SHIM_BLOCK void __cluster_barrier_arrive_relaxed(void);
PT_SHIM_CLUSTER_BARRIER PT_SHIM_BLOCK void __cluster_barrier_wait(void);
PT_SHIM_D dim3 __clusterDim(void);
PT_SHIM_D dim3 __clusterRelativeBlockIdx(void);
PT_SHIM_READS_BLOCK_INDEX PT_SHIM_D dim3 __clusterGridDimInClusters(void);
PT_SHIM_READS_BLOCK_INDEX PT_SHIM_D dim3 __clusterIdx(void);
PT_SHIM_D unsigned int __clusterRelativeBlockRank(void);
PT_SHIM_D unsigned int __clusterSizeInBlocks(void);
PT_SHIM_D unsigned int __clusterDimIsSpecified(void);
PT_SHIM_D void *__cluster_map_shared_rank(const void *pointer, unsigned int rank);
PT_SHIM_D unsigned int __cluster_query_shared_rank(const void *pointer);

PT_SHIM_D void __threadfence(void);
PT_SHIM_D void __threadfence_block(void);
PT_SHIM_D void __threadfence_system(void);

// Warp votes, matches, reductions
PT_SHIM_D unsigned int __activemask(void);
PT_SHIM_WARP int __all_sync(unsigned int mask, int predicate);
PT_SHIM_WARP int __any_sync(unsigned int mask, int predicate);
PT_SHIM_WARP int __uni_sync(unsigned int mask, int predicate);
PT_SHIM_WARP unsigned int __ballot_sync(unsigned int mask, int predicate);
PT_SHIM_WARP int __all(int predicate);
PT_SHIM_WARP int __any(int predicate);
PT_SHIM_WARP unsigned int __ballot(int predicate);
PT_SHIM_WARP unsigned int __reduce_add_sync(unsigned int mask, unsigned int value);
PT_SHIM_WARP int __reduce_add_sync(unsigned int mask, int value);
PT_SHIM_WARP unsigned int __reduce_min_sync(unsigned int mask, unsigned int value);
PT_SHIM_WARP int __reduce_min_sync(unsigned int mask, int value);
PT_SHIM_WARP unsigned int __reduce_max_sync(unsigned int mask, unsigned int value);
PT_SHIM_WARP int __reduce_max_sync(unsigned int mask, int value);
PT_SHIM_WARP unsigned int __reduce_and_sync(unsigned int mask, unsigned int value);
PT_SHIM_WARP unsigned int __reduce_or_sync(unsigned int mask, unsigned int value);
PT_SHIM_WARP unsigned int __reduce_xor_sync(unsigned int mask, unsigned int value);

// Shuffles and matches over every type that the documentation lists
#define PT_SHIM_SHUFFLE(T) \
    PT_SHIM_WARP T __shfl_sync(unsigned int mask, T value, int lane, int width = 32); \
    PT_SHIM_WARP T __shfl_up_sync(unsigned int mask, T value, unsigned int delta, int width = 32); \
    PT_SHIM_WARP T __shfl_down_sync(unsigned int mask, T value, unsigned int delta, int width = 32); \
    PT_SHIM_WARP T __shfl_xor_sync(unsigned int mask, T value, int lane_mask, int width = 32); \
    PT_SHIM_WARP T __shfl(T value, int lane, int width = 32); \
    PT_SHIM_WARP T __shfl_up(T value, unsigned int delta, int width = 32); \
    PT_SHIM_WARP T __shfl_down(T value, unsigned int delta, int width = 32); \
    PT_SHIM_WARP T __shfl_xor(T value, int lane_mask, int width = 32);
#define PT_SHIM_MATCH(T) \
    PT_SHIM_WARP unsigned int __match_any_sync(unsigned int mask, T value); \
    PT_SHIM_WARP unsigned int __match_all_sync(unsigned int mask, T value, int *predicate);
#define PT_SHIM_EACH_NUMBER(M) \
    M(int) M(unsigned int) M(long) M(unsigned long) M(long long) M(unsigned long long) M(float) M(double)
PT_SHIM_EACH_NUMBER(PT_SHIM_SHUFFLE)
PT_SHIM_EACH_NUMBER(PT_SHIM_MATCH)
#undef PT_SHIM_SHUFFLE
#undef PT_SHIM_MATCH

// Atomics, with the scopes _block and _system
#define PT_SHIM_ATOMIC(name, T) \
    PT_SHIM_D T name(T *address, T value); \
    PT_SHIM_D T name##_block(T *address, T value); \
    PT_SHIM_D T name##_system(T *address, T value);
#define PT_SHIM_ATOMIC_CAS(T) \
    PT_SHIM_D T atomicCAS(T *address, T compare, T value); \
    PT_SHIM_D T atomicCAS_block(T *address, T compare, T value); \
    PT_SHIM_D T atomicCAS_system(T *address, T compare, T value);
#define PT_SHIM_ATOMIC_INTEGER(name) \
    PT_SHIM_ATOMIC(name, int) PT_SHIM_ATOMIC(name, unsigned int) PT_SHIM_ATOMIC(name, unsigned long long)
PT_SHIM_ATOMIC_INTEGER(atomicAdd)
PT_SHIM_ATOMIC(atomicAdd, float)
PT_SHIM_ATOMIC(atomicAdd, double)
PT_SHIM_ATOMIC(atomicSub, int)
PT_SHIM_ATOMIC(atomicSub, unsigned int)
PT_SHIM_ATOMIC_INTEGER(atomicExch)
PT_SHIM_ATOMIC(atomicExch, float)
PT_SHIM_ATOMIC_INTEGER(atomicMin)
PT_SHIM_ATOMIC(atomicMin, long long)
PT_SHIM_ATOMIC_INTEGER(atomicMax)
PT_SHIM_ATOMIC(atomicMax, long long)
PT_SHIM_ATOMIC(atomicInc, unsigned int)
PT_SHIM_ATOMIC(atomicDec, unsigned int)
PT_SHIM_ATOMIC_INTEGER(atomicAnd)
PT_SHIM_ATOMIC_INTEGER(atomicOr)
PT_SHIM_ATOMIC_INTEGER(atomicXor)
PT_SHIM_ATOMIC_CAS(int)
PT_SHIM_ATOMIC_CAS(unsigned int)
PT_SHIM_ATOMIC_CAS(unsigned long long)
PT_SHIM_ATOMIC_CAS(unsigned short)
#undef PT_SHIM_ATOMIC_INTEGER
#undef PT_SHIM_ATOMIC_CAS
#undef PT_SHIM_ATOMIC

#include "pt_nv_atomics.h"
#include "pt_wide_atomics.h"

// Loads and stores with cache operators: every scalar and vector type, so templates
template <class T> __device__ T __ldg(const T *address);
template <class T> __device__ T __ldca(const T *address);
template <class T> __device__ T __ldcg(const T *address);
template <class T> __device__ T __ldcs(const T *address);
template <class T> __device__ T __ldlu(const T *address);
template <class T> __device__ T __ldcv(const T *address);
template <class T> struct pt_shim_same { typedef T type; };
template <class T> __device__ void __stcg(T *address, typename pt_shim_same<T>::type value);
template <class T> __device__ void __stcs(T *address, typename pt_shim_same<T>::type value);
template <class T> __device__ void __stwb(T *address, typename pt_shim_same<T>::type value);
template <class T> __device__ void __stwt(T *address, typename pt_shim_same<T>::type value);

// Address spaces
PT_SHIM_D unsigned int __isGlobal(const void *pointer);
PT_SHIM_D unsigned int __isShared(const void *pointer);
PT_SHIM_D unsigned int __isConstant(const void *pointer);
PT_SHIM_D unsigned int __isLocal(const void *pointer);
PT_SHIM_D unsigned int __isGridConstant(const void *pointer);
PT_SHIM_D unsigned int __isClusterShared(const void *pointer);
PT_SHIM_D size_t __cvta_generic_to_global(const void *pointer);
PT_SHIM_D size_t __cvta_generic_to_shared(const void *pointer);
PT_SHIM_D size_t __cvta_generic_to_constant(const void *pointer);
PT_SHIM_D size_t __cvta_generic_to_local(const void *pointer);
PT_SHIM_D size_t __cvta_generic_to_grid_constant(const void *pointer);
PT_SHIM_D void *__cvta_global_to_generic(size_t address);
PT_SHIM_D void *__cvta_shared_to_generic(size_t address);
PT_SHIM_D void *__cvta_constant_to_generic(size_t address);
PT_SHIM_D void *__cvta_local_to_generic(size_t address);

// Time and control
PT_SHIM_D long clock(void);
PT_SHIM_D long long clock64(void);
PT_SHIM_D unsigned long long globaltimer(void);
PT_SHIM_D void __nanosleep(unsigned int nanoseconds);
PT_SHIM_D void __trap(void);
PT_SHIM_D void __brkpt(int = 0);
PT_SHIM_D void __prof_trigger(int counter);
PT_SHIM_D unsigned int __pm0(void);
PT_SHIM_D unsigned int __pm1(void);
PT_SHIM_D unsigned int __pm2(void);
PT_SHIM_D unsigned int __pm3(void);
__host__ __device__ void __nv_assume(bool condition);

// Device heap and output. The four C functions are overloads of the host's, told apart by the caller's side.
extern "C" {
PT_SHIM_D int printf(const char *format, ...);
PT_SHIM_D int vprintf(const char *format, __builtin_va_list arguments);
PT_SHIM_D void *malloc(size_t size) noexcept;
PT_SHIM_D void free(void *pointer) noexcept;
PT_SHIM_D void *memcpy(void *to, const void *from, size_t count) noexcept;
PT_SHIM_D void *memmove(void *to, const void *from, size_t count) noexcept;
PT_SHIM_D void *memset(void *to, int value, size_t count) noexcept;
PT_SHIM_D int memcmp(const void *a, const void *b, size_t count) noexcept;
PT_SHIM_D size_t strlen(const char *text) noexcept;
PT_SHIM_D char *strcpy(char *to, const char *from) noexcept;
PT_SHIM_D int strcmp(const char *a, const char *b) noexcept;
PT_SHIM_D void __assert_fail(const char *text, const char *file, unsigned int line, const char *function) noexcept;
PT_SHIM_D void __assertfail(const void *text, const void *file, unsigned int line, const void *function, size_t char_size);
PT_SHIM_D void *__nv_aligned_device_malloc(size_t size, size_t alignment);
}

// Bits and integers
PT_SHIM_D int __clz(int x);
PT_SHIM_D int __clzll(long long x);
PT_SHIM_D int __popc(unsigned int x);
PT_SHIM_D int __popcll(unsigned long long x);
PT_SHIM_D int __ffs(int x);
PT_SHIM_D int __ffsll(long long x);
PT_SHIM_D int ffs(int x);
PT_SHIM_D int ffsll(long long x);
PT_SHIM_D unsigned int __brev(unsigned int x);
PT_SHIM_D unsigned long long __brevll(unsigned long long x);
PT_SHIM_D unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector);
PT_SHIM_D unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift);
PT_SHIM_D unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift);
PT_SHIM_D unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift);
PT_SHIM_D unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift);
PT_SHIM_D unsigned int __fns(unsigned int mask, unsigned int base, int offset);
PT_SHIM_D int __mul24(int x, int y);
PT_SHIM_D unsigned int __umul24(unsigned int x, unsigned int y);
PT_SHIM_D int mul24(int x, int y);
PT_SHIM_D unsigned int umul24(unsigned int x, unsigned int y);
PT_SHIM_D int __mulhi(int x, int y);
PT_SHIM_D unsigned int __umulhi(unsigned int x, unsigned int y);
PT_SHIM_D long long __mul64hi(long long x, long long y);
PT_SHIM_D unsigned long long __umul64hi(unsigned long long x, unsigned long long y);
PT_SHIM_D int mulhi(int x, int y);
PT_SHIM_D unsigned int umulhi(unsigned int x, unsigned int y);
PT_SHIM_D int __hadd(int x, int y);
PT_SHIM_D int __rhadd(int x, int y);
PT_SHIM_D unsigned int __uhadd(unsigned int x, unsigned int y);
PT_SHIM_D unsigned int __urhadd(unsigned int x, unsigned int y);
PT_SHIM_D unsigned int __sad(int x, int y, unsigned int z);
PT_SHIM_D unsigned int __usad(unsigned int x, unsigned int y, unsigned int z);
PT_SHIM_D int __dp4a(int a, int b, int c);
PT_SHIM_D unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c);
PT_SHIM_D int __dp4a(char4 a, char4 b, int c);
PT_SHIM_D unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c);
PT_SHIM_D int __dp2a_lo(int a, int b, int c);
PT_SHIM_D unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c);
PT_SHIM_D int __dp2a_lo(short2 a, char4 b, int c);
PT_SHIM_D int __dp2a_hi(int a, int b, int c);
PT_SHIM_D unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c);
PT_SHIM_D int __dp2a_hi(short2 a, char4 b, int c);
#define PT_SHIM_THREE(name, T) \
    PT_SHIM_D T __vimax3_##name(T a, T b, T c); PT_SHIM_D T __vimin3_##name(T a, T b, T c); \
    PT_SHIM_D T __viaddmax_##name(T a, T b, T c); PT_SHIM_D T __viaddmin_##name(T a, T b, T c);
#define PT_SHIM_RELU(name, T) \
    PT_SHIM_THREE(name##_relu, T) \
    PT_SHIM_D T __vimax_##name##_relu(T a, T b); PT_SHIM_D T __vimin_##name##_relu(T a, T b);
PT_SHIM_THREE(s32, int) PT_SHIM_THREE(u32, unsigned int) PT_SHIM_THREE(s16x2, unsigned int) PT_SHIM_THREE(u16x2, unsigned int)
PT_SHIM_RELU(s32, int) PT_SHIM_RELU(s16x2, unsigned int)
#undef PT_SHIM_THREE
#undef PT_SHIM_RELU
PT_SHIM_D int __vibmax_s32(int a, int b, bool *first);
PT_SHIM_D int __vibmin_s32(int a, int b, bool *first);
PT_SHIM_D unsigned int __vibmax_u32(unsigned int a, unsigned int b, bool *first);
PT_SHIM_D unsigned int __vibmin_u32(unsigned int a, unsigned int b, bool *first);
PT_SHIM_D unsigned int __vibmax_s16x2(unsigned int a, unsigned int b, bool *first_high, bool *first_low);
PT_SHIM_D unsigned int __vibmin_s16x2(unsigned int a, unsigned int b, bool *first_high, bool *first_low);
PT_SHIM_D unsigned int __vibmax_u16x2(unsigned int a, unsigned int b, bool *first_high, bool *first_low);
PT_SHIM_D unsigned int __vibmin_u16x2(unsigned int a, unsigned int b, bool *first_high, bool *first_low);

// SIMD within a word
#define PT_SHIM_SIMD(op) \
    PT_SHIM_D unsigned int __v##op##2(unsigned int a, unsigned int b); \
    PT_SHIM_D unsigned int __v##op##4(unsigned int a, unsigned int b);
PT_SHIM_SIMD(absdiffs) PT_SHIM_SIMD(absdiffu) PT_SHIM_SIMD(add) PT_SHIM_SIMD(addss) PT_SHIM_SIMD(addus)
PT_SHIM_SIMD(avgs) PT_SHIM_SIMD(avgu) PT_SHIM_SIMD(hadds) PT_SHIM_SIMD(haddu) PT_SHIM_SIMD(cmpeq) PT_SHIM_SIMD(cmpges)
PT_SHIM_SIMD(cmpgeu) PT_SHIM_SIMD(cmpgts) PT_SHIM_SIMD(cmpgtu) PT_SHIM_SIMD(cmples) PT_SHIM_SIMD(cmpleu)
PT_SHIM_SIMD(cmplts) PT_SHIM_SIMD(cmpltu) PT_SHIM_SIMD(cmpne) PT_SHIM_SIMD(maxs) PT_SHIM_SIMD(maxu) PT_SHIM_SIMD(mins)
PT_SHIM_SIMD(minu) PT_SHIM_SIMD(sads) PT_SHIM_SIMD(sadu) PT_SHIM_SIMD(seteq) PT_SHIM_SIMD(setges) PT_SHIM_SIMD(setgeu)
PT_SHIM_SIMD(setgts) PT_SHIM_SIMD(setgtu) PT_SHIM_SIMD(setles) PT_SHIM_SIMD(setleu) PT_SHIM_SIMD(setlts)
PT_SHIM_SIMD(setltu) PT_SHIM_SIMD(setne) PT_SHIM_SIMD(sub) PT_SHIM_SIMD(subss) PT_SHIM_SIMD(subus)
#undef PT_SHIM_SIMD
#define PT_SHIM_SIMD(op) \
    PT_SHIM_D unsigned int __v##op##2(unsigned int a); \
    PT_SHIM_D unsigned int __v##op##4(unsigned int a);
PT_SHIM_SIMD(abs) PT_SHIM_SIMD(absss) PT_SHIM_SIMD(neg) PT_SHIM_SIMD(negss)
#undef PT_SHIM_SIMD

// Conversions and reinterpretations
#define PT_SHIM_ROUNDED(name, R, T) \
    PT_SHIM_D R name##_rn(T x); PT_SHIM_D R name##_rz(T x); PT_SHIM_D R name##_ru(T x); PT_SHIM_D R name##_rd(T x);
PT_SHIM_ROUNDED(__float2int, int, float)
PT_SHIM_ROUNDED(__float2uint, unsigned int, float)
PT_SHIM_ROUNDED(__float2ll, long long, float)
PT_SHIM_ROUNDED(__float2ull, unsigned long long, float)
PT_SHIM_ROUNDED(__double2int, int, double)
PT_SHIM_ROUNDED(__double2uint, unsigned int, double)
PT_SHIM_ROUNDED(__double2ll, long long, double)
PT_SHIM_ROUNDED(__double2ull, unsigned long long, double)
PT_SHIM_ROUNDED(__double2float, float, double)
PT_SHIM_ROUNDED(__int2float, float, int)
PT_SHIM_ROUNDED(__uint2float, float, unsigned int)
PT_SHIM_ROUNDED(__ll2float, float, long long)
PT_SHIM_ROUNDED(__ull2float, float, unsigned long long)
PT_SHIM_ROUNDED(__ll2double, double, long long)
PT_SHIM_ROUNDED(__ull2double, double, unsigned long long)
#undef PT_SHIM_ROUNDED
PT_SHIM_D double __int2double_rn(int x);
PT_SHIM_D double __uint2double_rn(unsigned int x);
PT_SHIM_D int __float_as_int(float x);
PT_SHIM_D unsigned int __float_as_uint(float x);
PT_SHIM_D float __int_as_float(int x);
PT_SHIM_D float __uint_as_float(unsigned int x);
PT_SHIM_D long long __double_as_longlong(double x);
PT_SHIM_D double __longlong_as_double(long long x);
PT_SHIM_D int __double2hiint(double x);
PT_SHIM_D int __double2loint(double x);
PT_SHIM_D double __hiloint2double(int high, int low);
PT_SHIM_D int float_as_int(float x);
PT_SHIM_D float int_as_float(int x);
PT_SHIM_D int float2int(float x, int mode = 0);
PT_SHIM_D float int2float(int x, int mode = 0);

// Asynchronous copies to shared memory (cuda_pipeline_primitives.h and what it stands on)
PT_SHIM_D void __pipeline_memcpy_async(void *shared, const void *global, size_t size, size_t zero_fill = 0);
PT_SHIM_D void __pipeline_commit(void);
PT_SHIM_D void __pipeline_wait_prior(size_t prior);

#endif
