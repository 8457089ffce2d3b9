// Integer and conversion intrinsics of device code (CUDA Math API, "Integer Intrinsics", "Type Casting Intrinsics",
// "SIMD Intrinsics").
//
// In:  integers and floating-point numbers. Out: what CUDA's documentation defines.
// Invariant: no undefined behaviour for any argument: conversions saturate, shifts are masked.
#ifndef PT_CPU_INTRINSICS_HPP
#define PT_CPU_INTRINSICS_HPP

#include "../../vector_types.h"
#include "rounding.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

namespace pt {
namespace cpu {
namespace detail {

template <class To, class From> inline To bits_of(From value)
{
    static_assert(sizeof(To) == sizeof(From), "the same bits");
    To result;
    memcpy(&result, &value, sizeof result);
    return result;
}

} // namespace detail
} // namespace cpu
} // namespace pt

// ---- bits

inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)); }
inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline unsigned __brev(unsigned x)
{
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}
inline unsigned long long __brevll(unsigned long long x)
{
    return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 |
           __brev(static_cast<unsigned>(x >> 32));
}
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector)
{
    const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
    unsigned result = 0;
    for (unsigned i = 0; i < 4; ++i)
        result |= static_cast<unsigned>(bytes >> (selector >> 4 * i & 7) * 8 & 255) << 8 * i;
    return result;
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift)
{
    return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) << (shift & 31) >> 32);
}
inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift)
{
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift)
{
    return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}
inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift)
{
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}
// The place of the offset-th set bit, counted from the base: upwards, downwards, or the base itself.
inline unsigned __fns(unsigned mask, unsigned base, int offset)
{
    const int step = offset < 0 ? -1 : 1;
    int left = offset < 0 ? -offset : offset;
    if (offset == 0)
        return mask >> (base & 31) & 1 ? base & 31 : 0xffffffffu;
    for (int bit = static_cast<int>(base & 31); bit >= 0 && bit < 32; bit += step)
        if (mask >> bit & 1 && --left == 0)
            return static_cast<unsigned>(bit);
    return 0xffffffffu;
}

// ---- arithmetic

inline int __mulhi(int x, int y) { return static_cast<int>(static_cast<long long>(x) * y >> 32); }
inline unsigned __umulhi(unsigned x, unsigned y)
{
    return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32);
}
inline long long __mul64hi(long long x, long long y)
{
    return static_cast<long long>(static_cast<__int128>(x) * y >> 64);
}
inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y)
{
    return static_cast<unsigned long long>(static_cast<unsigned __int128>(x) * y >> 64);
}
inline unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffffu) * (y & 0xffffffu); }
inline int __mul24(int x, int y)
{
    const long long a = static_cast<int>(static_cast<unsigned>(x) << 8) >> 8;
    return static_cast<int>(a * (static_cast<int>(static_cast<unsigned>(y) << 8) >> 8));
}
inline unsigned __usad(unsigned x, unsigned y, unsigned z) { return (x > y ? x - y : y - x) + z; }
inline unsigned __sad(int x, int y, unsigned z)
{
    return (x > y ? static_cast<unsigned>(x) - static_cast<unsigned>(y)
                  : static_cast<unsigned>(y) - static_cast<unsigned>(x)) + z;
}
inline int __hadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y) >> 1); }
inline int __rhadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1); }
inline unsigned __uhadd(unsigned x, unsigned y)
{
    return static_cast<unsigned>((static_cast<unsigned long long>(x) + y) >> 1);
}
inline unsigned __urhadd(unsigned x, unsigned y)
{
    return static_cast<unsigned>((static_cast<unsigned long long>(x) + y + 1) >> 1);
}

// ---- dot products. Sums wrap.

