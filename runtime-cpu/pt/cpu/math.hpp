// Mathematical functions of device code that <math.h> has not, or has not for all types (CUDA Math API).
//
// In:  numbers. Out: results; at least as accurate as CUDA's documentation promises.
// Invariant: in the global namespace, as CUDA's. <math.h> gives the rest there, overloaded for float and double; std is
//            left as it is.
#ifndef PT_CPU_MATH_HPP
#define PT_CPU_MATH_HPP

#include "rounding.h"

#include <math.h>
#include <stdlib.h>

#ifndef __GLIBC_PREREQ
#define __GLIBC_PREREQ(major, minor) 0
#endif

// ---- least and greatest, with CUDA's mixtures of types

#define PT_CPU_MIN_MAX(Result, T, Second) \
    inline constexpr Result min(T a, Second b) { return static_cast<Result>(a) < static_cast<Result>(b) ? static_cast<Result>(a) : static_cast<Result>(b); } \
    inline constexpr Result max(T a, Second b) { return static_cast<Result>(a) > static_cast<Result>(b) ? static_cast<Result>(a) : static_cast<Result>(b); }
PT_CPU_MIN_MAX(int, int, int)
PT_CPU_MIN_MAX(unsigned int, unsigned int, unsigned int)
PT_CPU_MIN_MAX(unsigned int, int, unsigned int)
PT_CPU_MIN_MAX(unsigned int, unsigned int, int)
PT_CPU_MIN_MAX(long, long, long)
PT_CPU_MIN_MAX(unsigned long, unsigned long, unsigned long)
PT_CPU_MIN_MAX(unsigned long, long, unsigned long)
PT_CPU_MIN_MAX(unsigned long, unsigned long, long)
PT_CPU_MIN_MAX(long long, long long, long long)
PT_CPU_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
PT_CPU_MIN_MAX(unsigned long long, long long, unsigned long long)
PT_CPU_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef PT_CPU_MIN_MAX
inline float min(float a, float b) { return fminf(a, b); }
inline float max(float a, float b) { return fmaxf(a, b); }
inline double min(double a, double b) { return fmin(a, b); }
inline double max(double a, double b) { return fmax(a, b); }
inline double min(float a, double b) { return fmin(static_cast<double>(a), b); }
inline double max(float a, double b) { return fmax(static_cast<double>(a), b); }
inline double min(double a, float b) { return fmin(a, static_cast<double>(b)); }
inline double max(double a, float b) { return fmax(a, static_cast<double>(b)); }
inline unsigned umin(unsigned a, unsigned b) { return min(a, b); }
inline unsigned umax(unsigned a, unsigned b) { return max(a, b); }
inline long long llmin(long long a, long long b) { return min(a, b); }
inline long long llmax(long long a, long long b) { return max(a, b); }
inline unsigned long long ullmin(unsigned long long a, unsigned long long b) { return min(a, b); }
inline unsigned long long ullmax(unsigned long long a, unsigned long long b) { return max(a, b); }

// ---- functions of one number: double, float, and the name with f

