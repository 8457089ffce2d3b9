// Mathematical functions (CUDA Math API). Device code gets overloads of its own for float, double and integers; the
// few that host code also may expect without <math.h> (nvcc includes it) are declared as the C library has them.
// <math.h> itself is not included: parsing it costs more than all of the shim.
#ifndef PTCC_SHIM_MATH_FUNCTIONS_H
#define PTCC_SHIM_MATH_FUNCTIONS_H

#include "host_defines.h"

// Its macros. The C library's own, if they come, say the same.
#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440

template <class T> struct pt_shim_if_integer {};
#define PT_SHIM_INTEGER(T) template <> struct pt_shim_if_integer<T> { typedef double type; };
PT_SHIM_INTEGER(bool) PT_SHIM_INTEGER(char) PT_SHIM_INTEGER(signed char) PT_SHIM_INTEGER(unsigned char)
PT_SHIM_INTEGER(short) PT_SHIM_INTEGER(unsigned short) PT_SHIM_INTEGER(int) PT_SHIM_INTEGER(unsigned int)
PT_SHIM_INTEGER(long) PT_SHIM_INTEGER(unsigned long) PT_SHIM_INTEGER(long long) PT_SHIM_INTEGER(unsigned long long)
#undef PT_SHIM_INTEGER

// name(double), name(float), name(integer) and namef(float)
#define PT_SHIM_MATH1(name) \
    extern "C" double name(double x) noexcept; \
    extern "C" float name##f(float x) noexcept; \
    extern __device__ double name(double x); \
    extern __device__ float name(float x); \
    extern __device__ float name##f(float x); \
    template <class T> __device__ typename pt_shim_if_integer<T>::type name(T x);
#define PT_SHIM_MATH2(name) \
    extern "C" double name(double x, double y) noexcept; \
    extern "C" float name##f(float x, float y) noexcept; \
    extern __device__ double name(double x, double y); \
    extern __device__ float name(float x, float y); \
    extern __device__ float name##f(float x, float y); \
    extern __device__ double name(double x, float y); \
    extern __device__ double name(float x, double y); \
    template <class T> __device__ typename pt_shim_if_integer<T>::type name(T x, double y); \
    template <class T> __device__ typename pt_shim_if_integer<T>::type name(double x, T y); \
    template <class T, class U> __device__ decltype(typename pt_shim_if_integer<T>::type() + typename pt_shim_if_integer<U>::type()) name(T x, U y);
PT_SHIM_MATH1(acos) PT_SHIM_MATH1(acosh) PT_SHIM_MATH1(asin) PT_SHIM_MATH1(asinh) PT_SHIM_MATH1(atan) PT_SHIM_MATH1(atanh)
PT_SHIM_MATH1(cbrt) PT_SHIM_MATH1(ceil) PT_SHIM_MATH1(cos) PT_SHIM_MATH1(cosh) PT_SHIM_MATH1(erf) PT_SHIM_MATH1(erfc)
PT_SHIM_MATH1(exp) PT_SHIM_MATH1(exp2) PT_SHIM_MATH1(expm1) PT_SHIM_MATH1(fabs) PT_SHIM_MATH1(floor) PT_SHIM_MATH1(lgamma)
PT_SHIM_MATH1(log) PT_SHIM_MATH1(log10) PT_SHIM_MATH1(log1p) PT_SHIM_MATH1(log2) PT_SHIM_MATH1(logb) PT_SHIM_MATH1(nearbyint)
PT_SHIM_MATH1(rint) PT_SHIM_MATH1(round) PT_SHIM_MATH1(sin) PT_SHIM_MATH1(sinh) PT_SHIM_MATH1(sqrt) PT_SHIM_MATH1(tan)
PT_SHIM_MATH1(tanh) PT_SHIM_MATH1(tgamma) PT_SHIM_MATH1(trunc)
PT_SHIM_MATH2(atan2) PT_SHIM_MATH2(copysign) PT_SHIM_MATH2(fdim) PT_SHIM_MATH2(fmax) PT_SHIM_MATH2(fmin) PT_SHIM_MATH2(fmod)
PT_SHIM_MATH2(hypot) PT_SHIM_MATH2(nextafter) PT_SHIM_MATH2(pow) PT_SHIM_MATH2(remainder)
#undef PT_SHIM_MATH1
#undef PT_SHIM_MATH2

// nvcc includes <cmath>, so that code uses these without; the real <cmath> may follow.
namespace std {
using ::acos; using ::acosh; using ::asin; using ::asinh; using ::atan; using ::atanh; using ::cbrt; using ::ceil; using ::cos; using ::cosh;
using ::erf; using ::erfc; using ::exp; using ::exp2; using ::expm1; using ::fabs; using ::floor; using ::log; using ::log10; using ::log1p;
using ::log2; using ::rint; using ::round; using ::sin; using ::sinh; using ::sqrt; using ::tan; using ::tanh; using ::trunc; using ::atan2;
using ::copysign; using ::fmax; using ::fmin; using ::fmod; using ::hypot; using ::pow;
#if __has_include(<bits/stl_algobase.h>)
// libstdc++'s <cmath> brings these two; a redeclaration of its own (libc++ has them in an inline namespace).
template <class T> constexpr const T &min(const T &, const T &);
template <class T> constexpr const T &max(const T &, const T &);
#endif
}