inline unsigned __dp4a(unsigned a, unsigned b, unsigned c)
{
    for (int i = 0; i < 32; i += 8)
        c += (a >> i & 255u) * (b >> i & 255u);
    return c;
}
inline int __dp4a(int a, int b, int c)
{
    unsigned sum = static_cast<unsigned>(c);
    for (int i = 0; i < 32; i += 8)
        sum += static_cast<unsigned>(static_cast<signed char>(a >> i) * static_cast<signed char>(b >> i));
    return static_cast<int>(sum);
}
inline int __dp4a(char4 a, char4 b, int c)
{
    return __dp4a(pt::cpu::detail::bits_of<int>(a), pt::cpu::detail::bits_of<int>(b), c);
}
inline unsigned __dp4a(uchar4 a, uchar4 b, unsigned c)
{
    return __dp4a(pt::cpu::detail::bits_of<unsigned>(a), pt::cpu::detail::bits_of<unsigned>(b), c);
}
inline unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c)
{
    return c + (a & 0xffffu) * (b & 255u) + (a >> 16) * (b >> 8 & 255u);
}
inline unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) { return __dp2a_lo(a, b >> 16, c); }
inline int __dp2a_lo(int a, int b, int c)
{
    const int low = static_cast<short>(a) * static_cast<signed char>(b);
    const int high = static_cast<short>(a >> 16) * static_cast<signed char>(b >> 8);
    return static_cast<int>(static_cast<unsigned>(c) + static_cast<unsigned>(low) + static_cast<unsigned>(high));
}
inline int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }
inline int __dp2a_lo(short2 a, char4 b, int c)
{
    return __dp2a_lo(pt::cpu::detail::bits_of<int>(a), pt::cpu::detail::bits_of<int>(b), c);
}
inline int __dp2a_hi(short2 a, char4 b, int c)
{
    return __dp2a_hi(pt::cpu::detail::bits_of<int>(a), pt::cpu::detail::bits_of<int>(b), c);
}
inline unsigned __dp2a_lo(ushort2 a, uchar4 b, unsigned c)
{
    return __dp2a_lo(pt::cpu::detail::bits_of<unsigned>(a), pt::cpu::detail::bits_of<unsigned>(b), c);
}
inline unsigned __dp2a_hi(ushort2 a, uchar4 b, unsigned c)
{
    return __dp2a_hi(pt::cpu::detail::bits_of<unsigned>(a), pt::cpu::detail::bits_of<unsigned>(b), c);
}

// ---- reinterpretations

inline int __float_as_int(float x) { return pt::cpu::detail::bits_of<int>(x); }
inline unsigned __float_as_uint(float x) { return pt::cpu::detail::bits_of<unsigned>(x); }
inline float __int_as_float(int x) { return pt::cpu::detail::bits_of<float>(x); }
inline float __uint_as_float(unsigned x) { return pt::cpu::detail::bits_of<float>(x); }
inline long long __double_as_longlong(double x) { return pt::cpu::detail::bits_of<long long>(x); }
inline double __longlong_as_double(long long x) { return pt::cpu::detail::bits_of<double>(x); }
inline int __double2hiint(double x) { return static_cast<int>(pt::cpu::detail::bits_of<long long>(x) >> 32); }
inline int __double2loint(double x) { return static_cast<int>(pt::cpu::detail::bits_of<long long>(x)); }
inline double __hiloint2double(int high, int low)
{
    return pt::cpu::detail::bits_of<double>(static_cast<unsigned long long>(static_cast<unsigned>(high)) << 32 |
                                            static_cast<unsigned>(low));
}

// ---- conversions

namespace pt {
namespace cpu {
namespace detail {

// Of a value without fraction. Too large ones become the nearest; for NaN see PTX's cvt.
template <class To, class From> inline To saturated(From x)
{
    constexpr To lowest = To(-1) < To(0) ? static_cast<To>(1ull << (8 * sizeof(To) - 1)) : To(0);
    constexpr To highest = static_cast<To>(~lowest);
    if (x != x)
        return sizeof(From) == 4 && sizeof(To) == 4 ? To(0) : static_cast<To>(1ull << (8 * sizeof(To) - 1));
    if (x <= static_cast<From>(lowest))
        return lowest;
    if (x >= static_cast<From>(highest))
        return highest;
    return static_cast<To>(x);
}

} // namespace detail
} // namespace cpu
} // namespace pt

#define PT_CPU_TO_INTEGER(name, To, From, suffix) \
    inline To name##_rn(From x) { return pt::cpu::detail::saturated<To>(::nearbyint##suffix(x)); } \
    inline To name##_rz(From x) { return pt::cpu::detail::saturated<To>(::trunc##suffix(x)); } \
    inline To name##_ru(From x) { return pt::cpu::detail::saturated<To>(::ceil##suffix(x)); } \
    inline To name##_rd(From x) { return pt::cpu::detail::saturated<To>(::floor##suffix(x)); }
