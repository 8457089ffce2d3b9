// Floating-point numbers of 16 bits: what __half and __nv_bfloat16 share (cuda_fp16.h, cuda_bf16.h).
//
// In:  a format: bits of the mantissa, the least exponent of a normal number, the type to compute in. Out: conversions,
//      the number's class, and, by PT_CPU_NARROW, the functions that CUDA has for both.
// Invariant: every result is the exact one, rounded once; subnormals are kept; each NaN that is made is 0x7fff. One
//            rounding: the sum, difference, product, quotient and root of two numbers of p bits, computed with 2 p + 2
//            bits or more, round to p bits as the exact ones do. `wide` has them, and exponents enough for products.
// Source: CUDA Math API, "Half Precision Intrinsics", "Bfloat16 Precision Intrinsics"; Figueroa, "When is double
//         rounding innocuous?", SIGNUM Newsletter 30(3), 1995.
#ifndef PT_CPU_NARROW_FLOAT_HPP
#define PT_CPU_NARROW_FLOAT_HPP

#include "../../cuda_runtime.h"
#include "word.hpp"

#include <limits>
#include <math.h>
#include <stdint.h>
#include <type_traits>

namespace pt {
namespace cpu {
namespace detail {

enum class narrow_rounding { nearest, to_zero, up, down };

template <class Format> struct narrow_limits {
    static constexpr int greatest_exponent = 1 - Format::least_exponent;
    static constexpr unsigned infinity = (2u * greatest_exponent + 1u) << Format::mantissa_bits;
    static constexpr unsigned sign = 0x8000u, not_a_number = 0x7fffu;
};

// ---- conversions to a format ---------------------------------------------------------------------------------------

template <class Format> inline unsigned short narrow_overflow(bool negative, narrow_rounding mode)
{
    typedef narrow_limits<Format> limits;
    const bool stays_finite = mode == narrow_rounding::to_zero ||
                              mode == (negative ? narrow_rounding::up : narrow_rounding::down);
    return static_cast<unsigned short>((negative ? limits::sign : 0u) | (limits::infinity - stays_finite));
}

// magnitude * 2^exponent
template <class Format>
inline unsigned short narrow(bool negative, uint64_t magnitude, int exponent, narrow_rounding mode)
{
    typedef narrow_limits<Format> limits;
    const unsigned sign = negative ? limits::sign : 0u;
    if (magnitude == 0)
        return static_cast<unsigned short>(sign);
    const int top = 63 - __builtin_clzll(magnitude) + exponent; // of the leading bit
    if (top > limits::greatest_exponent)
        return narrow_overflow<Format>(negative, mode);
    const bool is_normal = top >= Format::least_exponent;
    const int drop = (is_normal ? top : Format::least_exponent) - Format::mantissa_bits - exponent; // bits
    // More than 64 dropped bits are less than half of the last place, whatever they are.
    uint64_t kept = drop <= 0 ? magnitude << -drop : drop < 64 ? magnitude >> drop : 0;
    const uint64_t rest = drop <= 0 ? 0 : drop < 64 ? magnitude & ((uint64_t(1) << drop) - 1) : magnitude;
    const uint64_t half = drop <= 0 ? 1 : drop <= 64 ? uint64_t(1) << (drop - 1) : UINT64_MAX;
    switch (mode) {
    case narrow_rounding::nearest: kept += rest > half || (rest == half && (kept & 1u)); break;
    case narrow_rounding::to_zero: break;
    case narrow_rounding::up: kept += rest && !negative; break;
    case narrow_rounding::down: kept += rest && negative; break;
    }
    // The mantissa's leading bit adds one to the exponent's field, and so does a carry.
    const unsigned field = is_normal ? static_cast<unsigned>(top - Format::least_exponent) : 0u;
    const unsigned bits = (field << Format::mantissa_bits) + static_cast<unsigned>(kept);
    return bits >= limits::infinity ? narrow_overflow<Format>(negative, mode)
                                    : static_cast<unsigned short>(sign | bits);
}

template <class Format>
inline unsigned short narrow_of_float(float x, narrow_rounding mode = narrow_rounding::nearest)
{
    typedef narrow_limits<Format> limits;
    const uint32_t bits = bits_of<uint32_t>(x), size = bits & 0x7fffffffu;
    const unsigned sign = bits >> 16 & limits::sign;
    if (size >= 0x7f800000u)
        return static_cast<unsigned short>(size > 0x7f800000u ? limits::not_a_number : sign | limits::infinity);
    // Most numbers by most programs: the last place is a bit of the float, which a carry may pass on to the exponent.
    constexpr int drop = 23 - Format::mantissa_bits;
    constexpr uint32_t least_normal = static_cast<uint32_t>(Format::least_exponent + 127) << 23;
    constexpr uint32_t too_large = static_cast<uint32_t>(narrow_limits<Format>::greatest_exponent + 128) << 23;
    if (mode == narrow_rounding::nearest && size >= least_normal && size < too_large)
        return static_cast<unsigned short>(
            sign | (size - (least_normal - (1u << 23)) + ((1u << (drop - 1)) - 1u) + (size >> drop & 1u)) >> drop);
    const uint32_t field = size >> 23;
    return narrow<Format>(sign != 0, field ? (size & 0x7fffffu) | 0x800000u : size,
                          static_cast<int>(field ? field : 1) - 150, mode);
}

template <class Format>
inline unsigned short narrow_of_double(double x, narrow_rounding mode = narrow_rounding::nearest)
{
    typedef narrow_limits<Format> limits;
    const uint64_t bits = bits_of<uint64_t>(x), infinity = uint64_t(0x7ff) << 52, size = bits & ~(uint64_t(1) << 63);
    const bool negative = bits >> 63;
    if (size >= infinity)
        return static_cast<unsigned short>(size > infinity ? limits::not_a_number
                                                           : (negative ? limits::sign : 0u) | limits::infinity);
    const uint64_t field = size >> 52, fraction = size & ((uint64_t(1) << 52) - 1);
    return narrow<Format>(negative, field ? fraction | uint64_t(1) << 52 : fraction,
                          static_cast<int>(field ? field : 1) - 1075, mode);
}

template <class Format, class Integer>
inline unsigned short narrow_of_integer(Integer x, narrow_rounding mode = narrow_rounding::nearest)
{
    const bool negative = x < 0;
    const uint64_t bits = static_cast<uint64_t>(x);
    return narrow<Format>(negative, negative ? 0 - bits : bits, 0, mode);
}

// ---- conversions from a format -------------------------------------------------------------------------------------

template <class Format> inline float float_of_narrow(unsigned short narrow_bits)
{
    typedef narrow_limits<Format> limits;
    constexpr int more = 23 - Format::mantissa_bits;
    const uint32_t size = narrow_bits & 0x7fffu, sign = static_cast<uint32_t>(narrow_bits & limits::sign) << 16;
    if (Format::least_exponent == -126) // the exponents are float's
        return bits_of<float>(static_cast<uint32_t>(narrow_bits) << 16);
    if (size >= limits::infinity)
        return bits_of<float>(sign | 0x7f800000u | (size - limits::infinity) << more);
    if (size < 1u << Format::mantissa_bits) {
        constexpr int least = Format::least_exponent - Format::mantissa_bits;
        const float one = bits_of<float>(static_cast<uint32_t>(least + 127) << 23);
        return bits_of<float>(sign | bits_of<uint32_t>(static_cast<float>(size) * one));
    }
    return bits_of<float>(sign | ((size << more) + (static_cast<uint32_t>(Format::least_exponent + 126) << 23)));
}

// Saturates. NaN is 0, and the least long long, as CUDA has it.
template <class Integer> inline Integer integer_of_narrow(float x, narrow_rounding mode)
{
    typedef std::numeric_limits<Integer> limits;
    if (x != x)
        return sizeof(Integer) == 8 ? static_cast<Integer>(uint64_t(1) << 63) : Integer(0);
    x = mode == narrow_rounding::nearest   ? ::rintf(x)
        : mode == narrow_rounding::to_zero ? ::truncf(x)
        : mode == narrow_rounding::up      ? ::ceilf(x)
                                           : ::floorf(x);
    if (x <= static_cast<float>(limits::min()))
        return limits::min();
    return x >= ::ldexpf(1.0f, limits::digits) ? limits::max() : static_cast<Integer>(x);
}

// ---- the number ----------------------------------------------------------------------------------------------------

// With explicit conversions to integers, so that what is neither float nor integer goes by float.
template <class Format> struct narrow_number {
    typedef Format format;
    typedef typename Format::raw raw_type;
    unsigned short __x;

    narrow_number() = default;
    constexpr narrow_number(const raw_type &raw) : __x(raw.x) {}
    narrow_number(float x) : __x(narrow_of_float<Format>(x)) {}
    narrow_number(double x) : __x(narrow_of_double<Format>(x)) {}
    narrow_number(short x) : __x(narrow_of_integer<Format>(x)) {}
    narrow_number(unsigned short x) : __x(narrow_of_integer<Format>(x)) {}
    narrow_number(int x) : __x(narrow_of_integer<Format>(x)) {}
    narrow_number(unsigned x) : __x(narrow_of_integer<Format>(x)) {}
    narrow_number(long x) : __x(narrow_of_integer<Format>(x)) {}
    narrow_number(unsigned long x) : __x(narrow_of_integer<Format>(x)) {}
    narrow_number(long long x) : __x(narrow_of_integer<Format>(x)) {}
    narrow_number(unsigned long long x) : __x(narrow_of_integer<Format>(x)) {}

    operator float() const { return float_of_narrow<Format>(__x); }
    operator raw_type() const { return raw_type{__x}; }
    explicit operator bool() const { return (__x & 0x7fffu) != 0; }
    template <class Integer, class = std::enable_if_t<std::is_integral<Integer>::value>>
    explicit operator Integer() const
    {
        return integer_of_narrow<Integer>(float_of_narrow<Format>(__x), narrow_rounding::to_zero);
    }
};

template <class T> inline T narrow_from_bits(unsigned bits)
{
    return T(typename T::raw_type{static_cast<unsigned short>(bits)});
}
template <class T> inline typename T::format::wide wide(const T &x)
{
    return float_of_narrow<typename T::format>(x.__x);
}
template <class T> inline bool is_nan(const T &x)
{
    return (x.__x & 0x7fffu) > narrow_limits<typename T::format>::infinity;
}

template <class T> inline T narrow_least(T a, T b)
{
    if (is_nan(a) || is_nan(b))
        return !is_nan(a) ? a : !is_nan(b) ? b : narrow_from_bits<T>(0x7fffu);
    // Equal ones have the same bits, but for the sign of zeros.
    return wide(a) < wide(b) ? a : wide(b) < wide(a) ? b : narrow_from_bits<T>(a.__x | b.__x);
}
template <class T> inline T narrow_greatest(T a, T b)
{
    if (is_nan(a) || is_nan(b))
        return !is_nan(a) ? a : !is_nan(b) ? b : narrow_from_bits<T>(0x7fffu);
    return wide(a) > wide(b) ? a : wide(b) > wide(a) ? b : narrow_from_bits<T>(a.__x & b.__x);
}
template <class T> inline T narrow_saturated(T x)
{
    const float wide_x = x;
    return wide_x > 0.0f ? wide_x < 1.0f ? x : T(1.0f) : T(0.0f); // NaN: 0
}
template <class T> inline T narrow_rectified(T x) { return is_nan(x) || static_cast<float>(x) > 0.0f ? x : T(0.0f); }

// The product is exact in double. The sum is rounded to odd, so that the second rounding sees what the first one lost.
template <class T> inline T narrow_fma(T a, T b, T c)
{
    const double product = static_cast<double>(wide(a)) * static_cast<double>(wide(b)), addend = wide(c);
    double sum = product + addend;
    const double part = sum - product, lost = (product - (sum - part)) + (addend - part);
    if ((lost > 0.0 || lost < 0.0) && !(bits_of<uint64_t>(sum) & 1u))
        sum = bits_of<double>(bits_of<uint64_t>(sum) + ((lost > 0.0) == (sum > 0.0) ? 1u : ~uint64_t(0)));
    return T(sum);
}

// The rounding modes' names, as the functions' names have them.
constexpr narrow_rounding narrow_rn = narrow_rounding::nearest, narrow_rz = narrow_rounding::to_zero,
                          narrow_ru = narrow_rounding::up, narrow_rd = narrow_rounding::down;

} // namespace detail
} // namespace cpu
} // namespace pt

