// Complex numbers as pairs (CUDA's cuComplex.h: functions for both sides).
//
// In:  float2 and double2, x the real part. Out: the functions of that header.
// Invariant: quotients and absolute values are scaled, so that they overflow only where the result does.
#ifndef PT_CPU_CU_COMPLEX_H
#define PT_CPU_CU_COMPLEX_H
#define CU_COMPLEX_H_

#include "cuda_runtime.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define PT_CPU_COMPLEX(Complex, Real, suffix, absolute, root_of_squares) \
    static inline Complex make_##Complex(Real real, Real imaginary) \
    { \
        Complex z; \
        z.x = real, z.y = imaginary; \
        return z; \
    } \
    static inline Real cuCreal##suffix(Complex z) { return z.x; } \
    static inline Real cuCimag##suffix(Complex z) { return z.y; } \
    static inline Complex cuConj##suffix(Complex z) { return make_##Complex(z.x, -z.y); } \
    static inline Real cuCabs##suffix(Complex z) { return root_of_squares(z.x, z.y); } \
    static inline Complex cuCadd##suffix(Complex a, Complex b) { return make_##Complex(a.x + b.x, a.y + b.y); } \
    static inline Complex cuCsub##suffix(Complex a, Complex b) { return make_##Complex(a.x - b.x, a.y - b.y); } \
    static inline Complex cuCmul##suffix(Complex a, Complex b) \
    { \
        return make_##Complex(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); \
    } \
    static inline Complex cuCdiv##suffix(Complex a, Complex b) \
    { \
        const Real scale = absolute(b.x) + absolute(b.y); \
        const Real re = b.x / scale, im = b.y / scale, divisor = (re * re + im * im) * scale; \
        return make_##Complex((a.x * re + a.y * im) / divisor, (a.y * re - a.x * im) / divisor); \
    } \
    static inline Complex cuCfma##suffix(Complex a, Complex b, Complex c) \
    { \
        return cuCadd##suffix(cuCmul##suffix(a, b), c); \
    }
PT_CPU_COMPLEX(cuFloatComplex, float, f, fabsf, hypotf)
PT_CPU_COMPLEX(cuDoubleComplex, double, , fabs, hypot)
#undef PT_CPU_COMPLEX

static inline cuComplex make_cuComplex(float real, float imaginary) { return make_cuFloatComplex(real, imaginary); }
static inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return make_cuDoubleComplex(z.x, z.y); }
static inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z)
{
    return make_cuFloatComplex((float)z.x, (float)z.y);
}

#endif