PT_CPU_TO_INTEGER(__float2int, int, float, f)
PT_CPU_TO_INTEGER(__float2uint, unsigned int, float, f)
PT_CPU_TO_INTEGER(__float2ll, long long, float, f)
PT_CPU_TO_INTEGER(__float2ull, unsigned long long, float, f)
PT_CPU_TO_INTEGER(__double2int, int, double, )
PT_CPU_TO_INTEGER(__double2uint, unsigned int, double, )
PT_CPU_TO_INTEGER(__double2ll, long long, double, )
PT_CPU_TO_INTEGER(__double2ull, unsigned long long, double, )
#undef PT_CPU_TO_INTEGER

#define PT_CPU_FROM_INTEGER(name, To, From, function, Wide) \
    inline To name##_rn(From x) { return static_cast<To>(x); } \
    inline To name##_rz(From x) { return pt_cpu_##function(PT_CPU_TO_ZERO, static_cast<Wide>(x)); } \
    inline To name##_ru(From x) { return pt_cpu_##function(PT_CPU_UP, static_cast<Wide>(x)); } \
    inline To name##_rd(From x) { return pt_cpu_##function(PT_CPU_DOWN, static_cast<Wide>(x)); }
PT_CPU_FROM_INTEGER(__int2float, float, int, float_of_signed, int64_t)
PT_CPU_FROM_INTEGER(__uint2float, float, unsigned int, float_of_signed, int64_t)
PT_CPU_FROM_INTEGER(__ll2float, float, long long, float_of_signed, int64_t)
PT_CPU_FROM_INTEGER(__ull2float, float, unsigned long long, float_of_unsigned, uint64_t)
PT_CPU_FROM_INTEGER(__ll2double, double, long long, double_of_signed, int64_t)
PT_CPU_FROM_INTEGER(__ull2double, double, unsigned long long, double_of_unsigned, uint64_t)
PT_CPU_FROM_INTEGER(__double2float, float, double, float_of_double, double)
#undef PT_CPU_FROM_INTEGER
inline double __int2double_rn(int x) { return x; }
inline double __uint2double_rn(unsigned x) { return x; }

// ---- arithmetic within words of two or four parts

namespace pt {
namespace cpu {
namespace detail {

template <class Part, class Function> inline unsigned in_parts(unsigned a, unsigned b, Function f)
{
    constexpr unsigned bits = 8 * sizeof(Part), mask = (1u << bits) - 1u;
    unsigned result = 0;
    for (unsigned i = 0; i < 32; i += bits)
        result |= (static_cast<unsigned>(f(static_cast<int>(static_cast<Part>(a >> i)),
                                           static_cast<int>(static_cast<Part>(b >> i)))) & mask) << i;
    return result;
}
template <class Part, class Function> inline unsigned sum_of_parts(unsigned a, unsigned b, Function f)
{
    constexpr unsigned bits = 8 * sizeof(Part);
    unsigned result = 0;
    for (unsigned i = 0; i < 32; i += bits)
        result += static_cast<unsigned>(f(static_cast<int>(static_cast<Part>(a >> i)),
                                          static_cast<int>(static_cast<Part>(b >> i))));
    return result;
}
template <class Part> inline int clamped(int x)
{
    constexpr int lowest = Part(-1) < Part(0) ? -(1 << (8 * sizeof(Part) - 1)) : 0;
    constexpr int highest = lowest + (1 << 8 * sizeof(Part)) - 1;
    return x < lowest ? lowest : x > highest ? highest : x;
}

} // namespace detail
} // namespace cpu
} // namespace pt

#define PT_CPU_SIMD(name, Two, Four, expression) \
    inline unsigned __v##name##2(unsigned x, unsigned y) \
    { \
        using Part = Two; \
        return pt::cpu::detail::in_parts<Part>(x, y, [](int a, int b) { return expression; }); \
    } \
    inline unsigned __v##name##4(unsigned x, unsigned y) \
    { \
        using Part = Four; \
        return pt::cpu::detail::in_parts<Part>(x, y, [](int a, int b) { return expression; }); \
    }