// ---- functions of both formats: T the number, T2 the pair, N the number's word in names of conversions --------------

// For numbers and for pairs, behind + to /.
#define PT_CPU_NARROW_ASSIGNMENTS(T) \
    inline T &operator+=(T &a, const T &b) { return a = a + b; } \
    inline T &operator-=(T &a, const T &b) { return a = a - b; } \
    inline T &operator*=(T &a, const T &b) { return a = a * b; } \
    inline T &operator/=(T &a, const T &b) { return a = a / b; } \
    inline T operator+(const T &a) { return a; }

#define PT_CPU_NARROW_OPERATORS(T) \
    inline T operator+(const T &a, const T &b) { return __hadd(a, b); } \
    inline T operator-(const T &a, const T &b) { return __hsub(a, b); } \
    inline T operator*(const T &a, const T &b) { return __hmul(a, b); } \
    inline T operator/(const T &a, const T &b) { return __hdiv(a, b); } \
    PT_CPU_NARROW_ASSIGNMENTS(T) \
    inline T operator-(const T &a) { return __hneg(a); } \
    inline T &operator++(T &a) { return a = __hadd(a, T(1.0f)); } \
    inline T &operator--(T &a) { return a = __hsub(a, T(1.0f)); } \
    inline T operator++(T &a, int) { const T old = a; ++a; return old; } \
    inline T operator--(T &a, int) { const T old = a; --a; return old; } \
    inline bool operator==(const T &a, const T &b) { return __heq(a, b); } \
    inline bool operator!=(const T &a, const T &b) { return __hneu(a, b); } \
    inline bool operator<(const T &a, const T &b) { return __hlt(a, b); } \
    inline bool operator>(const T &a, const T &b) { return __hgt(a, b); } \
    inline bool operator<=(const T &a, const T &b) { return __hle(a, b); } \
    inline bool operator>=(const T &a, const T &b) { return __hge(a, b); }

