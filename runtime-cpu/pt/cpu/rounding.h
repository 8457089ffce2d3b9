// Arithmetic with a rounding mode of its own, and functions that the C library has not (src/runtime/cpu/rounding.c,
// special.c). In: numbers. Out: results. Invariant: for C and C++; the thread's rounding mode is as before.
#ifndef PT_CPU_ROUNDING_H
#define PT_CPU_ROUNDING_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pt_cpu_rounding { PT_CPU_TO_ZERO, PT_CPU_UP, PT_CPU_DOWN } pt_cpu_rounding_t;

float pt_cpu_float_of_signed(pt_cpu_rounding_t mode, int64_t x);
float pt_cpu_float_of_unsigned(pt_cpu_rounding_t mode, uint64_t x);
float pt_cpu_float_of_double(pt_cpu_rounding_t mode, double x);
double pt_cpu_double_of_signed(pt_cpu_rounding_t mode, int64_t x);
double pt_cpu_double_of_unsigned(pt_cpu_rounding_t mode, uint64_t x);
float pt_cpu_add_float(pt_cpu_rounding_t mode, float x, float y);
float pt_cpu_sub_float(pt_cpu_rounding_t mode, float x, float y);
float pt_cpu_mul_float(pt_cpu_rounding_t mode, float x, float y);
float pt_cpu_div_float(pt_cpu_rounding_t mode, float x, float y);
float pt_cpu_sqrt_float(pt_cpu_rounding_t mode, float x);
float pt_cpu_fma_float(pt_cpu_rounding_t mode, float x, float y, float z);
double pt_cpu_add_double(pt_cpu_rounding_t mode, double x, double y);
double pt_cpu_sub_double(pt_cpu_rounding_t mode, double x, double y);
double pt_cpu_mul_double(pt_cpu_rounding_t mode, double x, double y);
double pt_cpu_div_double(pt_cpu_rounding_t mode, double x, double y);
double pt_cpu_sqrt_double(pt_cpu_rounding_t mode, double x);
double pt_cpu_fma_double(pt_cpu_rounding_t mode, double x, double y, double z);

double pt_cpu_sinpi(double x);
double pt_cpu_cospi(double x);
double pt_cpu_erfinv(double x);
double pt_cpu_erfcinv(double x);
double pt_cpu_erfcx(double x);
double pt_cpu_normcdf(double x);
double pt_cpu_normcdfinv(double x);
double pt_cpu_bessel_i0(double x);
double pt_cpu_bessel_i1(double x);
double pt_cpu_norm(int count, const double *values);
double pt_cpu_normf(int count, const float *values);

#ifdef __cplusplus
}
#endif

#endif
