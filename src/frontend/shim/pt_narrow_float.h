// The shape that __half and __nv_bfloat16, their pairs and their intrinsics share; instantiated by cuda_fp16.h and
// cuda_bf16.h with the names of each. Not part of CUDA.
// Source: CUDA Math API, "Half precision intrinsics", "Bfloat16 precision intrinsics".
#ifndef PTCC_SHIM_NARROW_FLOAT_H
#define PTCC_SHIM_NARROW_FLOAT_H

#include "cuda_runtime.h"

#define PT_SHIM_HD extern __host__ __device__
#define PT_SHIM_DEVICE extern __device__

// T: the scalar, T2: the pair, RAW: the struct with its bits
#define PT_SHIM_NARROW_TYPES(T, T2, RAW, RAW2) \
    struct RAW { unsigned short x; }; \
    struct RAW2 { unsigned short x, y; }; \
    struct __align__(2) T { \
        unsigned short __x; \
        T() = default; \
        __host__ __device__ constexpr T(const RAW &r) : __x(r.x) {} \
        __host__ __device__ T(float); __host__ __device__ T(double); __host__ __device__ T(int); \
        __host__ __device__ T(unsigned int); __host__ __device__ T(short); __host__ __device__ T(unsigned short); \
        __host__ __device__ T(long); __host__ __device__ T(unsigned long); __host__ __device__ T(long long); \
        __host__ __device__ T(unsigned long long); \
        __host__ __device__ T &operator=(const RAW &); __host__ __device__ T &operator=(float); __host__ __device__ T &operator=(double); \
        __host__ __device__ T &operator=(int); __host__ __device__ T &operator=(unsigned int); __host__ __device__ T &operator=(short); \
        __host__ __device__ T &operator=(unsigned short); __host__ __device__ T &operator=(long long); \
        __host__ __device__ T &operator=(unsigned long long); \
        __host__ __device__ operator float() const; __host__ __device__ operator RAW() const; \
        __host__ __device__ explicit operator bool() const; \
        __host__ __device__ explicit operator char() const; __host__ __device__ explicit operator signed char() const; \
        __host__ __device__ explicit operator unsigned char() const; __host__ __device__ explicit operator short() const; \
        __host__ __device__ explicit operator unsigned short() const; __host__ __device__ explicit operator int() const; \
        __host__ __device__ explicit operator unsigned int() const; __host__ __device__ explicit operator long() const; \
        __host__ __device__ explicit operator unsigned long() const; __host__ __device__ explicit operator long long() const; \
        __host__ __device__ explicit operator unsigned long long() const; \
    }; \
    struct __align__(4) T2 { \
        T x, y; \
        T2() = default; \
        __host__ __device__ constexpr T2(const T &a, const T &b) : x(a), y(b) {} \
        __host__ __device__ T2(const RAW2 &); __host__ __device__ operator RAW2() const; \
    }; \
    PT_SHIM_NARROW_OPERATORS(T, bool) PT_SHIM_NARROW_OPERATORS(T2, bool)

#define PT_SHIM_NARROW_OPERATORS(T, B) \
    PT_SHIM_HD T operator+(const T &, const T &); PT_SHIM_HD T operator-(const T &, const T &); \
    PT_SHIM_HD T operator*(const T &, const T &); PT_SHIM_HD T operator/(const T &, const T &); \
    PT_SHIM_HD T &operator+=(T &, const T &); PT_SHIM_HD T &operator-=(T &, const T &); \
    PT_SHIM_HD T &operator*=(T &, const T &); PT_SHIM_HD T &operator/=(T &, const T &); \
    PT_SHIM_HD T &operator++(T &); PT_SHIM_HD T &operator--(T &); PT_SHIM_HD T operator++(T &, int); \
    PT_SHIM_HD T operator--(T &, int); PT_SHIM_HD T operator+(const T &); PT_SHIM_HD T operator-(const T &); \
    PT_SHIM_HD B operator==(const T &, const T &); PT_SHIM_HD B operator!=(const T &, const T &); \
    PT_SHIM_HD B operator<(const T &, const T &); PT_SHIM_HD B operator>(const T &, const T &); \
    PT_SHIM_HD B operator<=(const T &, const T &); PT_SHIM_HD B operator>=(const T &, const T &);