#define PT_CPU_FLOATS(name, expression) \
    inline float name##f(float x) { return static_cast<float>(expression); } \
    inline float name(float x) { return name##f(x); }
#define PT_CPU_MATH1(name, expression) \
    inline double name(double x) { return expression; } \
    PT_CPU_FLOATS(name, name(static_cast<double>(x)))

#if !__GLIBC_PREREQ(2, 42)
PT_CPU_MATH1(rsqrt, 1.0 / ::sqrt(x))
#else
inline float rsqrt(float x) { return rsqrtf(x); }
#endif
#if !__GLIBC_PREREQ(2, 41)
PT_CPU_MATH1(sinpi, pt_cpu_sinpi(x))
PT_CPU_MATH1(cospi, pt_cpu_cospi(x))
#else
inline float sinpi(float x) { return sinpif(x); }
inline float cospi(float x) { return cospif(x); }
#endif
PT_CPU_MATH1(rcbrt, 1.0 / ::cbrt(x))
PT_CPU_MATH1(erfinv, pt_cpu_erfinv(x))
PT_CPU_MATH1(erfcinv, pt_cpu_erfcinv(x))
PT_CPU_MATH1(erfcx, pt_cpu_erfcx(x))
PT_CPU_MATH1(normcdf, pt_cpu_normcdf(x))
PT_CPU_MATH1(normcdfinv, pt_cpu_normcdfinv(x))
PT_CPU_MATH1(cyl_bessel_i0, pt_cpu_bessel_i0(x))
PT_CPU_MATH1(cyl_bessel_i1, pt_cpu_bessel_i1(x))
#undef PT_CPU_MATH1
#undef PT_CPU_FLOATS

#if defined(__GLIBC__)
inline float exp10(float x) { return ::exp10f(x); }
#endif

// ---- two results

#if !defined(__GLIBC__)
inline void sincos(double x, double *sine, double *cosine) { *sine = ::sin(x), *cosine = ::cos(x); }
inline void sincosf(float x, float *sine, float *cosine) { *sine = ::sinf(x), *cosine = ::cosf(x); }
inline double exp10(double x) { return ::pow(10.0, x); }
inline float exp10f(float x) { return static_cast<float>(::pow(10.0, static_cast<double>(x))); }
inline float exp10(float x) { return exp10f(x); }
#endif
inline void sincos(float x, float *sine, float *cosine) { ::sincosf(x, sine, cosine); }
inline void sincospi(double x, double *sine, double *cosine) { *sine = sinpi(x), *cosine = cospi(x); }
inline void sincospif(float x, float *sine, float *cosine) { *sine = sinpif(x), *cosine = cospif(x); }
inline void sincospi(float x, float *sine, float *cosine) { sincospif(x, sine, cosine); }

// ---- lengths

inline double rhypot(double x, double y) { return 1.0 / ::hypot(x, y); }
inline float rhypotf(float x, float y) { return static_cast<float>(rhypot(static_cast<double>(x), static_cast<double>(y))); }
inline float rhypot(float x, float y) { return rhypotf(x, y); }
inline double norm(int count, const double *values) { return pt_cpu_norm(count, values); }
inline float normf(int count, const float *values) { return static_cast<float>(pt_cpu_normf(count, values)); }
inline double rnorm(int count, const double *values) { return 1.0 / pt_cpu_norm(count, values); }
inline float rnormf(int count, const float *values) { return static_cast<float>(1.0 / pt_cpu_normf(count, values)); }
inline double norm3d(double a, double b, double c)
{
    const double values[] = {a, b, c};
    return pt_cpu_norm(3, values);
}
inline double norm4d(double a, double b, double c, double d)
{
    const double values[] = {a, b, c, d};
    return pt_cpu_norm(4, values);
}
inline float norm3df(float a, float b, float c) { return static_cast<float>(norm3d(a, b, c)); }
inline float norm4df(float a, float b, float c, float d) { return static_cast<float>(norm4d(a, b, c, d)); }
inline double rnorm3d(double a, double b, double c) { return 1.0 / norm3d(a, b, c); }
inline double rnorm4d(double a, double b, double c, double d) { return 1.0 / norm4d(a, b, c, d); }
inline float rnorm3df(float a, float b, float c) { return static_cast<float>(rnorm3d(a, b, c)); }
inline float rnorm4df(float a, float b, float c, float d) { return static_cast<float>(rnorm4d(a, b, c, d)); }

// ---- intrinsics of less accuracy: here the accurate functions. The C library may have declared some of these names.

#define PT_CPU_FAST1(name, function) \
    extern "C" inline float name(float x) noexcept { return ::function(x); }
PT_CPU_FAST1(__sinf, sinf)
PT_CPU_FAST1(__cosf, cosf)
PT_CPU_FAST1(__tanf, tanf)
PT_CPU_FAST1(__tanhf, tanhf)
PT_CPU_FAST1(__expf, expf)
PT_CPU_FAST1(__exp2f, exp2f)
PT_CPU_FAST1(__exp10f, exp10f)
PT_CPU_FAST1(__logf, logf)
PT_CPU_FAST1(__log2f, log2f)
PT_CPU_FAST1(__log10f, log10f)
#undef PT_CPU_FAST1
extern "C" inline float __powf(float x, float y) noexcept { return ::powf(x, y); }
extern "C" inline void __sincosf(float x, float *sine, float *cosine) noexcept { ::sincosf(x, sine, cosine); }
inline float fdividef(float x, float y) { return x / y; }
inline double fdivide(double x, double y) { return x / y; }
inline float __fdividef(float x, float y) { return x / y; }
inline float __saturatef(float x) { return x > 0.0f ? x < 1.0f ? x : 1.0f : 0.0f; } // NaN: 0

// ---- intrinsics with a rounding mode. Those that round to nearest are never merged into a fused operation.

namespace pt {
namespace cpu {
namespace detail {

#if defined(__FMA__) || defined(__aarch64__)
#if defined(__aarch64__)
template <class T> inline T apart(T x) { __asm__("" : "+w"(x)); return x; }
#else
template <class T> inline T apart(T x) { __asm__("" : "+x"(x)); return x; }
#endif
#else
template <class T> inline T apart(T x) { return x; }
#endif

} // namespace detail
} // namespace cpu
} // namespace pt

#define PT_CPU_ROUNDED1(name, T, function, expression) \
    inline T name##_rn(T x) { return pt::cpu::detail::apart<T>(expression); } \
    inline T name##_rz(T x) { return function(PT_CPU_TO_ZERO, PT_CPU_OPERANDS x); } \
    inline T name##_ru(T x) { return function(PT_CPU_UP, PT_CPU_OPERANDS x); } \
    inline T name##_rd(T x) { return function(PT_CPU_DOWN, PT_CPU_OPERANDS x); }
#define PT_CPU_ROUNDED2(name, T, function, expression) \
    inline T name##_rn(T x, T y) { return pt::cpu::detail::apart<T>(expression); } \
    inline T name##_rz(T x, T y) { return function(PT_CPU_TO_ZERO, x, y); } \
    inline T name##_ru(T x, T y) { return function(PT_CPU_UP, x, y); } \
    inline T name##_rd(T x, T y) { return function(PT_CPU_DOWN, x, y); }
#define PT_CPU_ROUNDED3(name, T, function, expression) \
    inline T name##_rn(T x, T y, T z) { return expression; } \
    inline T name##_rz(T x, T y, T z) { return function(PT_CPU_TO_ZERO, x, y, z); } \
    inline T name##_ru(T x, T y, T z) { return function(PT_CPU_UP, x, y, z); } \
    inline T name##_rd(T x, T y, T z) { return function(PT_CPU_DOWN, x, y, z); }
PT_CPU_ROUNDED2(__fadd, float, pt_cpu_add_float, x + y)
PT_CPU_ROUNDED2(__fsub, float, pt_cpu_sub_float, x - y)
PT_CPU_ROUNDED2(__fmul, float, pt_cpu_mul_float, x *y)
PT_CPU_ROUNDED2(__fdiv, float, pt_cpu_div_float, x / y)
PT_CPU_ROUNDED2(__dadd, double, pt_cpu_add_double, x + y)
PT_CPU_ROUNDED2(__dsub, double, pt_cpu_sub_double, x - y)
PT_CPU_ROUNDED2(__dmul, double, pt_cpu_mul_double, x *y)
PT_CPU_ROUNDED2(__ddiv, double, pt_cpu_div_double, x / y)
PT_CPU_ROUNDED3(__fmaf, float, pt_cpu_fma_float, ::fmaf(x, y, z))
PT_CPU_ROUNDED3(__fmaf_ieee, float, pt_cpu_fma_float, ::fmaf(x, y, z))
PT_CPU_ROUNDED3(__fma, double, pt_cpu_fma_double, ::fma(x, y, z))
#define PT_CPU_OPERANDS
PT_CPU_ROUNDED1(__fsqrt, float, pt_cpu_sqrt_float, ::sqrtf(x))
PT_CPU_ROUNDED1(__dsqrt, double, pt_cpu_sqrt_double, ::sqrt(x))
#undef PT_CPU_OPERANDS
#define PT_CPU_OPERANDS 1,
PT_CPU_ROUNDED1(__frcp, float, pt_cpu_div_float, 1.0f / x)
PT_CPU_ROUNDED1(__drcp, double, pt_cpu_div_double, 1.0 / x)
#undef PT_CPU_OPERANDS
#undef PT_CPU_ROUNDED1
#undef PT_CPU_ROUNDED2
#undef PT_CPU_ROUNDED3
inline float __frsqrt_rn(float x) { return static_cast<float>(1.0 / ::sqrt(static_cast<double>(x))); }

#endif