// Functions that CUDA adds, on both sides
#define PT_SHIM_ADDED1(name) \
    extern __host__ __device__ double name(double x); \
    extern __host__ __device__ float name(float x); \
    extern __host__ __device__ float name##f(float x);
PT_SHIM_ADDED1(cospi) PT_SHIM_ADDED1(sinpi) PT_SHIM_ADDED1(rsqrt) PT_SHIM_ADDED1(rcbrt) PT_SHIM_ADDED1(erfinv)
PT_SHIM_ADDED1(erfcinv) PT_SHIM_ADDED1(erfcx) PT_SHIM_ADDED1(normcdf) PT_SHIM_ADDED1(normcdfinv)
#undef PT_SHIM_ADDED1
extern __device__ double cyl_bessel_i0(double x);
extern __device__ double cyl_bessel_i1(double x);
extern __device__ float cyl_bessel_i0f(float x);
extern __device__ float cyl_bessel_i1f(float x);
extern __host__ __device__ void sincospi(double x, double *sine, double *cosine);
extern __host__ __device__ void sincospi(float x, float *sine, float *cosine);
extern __host__ __device__ void sincospif(float x, float *sine, float *cosine);
extern __device__ double norm(int count, const double *p);
extern __device__ float normf(int count, const float *p);
extern __device__ double rnorm(int count, const double *p);
extern __device__ float rnormf(int count, const float *p);
extern __device__ double rhypot(double x, double y);
extern __device__ float rhypotf(float x, float y);
extern __device__ double norm3d(double a, double b, double c);
extern __device__ float norm3df(float a, float b, float c);
extern __device__ double rnorm3d(double a, double b, double c);
extern __device__ float rnorm3df(float a, float b, float c);
extern __device__ double norm4d(double a, double b, double c, double d);
extern __device__ float norm4df(float a, float b, float c, float d);
extern __device__ double rnorm4d(double a, double b, double c, double d);
extern __device__ float rnorm4df(float a, float b, float c, float d);
extern __device__ float fdividef(float x, float y);
extern __device__ double fdivide(double x, double y);

// C functions of other shapes, device side
extern __device__ void sincos(double x, double *sine, double *cosine);
extern __device__ void sincos(float x, float *sine, float *cosine);
extern __device__ void sincosf(float x, float *sine, float *cosine);
extern __device__ double fma(double x, double y, double z);
extern __device__ float fma(float x, float y, float z);
extern __device__ float fmaf(float x, float y, float z);
extern __device__ double frexp(double x, int *exponent);
extern __device__ float frexp(float x, int *exponent);
extern __device__ float frexpf(float x, int *exponent);
extern __device__ double ldexp(double x, int exponent);
extern __device__ float ldexp(float x, int exponent);
extern __device__ float ldexpf(float x, int exponent);
extern __device__ double scalbn(double x, int n);
extern __device__ float scalbn(float x, int n);
extern __device__ float scalbnf(float x, int n);
extern __device__ double scalbln(double x, long n);
extern __device__ float scalblnf(float x, long n);
extern __device__ double modf(double x, double *whole);
extern __device__ float modf(float x, float *whole);
extern __device__ float modff(float x, float *whole);
extern __device__ double remquo(double x, double y, int *quotient);
extern __device__ float remquof(float x, float y, int *quotient);
extern __device__ double nan(const char *tag);
extern __device__ float nanf(const char *tag);
extern __device__ double exp10(double x);
extern __device__ float exp10(float x);
extern __device__ float exp10f(float x);
extern __device__ double j0(double x);
extern __device__ double j1(double x);
extern __device__ double jn(int n, double x);
extern __device__ double y0(double x);
extern __device__ double y1(double x);
extern __device__ double yn(int n, double x);
extern __device__ float j0f(float x);
extern __device__ float j1f(float x);
extern __device__ float y0f(float x);
extern __device__ float y1f(float x);
extern __device__ int ilogb(double x);
extern __device__ int ilogb(float x);
extern __device__ int ilogbf(float x);
extern __device__ long lrint(double x);
extern __device__ long lrint(float x);
extern __device__ long lrintf(float x);
extern __device__ long lround(double x);
extern __device__ long lround(float x);
extern __device__ long lroundf(float x);
extern __device__ long long llrint(double x);
extern __device__ long long llrint(float x);
extern __device__ long long llrintf(float x);
extern __device__ long long llround(double x);
extern __device__ long long llround(float x);
extern __device__ long long llroundf(float x);
extern __device__ float pow(float x, int y);
extern __device__ double pow(double x, int y);
#define PT_SHIM_CLASSIFY(R, name) \
    extern __device__ R name(double x); \
    extern __device__ R name(float x);