// Intrinsics whose names are the same for both types (they overload), with prefix __h
#define PT_SHIM_NARROW_INTRINSICS(T, T2) \
    PT_SHIM_HD T __hadd(T, T); PT_SHIM_HD T __hsub(T, T); PT_SHIM_HD T __hmul(T, T); PT_SHIM_HD T __hdiv(T, T); \
    PT_SHIM_HD T __hadd_rn(T, T); PT_SHIM_HD T __hsub_rn(T, T); PT_SHIM_HD T __hmul_rn(T, T); \
    PT_SHIM_HD T __hadd_sat(T, T); PT_SHIM_HD T __hsub_sat(T, T); PT_SHIM_HD T __hmul_sat(T, T); \
    PT_SHIM_HD T __hfma(T, T, T); PT_SHIM_HD T __hfma_sat(T, T, T); PT_SHIM_HD T __hfma_relu(T, T, T); \
    PT_SHIM_HD T __hneg(T); PT_SHIM_HD T __habs(T); PT_SHIM_HD T __hmax(T, T); PT_SHIM_HD T __hmin(T, T); \
    PT_SHIM_HD T __hmax_nan(T, T); PT_SHIM_HD T __hmin_nan(T, T); \
    PT_SHIM_HD bool __heq(T, T); PT_SHIM_HD bool __hne(T, T); PT_SHIM_HD bool __hlt(T, T); PT_SHIM_HD bool __hle(T, T); \
    PT_SHIM_HD bool __hgt(T, T); PT_SHIM_HD bool __hge(T, T); PT_SHIM_HD bool __hisnan(T); PT_SHIM_HD int __hisinf(T); \
    PT_SHIM_HD bool __hequ(T, T); PT_SHIM_HD bool __hneu(T, T); PT_SHIM_HD bool __hltu(T, T); PT_SHIM_HD bool __hgtu(T, T); \
    PT_SHIM_HD T2 __hadd2(T2, T2); PT_SHIM_HD T2 __hsub2(T2, T2); PT_SHIM_HD T2 __hmul2(T2, T2); PT_SHIM_HD T2 __h2div(T2, T2); \
    PT_SHIM_HD T2 __hadd2_rn(T2, T2); PT_SHIM_HD T2 __hsub2_rn(T2, T2); PT_SHIM_HD T2 __hmul2_rn(T2, T2); \
    PT_SHIM_HD T2 __hadd2_sat(T2, T2); PT_SHIM_HD T2 __hsub2_sat(T2, T2); PT_SHIM_HD T2 __hmul2_sat(T2, T2); \
    PT_SHIM_HD T2 __hfma2(T2, T2, T2); PT_SHIM_HD T2 __hfma2_sat(T2, T2, T2); PT_SHIM_HD T2 __hfma2_relu(T2, T2, T2); \
    PT_SHIM_HD T2 __hcmadd(T2, T2, T2); PT_SHIM_HD T2 __hneg2(T2); PT_SHIM_HD T2 __habs2(T2); \
    PT_SHIM_HD T2 __hmax2(T2, T2); PT_SHIM_HD T2 __hmin2(T2, T2); \
    PT_SHIM_HD T2 __heq2(T2, T2); PT_SHIM_HD T2 __hne2(T2, T2); PT_SHIM_HD T2 __hlt2(T2, T2); PT_SHIM_HD T2 __hle2(T2, T2); \
    PT_SHIM_HD T2 __hgt2(T2, T2); PT_SHIM_HD T2 __hge2(T2, T2); PT_SHIM_HD T2 __hisnan2(T2); \
    PT_SHIM_HD bool __hbeq2(T2, T2); PT_SHIM_HD bool __hbne2(T2, T2); PT_SHIM_HD bool __hblt2(T2, T2); \
    PT_SHIM_HD bool __hble2(T2, T2); PT_SHIM_HD bool __hbgt2(T2, T2); PT_SHIM_HD bool __hbge2(T2, T2); \
    PT_SHIM_HD unsigned int __heq2_mask(T2, T2); PT_SHIM_HD unsigned int __hlt2_mask(T2, T2); PT_SHIM_HD unsigned int __hgt2_mask(T2, T2); \
    PT_SHIM_HD float __low2float(T2); PT_SHIM_HD float __high2float(T2); \
    PT_SHIM_DEVICE T hsqrt(T); PT_SHIM_DEVICE T hrsqrt(T); PT_SHIM_DEVICE T hrcp(T); PT_SHIM_DEVICE T hlog(T); \
    PT_SHIM_DEVICE T hlog2(T); PT_SHIM_DEVICE T hlog10(T); PT_SHIM_DEVICE T hexp(T); PT_SHIM_DEVICE T hexp2(T); \
    PT_SHIM_DEVICE T hexp10(T); PT_SHIM_DEVICE T hsin(T); PT_SHIM_DEVICE T hcos(T); PT_SHIM_DEVICE T htanh(T); \
    PT_SHIM_DEVICE T htanh_approx(T); PT_SHIM_DEVICE T hfloor(T); PT_SHIM_DEVICE T hceil(T); PT_SHIM_DEVICE T hrint(T); \
    PT_SHIM_DEVICE T htrunc(T); \
    PT_SHIM_DEVICE T2 h2sqrt(T2); PT_SHIM_DEVICE T2 h2rsqrt(T2); PT_SHIM_DEVICE T2 h2rcp(T2); PT_SHIM_DEVICE T2 h2log(T2); \
    PT_SHIM_DEVICE T2 h2log2(T2); PT_SHIM_DEVICE T2 h2log10(T2); PT_SHIM_DEVICE T2 h2exp(T2); PT_SHIM_DEVICE T2 h2exp2(T2); \
    PT_SHIM_DEVICE T2 h2exp10(T2); PT_SHIM_DEVICE T2 h2sin(T2); PT_SHIM_DEVICE T2 h2cos(T2); PT_SHIM_DEVICE T2 h2tanh(T2); \
    PT_SHIM_DEVICE T2 h2floor(T2); PT_SHIM_DEVICE T2 h2ceil(T2); PT_SHIM_DEVICE T2 h2rint(T2); PT_SHIM_DEVICE T2 h2trunc(T2); \
    PT_SHIM_DEVICE T atomicAdd(T *address, T value); PT_SHIM_DEVICE T2 atomicAdd(T2 *address, T2 value); \
    PT_SHIM_NARROW_SHUFFLE(T) PT_SHIM_NARROW_SHUFFLE(T2)
