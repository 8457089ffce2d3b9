// __half and __half2 (CUDA Math API, "Half Precision Intrinsics").
//
// In:  numbers. Out: halves, and functions of them. Invariant: narrow_float.hpp's. The layout is CUDA's.
#ifndef PT_CPU_CUDA_FP16_H
#define PT_CPU_CUDA_FP16_H

#include "pt/cpu/narrow_float.hpp"

#define __CUDA_FP16_H__
#define __CUDA_FP16_TYPES_EXIST__

typedef struct __half_raw {
    unsigned short x;
} __half_raw;

typedef struct __align__(4) __half2_raw {
    unsigned short x, y;
} __half2_raw;

namespace pt {
namespace cpu {
namespace detail {

struct half_format {
    typedef ::__half_raw raw;
    typedef float wide; // 24 bits are 2 * 11 + 2
    static constexpr int mantissa_bits = 10, least_exponent = -14;
};

} // namespace detail
} // namespace cpu
} // namespace pt

struct __half : pt::cpu::detail::narrow_number<pt::cpu::detail::half_format> {
    using narrow_number::narrow_number;
    __half() = default;
};

struct __align__(4) __half2 {
    __half x, y;
    __half2() = default;
    constexpr __half2(const __half &low, const __half &high) : x(low), y(high) {}
    constexpr __half2(const __half2_raw &raw) : x(__half_raw{raw.x}), y(__half_raw{raw.y}) {}
    operator __half2_raw() const { return __half2_raw{x.__x, y.__x}; }
};

typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half nv_half;
typedef __half2 nv_half2;
#if !defined(CUDA_NO_HALF)
typedef __half half;
typedef __half2 half2;
#endif

PT_CPU_NARROW(__half, __half2, half)
#if !defined(__CUDA_NO_HALF_OPERATORS__)
PT_CPU_NARROW_OPERATORS(__half)
#endif
#if !defined(__CUDA_NO_HALF2_OPERATORS__)
PT_CPU_NARROW_PAIR_OPERATORS(__half, __half2)
#endif
PT_CPU_NARROW_EXCHANGE(__half)
PT_CPU_NARROW_EXCHANGE(__half2)
inline __half2 make_half2(__half x, __half y) { return __half2(x, y); }

#define CUDART_INF_FP16 __ushort_as_half(static_cast<unsigned short>(0x7c00u))
#define CUDART_NAN_FP16 __ushort_as_half(static_cast<unsigned short>(0x7fffu))
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(static_cast<unsigned short>(0x0001u))
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(static_cast<unsigned short>(0x7bffu))
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(static_cast<unsigned short>(0x8000u))
#define CUDART_ZERO_FP16 __ushort_as_half(static_cast<unsigned short>(0x0000u))
#define CUDART_ONE_FP16 __ushort_as_half(static_cast<unsigned short>(0x3c00u))

#endif