#define PT_CPU_SIMD_SIGNED(name, expression) PT_CPU_SIMD(name, short, signed char, expression)
#define PT_CPU_SIMD_UNSIGNED(name, expression) PT_CPU_SIMD(name, unsigned short, unsigned char, expression)
#define PT_CPU_SIMD_BOTH(name, expression) \
    PT_CPU_SIMD_SIGNED(name##s, expression) PT_CPU_SIMD_UNSIGNED(name##u, expression)
PT_CPU_SIMD_UNSIGNED(add, a + b)
PT_CPU_SIMD_UNSIGNED(sub, a - b)
PT_CPU_SIMD_SIGNED(addss, pt::cpu::detail::clamped<Part>(a + b))
PT_CPU_SIMD_UNSIGNED(addus, pt::cpu::detail::clamped<Part>(a + b))
PT_CPU_SIMD_SIGNED(subss, pt::cpu::detail::clamped<Part>(a - b))
PT_CPU_SIMD_UNSIGNED(subus, pt::cpu::detail::clamped<Part>(a - b))
PT_CPU_SIMD_BOTH(absdiff, a > b ? a - b : b - a)
PT_CPU_SIMD_BOTH(avg, (a + b + (a + b >= 0)) >> 1)
PT_CPU_SIMD_UNSIGNED(haddu, (a + b) >> 1)
PT_CPU_SIMD_SIGNED(hadds, (a + b) >> 1)
PT_CPU_SIMD_BOTH(max, a > b ? a : b)
PT_CPU_SIMD_BOTH(min, a < b ? a : b)
PT_CPU_SIMD_UNSIGNED(cmpeq, a == b ? -1 : 0)
PT_CPU_SIMD_UNSIGNED(cmpne, a != b ? -1 : 0)
PT_CPU_SIMD_BOTH(cmpge, a >= b ? -1 : 0)
PT_CPU_SIMD_BOTH(cmpgt, a > b ? -1 : 0)
PT_CPU_SIMD_BOTH(cmple, a <= b ? -1 : 0)
PT_CPU_SIMD_BOTH(cmplt, a < b ? -1 : 0)
PT_CPU_SIMD_UNSIGNED(seteq, a == b)
PT_CPU_SIMD_UNSIGNED(setne, a != b)
PT_CPU_SIMD_BOTH(setge, a >= b)
PT_CPU_SIMD_BOTH(setgt, a > b)
PT_CPU_SIMD_BOTH(setle, a <= b)
PT_CPU_SIMD_BOTH(setlt, a < b)
#undef PT_CPU_SIMD_BOTH
#undef PT_CPU_SIMD_UNSIGNED
#undef PT_CPU_SIMD_SIGNED
#undef PT_CPU_SIMD

#define PT_CPU_SAD(name, Part) \
    inline unsigned name(unsigned x, unsigned y) \
    { \
        return pt::cpu::detail::sum_of_parts<Part>(x, y, [](int a, int b) { return a > b ? a - b : b - a; }); \
    }
PT_CPU_SAD(__vsads2, short)
PT_CPU_SAD(__vsads4, signed char)
PT_CPU_SAD(__vsadu2, unsigned short)
PT_CPU_SAD(__vsadu4, unsigned char)
#undef PT_CPU_SAD

#define PT_CPU_SIMD1(name, Part, expression) \
    inline unsigned name(unsigned x) \
    { \
        return pt::cpu::detail::in_parts<Part>(x, 0, [](int a, int) { return expression; }); \
    }
PT_CPU_SIMD1(__vabs2, short, a < 0 ? -a : a)
PT_CPU_SIMD1(__vabs4, signed char, a < 0 ? -a : a)
PT_CPU_SIMD1(__vabsss2, short, pt::cpu::detail::clamped<short>(a < 0 ? -a : a))
PT_CPU_SIMD1(__vabsss4, signed char, pt::cpu::detail::clamped<signed char>(a < 0 ? -a : a))
PT_CPU_SIMD1(__vneg2, short, -a)
PT_CPU_SIMD1(__vneg4, signed char, -a)
PT_CPU_SIMD1(__vnegss2, short, pt::cpu::detail::clamped<short>(-a))
PT_CPU_SIMD1(__vnegss4, signed char, pt::cpu::detail::clamped<signed char>(-a))
#undef PT_CPU_SIMD1

// ---- the DPX functions: sums that wrap, least and greatest of words or of their halves

namespace pt {
namespace cpu {
namespace detail {

template <class T> inline T wrapped_sum(T a, T b)
{
    return static_cast<T>(static_cast<unsigned long long>(a) + static_cast<unsigned long long>(b));
}
template <class T> inline T lesser(T a, T b) { return a < b ? a : b; }
template <class T> inline T greater(T a, T b) { return a > b ? a : b; }

template <class Half, class Function> inline unsigned in_halves(unsigned a, unsigned b, unsigned c, Function f)
{
    unsigned result = 0;
    for (unsigned i = 0; i < 32; i += 16)
        result |= static_cast<unsigned>(static_cast<unsigned short>(f(static_cast<Half>(a >> i), static_cast<Half>(b >> i),
                                                                      static_cast<Half>(c >> i)))) << i;
    return result;
}
template <class Half, class Function> inline unsigned in_halves(unsigned a, unsigned b, bool *high, bool *low, Function f)
{
    const unsigned first = static_cast<unsigned short>(f(static_cast<Half>(a), static_cast<Half>(b), low));
    return static_cast<unsigned>(static_cast<unsigned short>(f(static_cast<Half>(a >> 16), static_cast<Half>(b >> 16), high))) << 16 |
           first;
}

} // namespace detail
} // namespace cpu
} // namespace pt

#define PT_CPU_DPX(name, kind, Word, expression) \
    inline Word name##_##kind(Word a, Word b, Word c) \
    { \
        using namespace pt::cpu::detail; \
        return expression; \
    }
#define PT_CPU_DPX_HALVES(name, kind, Half, expression) \
    inline unsigned name##_##kind(unsigned x, unsigned y, unsigned z) \
    { \
        using namespace pt::cpu::detail; \
        return in_halves<Half>(x, y, z, [](Half a, Half b, Half c) { return expression; }); \
    }
#define PT_CPU_DPX_ALL(name, expression) \
    PT_CPU_DPX(name, s32, int, expression) \
    PT_CPU_DPX(name, u32, unsigned, expression) \
    PT_CPU_DPX(name, s32_relu, int, greater(expression, 0)) \
    PT_CPU_DPX_HALVES(name, s16x2, short, expression) \
    PT_CPU_DPX_HALVES(name, u16x2, unsigned short, expression) \
    PT_CPU_DPX_HALVES(name, s16x2_relu, short, greater<short>(expression, 0))
PT_CPU_DPX_ALL(__viaddmax, greater(wrapped_sum(a, b), c))
PT_CPU_DPX_ALL(__viaddmin, lesser(wrapped_sum(a, b), c))
PT_CPU_DPX_ALL(__vimax3, greater(greater(a, b), c))
PT_CPU_DPX_ALL(__vimin3, lesser(lesser(a, b), c))
#undef PT_CPU_DPX_ALL
#undef PT_CPU_DPX_HALVES
#undef PT_CPU_DPX
inline int __vimax_s32_relu(int a, int b) { return __vimax3_s32(a, b, 0); }
inline int __vimin_s32_relu(int a, int b) { return __vimin3_s32_relu(a, b, a); }
inline unsigned __vimax_s16x2_relu(unsigned a, unsigned b) { return __vimax3_s16x2(a, b, 0); }
inline unsigned __vimin_s16x2_relu(unsigned a, unsigned b) { return __vimin3_s16x2_relu(a, b, a); }

// Also which one it was: true where it is the first, or both are the same.
#define PT_CPU_DPX_WHICH(name, kind, Word, is) \
    inline Word name##_##kind(Word a, Word b, bool *first) \
    { \
        *first = a is b; \
        return *first ? a : b; \
    }
#define PT_CPU_DPX_WHICH_HALVES(name, kind, Half, of_one) \
    inline unsigned name##_##kind(unsigned a, unsigned b, bool *high, bool *low) \
    { \
        return pt::cpu::detail::in_halves<Half>(a, b, high, low, [](Half x, Half y, bool *first) { return of_one(x, y, first); }); \
    }
PT_CPU_DPX_WHICH(__vibmax, s32, int, >=)
PT_CPU_DPX_WHICH(__vibmax, u32, unsigned, >=)
PT_CPU_DPX_WHICH(__vibmin, s32, int, <=)
PT_CPU_DPX_WHICH(__vibmin, u32, unsigned, <=)
PT_CPU_DPX_WHICH_HALVES(__vibmax, s16x2, short, __vibmax_s32)
PT_CPU_DPX_WHICH_HALVES(__vibmax, u16x2, unsigned short, __vibmax_u32)
PT_CPU_DPX_WHICH_HALVES(__vibmin, s16x2, short, __vibmin_s32)
PT_CPU_DPX_WHICH_HALVES(__vibmin, u16x2, unsigned short, __vibmin_u32)
#undef PT_CPU_DPX_WHICH_HALVES
#undef PT_CPU_DPX_WHICH

// Device memory of a kernel's own is the host's; free() takes it back.
inline void *__nv_aligned_device_malloc(size_t size, size_t alignment)
{
    void *memory = nullptr;
    return posix_memalign(&memory, alignment < sizeof(void *) ? sizeof(void *) : alignment, size) == 0 ? memory : nullptr;
}

#endif