#define PT_SHIM_NARROW_SHUFFLE(T) \
    PT_SHIM_WARP_SYNC PT_SHIM_DEVICE T __shfl_sync(unsigned int mask, T value, int lane, int width = 32); \
    PT_SHIM_WARP_SYNC PT_SHIM_DEVICE T __shfl_up_sync(unsigned int mask, T value, unsigned int delta, int width = 32); \
    PT_SHIM_WARP_SYNC PT_SHIM_DEVICE T __shfl_down_sync(unsigned int mask, T value, unsigned int delta, int width = 32); \
    PT_SHIM_WARP_SYNC PT_SHIM_DEVICE T __shfl_xor_sync(unsigned int mask, T value, int lane_mask, int width = 32);

// Conversions: N is the type's word in their names ("half", "bfloat16")
#define PT_SHIM_NARROW_ROUNDED(name, R, T) \
    PT_SHIM_HD R name##_rn(T); PT_SHIM_HD R name##_rz(T); PT_SHIM_HD R name##_ru(T); PT_SHIM_HD R name##_rd(T);
#define PT_SHIM_NARROW_CONVERSIONS(N, T, T2) \
    PT_SHIM_HD T __float2##N(float); PT_SHIM_HD T __double2##N(double); PT_SHIM_HD float __##N##2float(T); \
    PT_SHIM_NARROW_ROUNDED(__float2##N, T, float) PT_SHIM_NARROW_ROUNDED(__int2##N, T, int) \
    PT_SHIM_NARROW_ROUNDED(__uint2##N, T, unsigned int) PT_SHIM_NARROW_ROUNDED(__short2##N, T, short) \
    PT_SHIM_NARROW_ROUNDED(__ushort2##N, T, unsigned short) PT_SHIM_NARROW_ROUNDED(__ll2##N, T, long long) \
    PT_SHIM_NARROW_ROUNDED(__ull2##N, T, unsigned long long) PT_SHIM_NARROW_ROUNDED(__##N##2int, int, T) \
    PT_SHIM_NARROW_ROUNDED(__##N##2uint, unsigned int, T) PT_SHIM_NARROW_ROUNDED(__##N##2short, short, T) \
    PT_SHIM_NARROW_ROUNDED(__##N##2ushort, unsigned short, T) PT_SHIM_NARROW_ROUNDED(__##N##2ll, long long, T) \
    PT_SHIM_NARROW_ROUNDED(__##N##2ull, unsigned long long, T) \
    PT_SHIM_HD short __##N##_as_short(T); PT_SHIM_HD unsigned short __##N##_as_ushort(T); \
    PT_SHIM_HD T __short_as_##N(short); PT_SHIM_HD T __ushort_as_##N(unsigned short); \
    PT_SHIM_HD T2 __##N##2##N##2(T); PT_SHIM_HD float2 __##N##22float2(T2);

#endif