// Comparisons of pairs hold when both do; so does their "not equal".
#define PT_CPU_NARROW_PAIR_OPERATORS(T, T2) \
    inline T2 operator+(const T2 &a, const T2 &b) { return __hadd2(a, b); } \
    inline T2 operator-(const T2 &a, const T2 &b) { return __hsub2(a, b); } \
    inline T2 operator*(const T2 &a, const T2 &b) { return __hmul2(a, b); } \
    inline T2 operator/(const T2 &a, const T2 &b) { return __h2div(a, b); } \
    PT_CPU_NARROW_ASSIGNMENTS(T2) \
    inline T2 operator-(const T2 &a) { return __hneg2(a); } \
    inline T2 &operator++(T2 &a) { return a = __hadd2(a, T2(T(1.0f), T(1.0f))); } \
    inline T2 &operator--(T2 &a) { return a = __hsub2(a, T2(T(1.0f), T(1.0f))); } \
    inline T2 operator++(T2 &a, int) { const T2 old = a; ++a; return old; } \
    inline T2 operator--(T2 &a, int) { const T2 old = a; --a; return old; } \
    inline bool operator==(const T2 &a, const T2 &b) { return __hbeq2(a, b); } \
    inline bool operator!=(const T2 &a, const T2 &b) { return __hbneu2(a, b); } \
    inline bool operator<(const T2 &a, const T2 &b) { return __hblt2(a, b); } \
    inline bool operator>(const T2 &a, const T2 &b) { return __hbgt2(a, b); } \
    inline bool operator<=(const T2 &a, const T2 &b) { return __hble2(a, b); } \
    inline bool operator>=(const T2 &a, const T2 &b) { return __hbge2(a, b); }

