// __nv_bfloat16 and __nv_bfloat162 (CUDA Math API, "Bfloat16 Precision Intrinsics").
//
// In:  numbers. Out: numbers with float's exponents and 8 bits, and functions of them. Invariant: narrow_float.hpp's.
//      The layout is CUDA's.
#ifndef PT_CPU_CUDA_BF16_H
#define PT_CPU_CUDA_BF16_H

#include "pt/cpu/narrow_float.hpp"

#define __CUDA_BF16_H__
#define __CUDA_BF16_TYPES_EXIST__

typedef struct __nv_bfloat16_raw {
    unsigned short x;
} __nv_bfloat16_raw;

typedef struct __align__(4) __nv_bfloat162_raw {
    unsigned short x, y;
} __nv_bfloat162_raw;

namespace pt {
namespace cpu {
namespace detail {

struct bfloat16_format {
    typedef ::__nv_bfloat16_raw raw;
    typedef double wide; // float has the bits, but not the exponents of products
    static constexpr int mantissa_bits = 7, least_exponent = -126;
};

} // namespace detail
} // namespace cpu
} // namespace pt

struct __nv_bfloat16 : pt::cpu::detail::narrow_number<pt::cpu::detail::bfloat16_format> {
    using narrow_number::narrow_number;
    __nv_bfloat16() = default;
};

struct __align__(4) __nv_bfloat162 {
    __nv_bfloat16 x, y;
    __nv_bfloat162() = default;
    constexpr __nv_bfloat162(const __nv_bfloat16 &low, const __nv_bfloat16 &high) : x(low), y(high) {}
    constexpr __nv_bfloat162(const __nv_bfloat162_raw &raw)
        : x(__nv_bfloat16_raw{raw.x}), y(__nv_bfloat16_raw{raw.y})
    {
    }
    operator __nv_bfloat162_raw() const { return __nv_bfloat162_raw{x.__x, y.__x}; }
};

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

PT_CPU_NARROW(__nv_bfloat16, __nv_bfloat162, bfloat16)
#if !defined(__CUDA_NO_BFLOAT16_OPERATORS__)
PT_CPU_NARROW_OPERATORS(__nv_bfloat16)
#endif
#if !defined(__CUDA_NO_BFLOAT162_OPERATORS__)
PT_CPU_NARROW_PAIR_OPERATORS(__nv_bfloat16, __nv_bfloat162)
#endif
PT_CPU_NARROW_EXCHANGE(__nv_bfloat16)
PT_CPU_NARROW_EXCHANGE(__nv_bfloat162)
inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }

#define CUDART_INF_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7f80u))
#define CUDART_NAN_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7fffu))
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0001u))
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7f7fu))
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x8000u))
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0000u))
#define CUDART_ONE_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x3f80u))

#endif
