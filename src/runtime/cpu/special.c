// Mathematical functions that CUDA has and the C library has not.
//
// In:  a number. Out: the function's value, to about double precision.
// Invariant: the limits and special values that the CUDA Math API documents.
#include <pt/cpu/rounding.h>

#include <math.h>

static const double pi = 3.14159265358979323846, sqrt2 = 1.41421356237309504880, sqrt_pi = 1.77245385090551602730;

// The rest after the multiples of 2, exactly.
double pt_cpu_sinpi(double x)
{
    if (!isfinite(x))
        return NAN;
    double r = fmod(fabs(x), 2.0), sign = x < 0 ? -1.0 : 1.0;
    if (r >= 1.0) {
        r -= 1.0;
        sign = -sign;
    }
    if (r > 0.5)
        r = 1.0 - r;
    if (r == 0.0)
        return copysign(0.0, x);
    return sign * (r <= 0.25 ? sin(pi * r) : cos(pi * (0.5 - r)));
}

double pt_cpu_cospi(double x)
{
    if (!isfinite(x))
        return NAN;
    double r = fmod(fabs(x), 2.0), sign = 1.0;
    if (r > 1.0)
        r = 2.0 - r;
    if (r > 0.5) {
        r = 1.0 - r;
        sign = -1.0;
    }
    if (r == 0.5)
        return 0.0;
    return sign * (r <= 0.25 ? cos(pi * r) : sin(pi * (0.5 - r)));
}

// For 0 < p <= 0.5. Starts with Abramowitz and Stegun's 26.2.22 and goes on with Halley's method.
static double inverse_tail(double p)
{
    const double t = sqrt(-2.0 * log(p / 2.0));
    double x = ((2.30753 + t * 0.27061) / (1.0 + t * (0.99229 + t * 0.04481)) - t) * -0.70711;
    for (int i = 0; i < 4; i++) {
        const double error = erfc(x) - p;
        x += error / (2.0 / sqrt_pi * exp(-x * x) - x * error);
    }
    return x;
}

double pt_cpu_erfinv(double y)
{
    if (isnan(y) || fabs(y) > 1.0)
        return NAN;
    if (fabs(y) == 1.0)
        return copysign(INFINITY, y);
    if (fabs(y) > 0.5)
        return copysign(inverse_tail(1.0 - fabs(y)), y);
    double x = y * sqrt_pi / 2.0;
    for (int i = 0; i < 6; i++) {
        const double error = erf(x) - y;
        x -= error / (2.0 / sqrt_pi * exp(-x * x) + x * error);
    }
    return x;
}

double pt_cpu_erfcinv(double y)
{
    if (isnan(y) || y < 0.0 || y > 2.0)
        return NAN;
    if (y == 0.0)
        return INFINITY;
    return y < 0.5 ? inverse_tail(y) : pt_cpu_erfinv(1.0 - y); // the difference is exact
}

double pt_cpu_erfcx(double x)
{
    if (x < 25.0) {
        const double square = x * x, rest = fma(x, x, -square);
        return exp(square) * erfc(x) * (1.0 + (isfinite(rest) ? rest : 0.0));
    }
    const double r = 1.0 / (x * x);
    double series = 1.0; // the asymptotic one: eight terms are enough from 25 on
    for (int n = 8; n > 0; n--)
        series = 1.0 - (n - 0.5) * r * series;
    return series / (x * sqrt_pi);
}

// erfc falls so fast that the rounding of its argument shows: the rest is made good by the derivative.
double pt_cpu_normcdf(double x)
{
    static const double high = 0.70710678118654757, low = -4.8336466567264565e-17; // 1/sqrt(2)
    const double a = -x * high, tail = erfc(a);
    if (!(fabs(x) < 38.0))
        return 0.5 * tail;
    const double rest = fma(-x, high, -a) - x * low;
    return 0.5 * (tail - 2.0 / sqrt_pi * exp(-a * a) * rest);
}

double pt_cpu_normcdfinv(double p)
{
    return -sqrt2 * pt_cpu_erfcinv(2.0 * p);
}

// All terms of the power series are positive.
static double bessel(double x, double first, int order)
{
    if (!isfinite(x))
        return fabs(x);
    double sum = 0.0, term = first;
    for (int k = 1; sum + term != sum && isfinite(sum); k++) {
        sum += term;
        term *= x / 2.0 / k * (x / 2.0 / (k + order));
    }
    return sum;
}

double pt_cpu_bessel_i0(double x)
{
    return bessel(x, 1.0, 0);
}

double pt_cpu_bessel_i1(double x)
{
    return copysign(bessel(fabs(x), fabs(x) / 2.0, 1), x);
}

// Without overflow on the way.
double pt_cpu_norm(int count, const double *values)
{
    double largest = 0.0;
    for (int i = 0; i < count; i++)
        largest = isinf(values[i]) || !(fabs(values[i]) <= largest) ? fabs(values[i]) : largest;
    for (int i = 0; i < count; i++)
        if (isinf(values[i]))
            return INFINITY;
    if (!(largest > 0.0))
        return largest;
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += values[i] / largest * (values[i] / largest);
    return largest * sqrt(sum);
}

double pt_cpu_normf(int count, const float *values)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        if (isinf(values[i]))
            return INFINITY;
        sum += (double)values[i] * values[i];
    }
    return sqrt(sum);
}