PT_SHIM_CLASSIFY(bool, isnan) PT_SHIM_CLASSIFY(bool, isinf) PT_SHIM_CLASSIFY(bool, isfinite) PT_SHIM_CLASSIFY(bool, isnormal)
PT_SHIM_CLASSIFY(bool, signbit) PT_SHIM_CLASSIFY(int, __isnan) PT_SHIM_CLASSIFY(int, __isinf) PT_SHIM_CLASSIFY(int, __finite)
PT_SHIM_CLASSIFY(int, finite)
#undef PT_SHIM_CLASSIFY
extern __device__ int abs(int x);
extern __device__ long abs(long x);
extern __device__ long long abs(long long x);
extern __device__ float abs(float x);
extern __device__ double abs(double x);
extern __device__ long labs(long x);
extern __device__ long long llabs(long long x);

namespace std { using ::abs; }

// min and max of the global namespace
#define PT_SHIM_MIN_MAX(R, T, U) \
    extern __host__ __device__ R min(T a, U b); \
    extern __host__ __device__ R max(T a, U b);
PT_SHIM_MIN_MAX(int, int, int)
PT_SHIM_MIN_MAX(unsigned int, unsigned int, unsigned int)
PT_SHIM_MIN_MAX(unsigned int, int, unsigned int)
PT_SHIM_MIN_MAX(unsigned int, unsigned int, int)
PT_SHIM_MIN_MAX(long, long, long)
PT_SHIM_MIN_MAX(unsigned long, unsigned long, unsigned long)
PT_SHIM_MIN_MAX(unsigned long, long, unsigned long)
PT_SHIM_MIN_MAX(unsigned long, unsigned long, long)
PT_SHIM_MIN_MAX(long long, long long, long long)
PT_SHIM_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
PT_SHIM_MIN_MAX(unsigned long long, long long, unsigned long long)
PT_SHIM_MIN_MAX(unsigned long long, unsigned long long, long long)
PT_SHIM_MIN_MAX(float, float, float)
PT_SHIM_MIN_MAX(double, double, double)
PT_SHIM_MIN_MAX(double, float, double)
PT_SHIM_MIN_MAX(double, double, float)
#undef PT_SHIM_MIN_MAX
extern __host__ __device__ unsigned int umin(unsigned int a, unsigned int b);
extern __host__ __device__ unsigned int umax(unsigned int a, unsigned int b);
extern __host__ __device__ long long llmin(long long a, long long b);
extern __host__ __device__ long long llmax(long long a, long long b);
extern __host__ __device__ unsigned long long ullmin(unsigned long long a, unsigned long long b);
extern __host__ __device__ unsigned long long ullmax(unsigned long long a, unsigned long long b);

// Intrinsics with a rounding mode or less precision
#define PT_SHIM_ROUNDED1(name, T) \
    extern __device__ T name##_rn(T x); extern __device__ T name##_rz(T x); \
    extern __device__ T name##_ru(T x); extern __device__ T name##_rd(T x);
#define PT_SHIM_ROUNDED2(name, T) \
    extern __device__ T name##_rn(T x, T y); extern __device__ T name##_rz(T x, T y); \
    extern __device__ T name##_ru(T x, T y); extern __device__ T name##_rd(T x, T y);
#define PT_SHIM_ROUNDED3(name, T) \
    extern __device__ T name##_rn(T x, T y, T z); extern __device__ T name##_rz(T x, T y, T z); \
    extern __device__ T name##_ru(T x, T y, T z); extern __device__ T name##_rd(T x, T y, T z);
PT_SHIM_ROUNDED2(__fadd, float) PT_SHIM_ROUNDED2(__fsub, float) PT_SHIM_ROUNDED2(__fmul, float) PT_SHIM_ROUNDED2(__fdiv, float)
PT_SHIM_ROUNDED2(__dadd, double) PT_SHIM_ROUNDED2(__dsub, double) PT_SHIM_ROUNDED2(__dmul, double) PT_SHIM_ROUNDED2(__ddiv, double)
PT_SHIM_ROUNDED1(__frcp, float) PT_SHIM_ROUNDED1(__fsqrt, float) PT_SHIM_ROUNDED1(__drcp, double) PT_SHIM_ROUNDED1(__dsqrt, double)
PT_SHIM_ROUNDED3(__fmaf, float) PT_SHIM_ROUNDED3(__fmaf_ieee, float) PT_SHIM_ROUNDED3(__fma, double)
#undef PT_SHIM_ROUNDED1
#undef PT_SHIM_ROUNDED2
#undef PT_SHIM_ROUNDED3
extern __device__ float __frsqrt_rn(float x);
extern __device__ float __fdividef(float x, float y);
extern __device__ float __saturatef(float x);
extern __device__ float saturate(float x);
extern __device__ float __sinf(float x);
extern __device__ float __cosf(float x);
extern __device__ float __tanf(float x);
extern __device__ float __tanhf(float x);
extern __device__ void __sincosf(float x, float *sine, float *cosine);
extern __device__ float __expf(float x);
extern __device__ float __exp10f(float x);
extern __device__ float __exp2f(float x);
extern __device__ float __logf(float x);
extern __device__ float __log2f(float x);
extern __device__ float __log10f(float x);
extern __device__ float __powf(float x, float y);

#endif