#define PT_CPU_NARROW_FUNCTION1(T, T2, name, name2, expression) \
    inline T name(T a) { return expression; } \
    inline T2 name2(T2 a) { return T2(name(a.x), name(a.y)); }
#define PT_CPU_NARROW_FUNCTION2(T, T2, name, name2, expression) \
    inline T name(T a, T b) { return expression; } \
    inline T2 name2(T2 a, T2 b) { return T2(name(a.x, b.x), name(a.y, b.y)); }
#define PT_CPU_NARROW_FUNCTION3(T, T2, name, name2, expression) \
    inline T name(T a, T b, T c) { return expression; } \
    inline T2 name2(T2 a, T2 b, T2 c) { return T2(name(a.x, b.x, c.x), name(a.y, b.y, c.y)); }

// _rn: not merged into a fused operation, which none is here. _sat: between 0 and 1.
#define PT_CPU_NARROW_ARITHMETIC(T, T2, name, op) \
    PT_CPU_NARROW_FUNCTION2(T, T2, __h##name, __h##name##2, T(pt::cpu::detail::wide(a) op pt::cpu::detail::wide(b))) \
    PT_CPU_NARROW_FUNCTION2(T, T2, __h##name##_rn, __h##name##2_rn, __h##name(a, b)) \
    PT_CPU_NARROW_FUNCTION2(T, T2, __h##name##_sat, __h##name##2_sat, \
                            pt::cpu::detail::narrow_saturated(__h##name(a, b)))

// Ordered, and with u: true for NaN, too.
#define PT_CPU_NARROW_COMPARISON(T, T2, name, holds) \
    inline bool __h##name(T a, T b) { return (holds) && !__hisnan(a) && !__hisnan(b); } \
    inline bool __h##name##u(T a, T b) { return (holds) || __hisnan(a) || __hisnan(b); } \
    PT_CPU_NARROW_COMPARED_PAIRS(T, T2, name) \
    PT_CPU_NARROW_COMPARED_PAIRS(T, T2, name##u)
#define PT_CPU_NARROW_COMPARED_PAIRS(T, T2, name) \
    inline T2 __h##name##2(T2 a, T2 b) \
    { \
        return T2(T(__h##name(a.x, b.x) ? 1.0f : 0.0f), T(__h##name(a.y, b.y) ? 1.0f : 0.0f)); \
    } \
    inline bool __hb##name##2(T2 a, T2 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); } \
    inline unsigned __h##name##2_mask(T2 a, T2 b) \
    { \
        return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u); \
    }

// By the functions of double, which are accurate far beyond the last place.
#define PT_CPU_NARROW_MATH(T, T2, name, expression) \
    inline T h##name(T a) \
    { \
        const double x = pt::cpu::detail::wide(a); \
        return T(expression); \
    } \
    inline T2 h2##name(T2 a) { return T2(h##name(a.x), h##name(a.y)); }

// T of 2 or 4 bytes goes as an unsigned.
#define PT_CPU_NARROW_SHUFFLE(T, name, Second, second) \
    inline T name(unsigned mask, T value, Second second, int width = 32) \
    { \
        typedef pt::cpu::detail::word_of<sizeof(T)>::type word; \
        const unsigned own = pt::cpu::detail::bits_of<word>(value), given = name(mask, own, second, width); \
        return pt::cpu::detail::bits_of<T>(static_cast<word>(given)); \
    }
#define PT_CPU_NARROW_EXCHANGE(T) \
    PT_CPU_NARROW_SHUFFLE(T, __shfl_sync, int, source) \
    PT_CPU_NARROW_SHUFFLE(T, __shfl_up_sync, unsigned, delta) \
    PT_CPU_NARROW_SHUFFLE(T, __shfl_down_sync, unsigned, delta) \
    PT_CPU_NARROW_SHUFFLE(T, __shfl_xor_sync, int, bits) \
    inline T atomicAdd(T *address, T value) \
    { \
        typedef pt::cpu::detail::word_of<sizeof(T)>::type word; \
        const word old = pt::cpu::detail::atomic_update(reinterpret_cast<word *>(address), [value](word found) { \
            return pt::cpu::detail::bits_of<word>(pt::cpu::detail::bits_of<T>(found) + value); \
        }); \
        return pt::cpu::detail::bits_of<T>(old); \
    }

#define PT_CPU_NARROW_INTEGERS(T, Size, word, Index) \
    PT_CPU_NARROW_INTEGER(T, Size, word, Index, rn) PT_CPU_NARROW_INTEGER(T, Size, word, Index, rz) \
    PT_CPU_NARROW_INTEGER(T, Size, word, Index, ru) PT_CPU_NARROW_INTEGER(T, Size, word, Index, rd)
#define PT_CPU_NARROW_INTEGER(T, Size, word, Index, mode) \
    inline T __##word##2##Size##_##mode(Index x) \
    { \
        return pt::cpu::detail::narrow_from_bits<T>( \
            pt::cpu::detail::narrow_of_integer<T::format>(x, pt::cpu::detail::narrow_##mode)); \
    } \
    inline Index __##Size##2##word##_##mode(T x) \
    { \
        return pt::cpu::detail::integer_of_narrow<Index>(static_cast<float>(x), pt::cpu::detail::narrow_##mode); \
    }
#define PT_CPU_NARROW_FROM_FLOAT(T, Size, mode) \
    inline T __float2##Size##_##mode(float x) \
    { \
        return pt::cpu::detail::narrow_from_bits<T>( \
            pt::cpu::detail::narrow_of_float<T::format>(x, pt::cpu::detail::narrow_##mode)); \
    }

#define PT_CPU_NARROW_CONVERSIONS(T, T2, Size) \
    PT_CPU_NARROW_FROM_FLOAT(T, Size, rn) PT_CPU_NARROW_FROM_FLOAT(T, Size, rz) \
    PT_CPU_NARROW_FROM_FLOAT(T, Size, ru) PT_CPU_NARROW_FROM_FLOAT(T, Size, rd) \
    inline T __float2##Size(float x) { return T(x); } \
    inline T __double2##Size(double x) { return T(x); } \
    inline float __##Size##2float(T x) { return x; } \
    PT_CPU_NARROW_INTEGERS(T, Size, short, short) PT_CPU_NARROW_INTEGERS(T, Size, ushort, unsigned short) \
    PT_CPU_NARROW_INTEGERS(T, Size, int, int) PT_CPU_NARROW_INTEGERS(T, Size, uint, unsigned int) \
    PT_CPU_NARROW_INTEGERS(T, Size, ll, long long) PT_CPU_NARROW_INTEGERS(T, Size, ull, unsigned long long) \
    inline signed char __##Size##2char_rz(T x) { return static_cast<signed char>(x); } \
    inline unsigned char __##Size##2uchar_rz(T x) { return static_cast<unsigned char>(x); } \
    inline short __##Size##_as_short(T x) { return static_cast<short>(x.__x); } \
    inline unsigned short __##Size##_as_ushort(T x) { return x.__x; } \
    inline T __short_as_##Size(short bits) \
    { \
        return pt::cpu::detail::narrow_from_bits<T>(static_cast<unsigned short>(bits)); \
    } \
    inline T __ushort_as_##Size(unsigned short bits) { return pt::cpu::detail::narrow_from_bits<T>(bits); } \
    inline T2 __##Size##2##Size##2(T x) { return T2(x, x); } \
    inline float2 __##Size##22float2(T2 x) { return float2{x.x, x.y}; } \
    inline T2 __float2##Size##2_rn(float x) { return T2(T(x), T(x)); } \
    inline T2 __floats2##Size##2_rn(float x, float y) { return T2(T(x), T(y)); } \
    inline T2 __float22##Size##2_rn(float2 x) { return T2(T(x.x), T(x.y)); } \
    inline T2 __halves2##Size##2(T x, T y) { return T2(x, y); } \
    inline T __low2##Size(T2 x) { return x.x; } \
    inline T __high2##Size(T2 x) { return x.y; } \
    inline T2 __low2##Size##2(T2 x) { return T2(x.x, x.x); } \
    inline T2 __high2##Size##2(T2 x) { return T2(x.y, x.y); } \
    inline T2 __lows2##Size##2(T2 a, T2 b) { return T2(a.x, b.x); } \
    inline T2 __highs2##Size##2(T2 a, T2 b) { return T2(a.y, b.y); } \
    inline T2 __lowhigh2highlow(T2 x) { return T2(x.y, x.x); } \
    inline float __low2float(T2 x) { return x.x; } \
    inline float __high2float(T2 x) { return x.y; }

#define PT_CPU_NARROW(T, T2, Size) \
    PT_CPU_NARROW_CONVERSIONS(T, T2, Size) \
    inline bool __hisnan(T a) { return pt::cpu::detail::is_nan(a); } \
    inline int __hisinf(T a) \
    { \
        return (a.__x & 0x7fffu) != pt::cpu::detail::narrow_limits<T::format>::infinity ? 0 : a.__x >> 15 ? -1 : 1; \
    } \
    inline T2 __hisnan2(T2 a) { return T2(T(__hisnan(a.x) ? 1.0f : 0.0f), T(__hisnan(a.y) ? 1.0f : 0.0f)); } \
    PT_CPU_NARROW_ARITHMETIC(T, T2, add, +) \
    PT_CPU_NARROW_ARITHMETIC(T, T2, sub, -) \
    PT_CPU_NARROW_ARITHMETIC(T, T2, mul, *) \
    PT_CPU_NARROW_FUNCTION2(T, T2, __hdiv, __h2div, T(pt::cpu::detail::wide(a) / pt::cpu::detail::wide(b))) \
    PT_CPU_NARROW_FUNCTION3(T, T2, __hfma, __hfma2, pt::cpu::detail::narrow_fma(a, b, c)) \
    PT_CPU_NARROW_FUNCTION3(T, T2, __hfma_sat, __hfma2_sat, pt::cpu::detail::narrow_saturated(__hfma(a, b, c))) \
    PT_CPU_NARROW_FUNCTION3(T, T2, __hfma_relu, __hfma2_relu, pt::cpu::detail::narrow_rectified(__hfma(a, b, c))) \
    PT_CPU_NARROW_FUNCTION1(T, T2, __hneg, __hneg2, \
                            pt::cpu::detail::narrow_from_bits<T>(__hisnan(a) ? 0x7fffu : a.__x ^ 0x8000u)) \
    PT_CPU_NARROW_FUNCTION1(T, T2, __habs, __habs2, \
                            pt::cpu::detail::narrow_from_bits<T>(__hisnan(a) ? 0x7fffu : a.__x & 0x7fffu)) \
    PT_CPU_NARROW_FUNCTION2(T, T2, __hmin, __hmin2, pt::cpu::detail::narrow_least(a, b)) \
    PT_CPU_NARROW_FUNCTION2(T, T2, __hmax, __hmax2, pt::cpu::detail::narrow_greatest(a, b)) \
    PT_CPU_NARROW_FUNCTION2(T, T2, __hmin_nan, __hmin2_nan, \
                            __hisnan(a) || __hisnan(b) ? pt::cpu::detail::narrow_from_bits<T>(0x7fffu) : __hmin(a, b)) \
    PT_CPU_NARROW_FUNCTION2(T, T2, __hmax_nan, __hmax2_nan, \
                            __hisnan(a) || __hisnan(b) ? pt::cpu::detail::narrow_from_bits<T>(0x7fffu) : __hmax(a, b)) \
    PT_CPU_NARROW_COMPARISON(T, T2, eq, pt::cpu::detail::wide(a) == pt::cpu::detail::wide(b)) \
    PT_CPU_NARROW_COMPARISON(T, T2, ne, pt::cpu::detail::wide(a) != pt::cpu::detail::wide(b)) \
    PT_CPU_NARROW_COMPARISON(T, T2, lt, pt::cpu::detail::wide(a) < pt::cpu::detail::wide(b)) \
    PT_CPU_NARROW_COMPARISON(T, T2, le, pt::cpu::detail::wide(a) <= pt::cpu::detail::wide(b)) \
    PT_CPU_NARROW_COMPARISON(T, T2, gt, pt::cpu::detail::wide(a) > pt::cpu::detail::wide(b)) \
    PT_CPU_NARROW_COMPARISON(T, T2, ge, pt::cpu::detail::wide(a) >= pt::cpu::detail::wide(b)) \
    inline T2 __hcmadd(T2 a, T2 b, T2 c) \
    { \
        return T2(__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))); \
    } \
    PT_CPU_NARROW_MATH(T, T2, sqrt, ::sqrt(x)) \
    PT_CPU_NARROW_MATH(T, T2, rsqrt, 1.0 / ::sqrt(x)) \
    PT_CPU_NARROW_MATH(T, T2, rcp, 1.0 / x) \
    PT_CPU_NARROW_MATH(T, T2, log, ::log(x)) \
    PT_CPU_NARROW_MATH(T, T2, log2, ::log2(x)) \
    PT_CPU_NARROW_MATH(T, T2, log10, ::log10(x)) \
    PT_CPU_NARROW_MATH(T, T2, exp, ::exp(x)) \
    PT_CPU_NARROW_MATH(T, T2, exp2, ::exp2(x)) \
    PT_CPU_NARROW_MATH(T, T2, exp10, ::exp10(x)) \
    PT_CPU_NARROW_MATH(T, T2, sin, ::sin(x)) \
    PT_CPU_NARROW_MATH(T, T2, cos, ::cos(x)) \
    PT_CPU_NARROW_MATH(T, T2, tanh, ::tanh(x)) \
    PT_CPU_NARROW_MATH(T, T2, tanh_approx, ::tanh(x)) \
    PT_CPU_NARROW_MATH(T, T2, floor, ::floor(x)) \
    PT_CPU_NARROW_MATH(T, T2, ceil, ::ceil(x)) \
    PT_CPU_NARROW_MATH(T, T2, trunc, ::trunc(x)) \
    PT_CPU_NARROW_MATH(T, T2, rint, ::rint(x))

#endif
