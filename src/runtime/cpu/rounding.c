// Arithmetic with a rounding mode of its own: __fadd_rz and its like.
//
// In:  operands and a mode. Out: the result, rounded once.
// Invariant: the thread's rounding mode is as before. Operands and results pass through volatile variables, so that no
//            compiler moves the operation out of the two calls that set the mode.
#include <pt/cpu/rounding.h>

#include <fenv.h>
#include <math.h>

static int enter(pt_cpu_rounding_t mode)
{
    static const int modes[] = {[PT_CPU_TO_ZERO] = FE_TOWARDZERO, [PT_CPU_UP] = FE_UPWARD, [PT_CPU_DOWN] = FE_DOWNWARD};
    const int before = fegetround();
    fesetround(modes[mode]);
    return before;
}

#define ROUNDED1(name, R, T, expression)                        \
    R name(pt_cpu_rounding_t mode, T a)                         \
    {                                                           \
        volatile T x = a;                                       \
        const int before = enter(mode);                         \
        volatile R result = (R)(expression);                    \
        fesetround(before);                                     \
        return result;                                          \
    }
#define ROUNDED2(name, T, expression)                           \
    T name(pt_cpu_rounding_t mode, T a, T b)                    \
    {                                                           \
        volatile T x = a, y = b;                                \
        const int before = enter(mode);                         \
        volatile T result = expression;                         \
        fesetround(before);                                     \
        return result;                                          \
    }
#define ROUNDED3(name, T, expression)                           \
    T name(pt_cpu_rounding_t mode, T a, T b, T c)               \
    {                                                           \
        volatile T x = a, y = b, z = c;                         \
        const int before = enter(mode);                         \
        volatile T result = expression;                         \
        fesetround(before);                                     \
        return result;                                          \
    }

// By way of a type that holds every 64 bit integer: conversions of large unsigned ones are not single instructions.
ROUNDED1(pt_cpu_float_of_signed, float, int64_t, (long double)x)
ROUNDED1(pt_cpu_float_of_unsigned, float, uint64_t, (long double)x)
ROUNDED1(pt_cpu_double_of_signed, double, int64_t, (long double)x)
ROUNDED1(pt_cpu_double_of_unsigned, double, uint64_t, (long double)x)
ROUNDED1(pt_cpu_float_of_double, float, double, x)
ROUNDED1(pt_cpu_sqrt_float, float, float, sqrtf(x))
ROUNDED1(pt_cpu_sqrt_double, double, double, sqrt(x))
ROUNDED2(pt_cpu_add_float, float, x + y)
ROUNDED2(pt_cpu_sub_float, float, x - y)
ROUNDED2(pt_cpu_mul_float, float, x * y)
ROUNDED2(pt_cpu_div_float, float, x / y)
ROUNDED2(pt_cpu_add_double, double, x + y)
ROUNDED2(pt_cpu_sub_double, double, x - y)
ROUNDED2(pt_cpu_mul_double, double, x * y)
ROUNDED2(pt_cpu_div_double, double, x / y)
ROUNDED3(pt_cpu_fma_float, float, fmaf(x, y, z))
ROUNDED3(pt_cpu_fma_double, double, fma(x, y, z))
