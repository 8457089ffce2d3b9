// Mathematical functions on the CPU back end that are CUDA's, or that CUDA has for other types.
//
// In:  libptcpu. Out: TAP. Invariant: what is expected comes from tables, or follows from what the function is.
#include "check.hpp"

#include <cuda_runtime.h>

#include <cfloat>
#include <cmath>
#include <type_traits>

namespace {

bool close(double got, double expected, double units)
{
    return got == expected || std::fabs(got - expected) <= units * DBL_EPSILON * std::fabs(expected);
}
bool close(float got, double expected, double units)
{
    const double value = static_cast<double>(got), epsilon = static_cast<double>(FLT_EPSILON);
    return value == expected || std::fabs(value - expected) <= units * epsilon * std::fabs(expected);
}

#define CHECK_CLOSE(expression, expected) CHECK(close(expression, expected, 8))

// Values: Abramowitz and Stegun, Handbook of Mathematical Functions; more digits from computations of high precision.
void mathematics()
{
    CHECK(min(3, -4) == -4 && max(3u, 4) == 4 && min(-1, 1u) == 1 && max(-1ll, 1ll) == 1 && min(2ul, 1ul) == 1);
    CHECK(max(1.5f, 2.0) == 2 && min(1.5f, NAN) == 1.5f && max(NAN, 1.0) == 1);
    static_assert(std::is_same<decltype(min(1, 2u)), unsigned>::value, "CUDA's mixtures of types");
    static_assert(std::is_same<decltype(max(1.f, 2.)), double>::value, "CUDA's mixtures of types");
    CHECK(umin(1, 2) == 1 && umax(1, 2) == 2 && llmin(-1, 2) == -1 && llmax(-1, 2) == 2 && ullmin(1, 2) == 1 &&
          ullmax(1, 2) == 2);

    CHECK_CLOSE(rsqrt(4.0), 0.5);
    CHECK_CLOSE(rsqrt(2.0f), 0.70710678118654752);
    CHECK_CLOSE(rsqrtf(16.0f), 0.25);
    CHECK(rsqrt(0.0) == HUGE_VAL && std::isnan(rsqrt(-1.0)));
    CHECK_CLOSE(rcbrt(8.0), 0.5);
    CHECK_CLOSE(rcbrtf(-27.0f), -1.0 / 3);
    CHECK(sinpi(1.0) == 0 && sinpi(0.5) == 1 && sinpi(1.5) == -1 && sinpi(-2.5) == -1 && std::signbit(sinpi(-1.0)));
    CHECK(cospi(0.5) == 0 && cospi(1.0) == -1 && cospi(2.0) == 1 && cospi(1e15) == 1 && std::isnan(cospi(HUGE_VAL)));
    CHECK_CLOSE(sinpi(0.25), 0.70710678118654752);
    CHECK_CLOSE(sinpif(7.0f / 4), -0.70710678118654752);
    CHECK_CLOSE(cospif(1.0f / 3), 0.49999997297228306);
    double sine, cosine;
    sincospi(1.75, &sine, &cosine);
    CHECK_CLOSE(sine, -0.70710678118654752);
    CHECK_CLOSE(cosine, 0.70710678118654752);
    float sine_float, cosine_float;
    sincospif(0.5f, &sine_float, &cosine_float);
    CHECK(sine_float == 1 && cosine_float == 0);
    sincosf(1.0f, &sine_float, &cosine_float);
    CHECK_CLOSE(sine_float, 0.84147098480789651);
    sincos(1.0, &sine, &cosine);
    CHECK_CLOSE(cosine, 0.54030230586813972);

    CHECK_CLOSE(erfinv(0.5), 0.47693627620446987);
    CHECK_CLOSE(erfinv(-0.999), -2.3267537655135245);
    CHECK_CLOSE(erfinv(1e-10), 8.8622692545275805e-11);
    CHECK(erfinv(1.0) == HUGE_VAL && erfinv(-1.0) == -HUGE_VAL && std::isnan(erfinv(1.5)) && erfinv(0.0) == 0);
    CHECK_CLOSE(erfinvf(0.5f), 0.47693627620446987);
    CHECK_CLOSE(erfcinv(0.5), 0.47693627620446987);
    CHECK_CLOSE(erfcinv(1e-10), 4.5728249673894853);
    CHECK_CLOSE(erfcinv(1e-300), 26.209469960516124);
    CHECK_CLOSE(erfcinv(1.5), -0.47693627620446987);
    CHECK(erfcinv(0.0) == HUGE_VAL && erfcinv(2.0) == -HUGE_VAL && erfcinv(1.0) == 0);
    CHECK_CLOSE(erfcx(1.0), 0.42758357615580701);
    CHECK_CLOSE(erfcx(-2.0), 108.94090438997797);
    CHECK_CLOSE(erfcx(30.0), 0.018795888861416751);
    CHECK_CLOSE(erfcxf(10.0f), 0.056140992743822586);
    CHECK_CLOSE(normcdf(1.0), 0.84134474606854293);
    CHECK_CLOSE(normcdf(-30.0), 4.9067139271481871e-198);
    CHECK_CLOSE(normcdff(-5.0f), 2.8665157187919391e-07);
    CHECK_CLOSE(normcdfinv(0.975), 1.9599639845400539);
    CHECK_CLOSE(normcdfinv(1e-20), -9.2623400897984076);
    CHECK_CLOSE(cyl_bessel_i0(1.0), 1.2660658777520084);
    CHECK_CLOSE(cyl_bessel_i1(-1.0), -0.56515910399248503);
    CHECK_CLOSE(cyl_bessel_i0(20.0), 43558282.559553534);
    CHECK_CLOSE(cyl_bessel_i1f(20.0f), 42454973.385127775);
    CHECK_CLOSE(j0(1.0), 0.76519768655796655);
    CHECK_CLOSE(j1f(1.0f), 0.44005058574493352);
    CHECK_CLOSE(yn(2, 1.0), -1.6506826068162546);
    CHECK_CLOSE(tgamma(4.5), 11.631728396567448);
    CHECK_CLOSE(lgammaf(0.5f), 0.57236494292470009);
    CHECK_CLOSE(exp10(3.0), 1000.0);
    CHECK_CLOSE(exp10f(-2.0f), 0.01);
    CHECK_CLOSE(cbrt(27.0), 3.0);

    CHECK_CLOSE(rhypot(3.0, 4.0), 0.2);
    CHECK_CLOSE(rhypotf(3.0f, 4.0f), 0.2);
    CHECK(norm3d(1, 2, 2) == 3 && norm4d(1e200, 1e200, 1e200, 1e200) == 2e200 && norm4df(2, 4, 5, 6) == 9);
    CHECK_CLOSE(rnorm3d(1, 2, 2), 1.0 / 3);
    CHECK_CLOSE(rnorm4df(2, 4, 5, 6), 1.0 / 9);
    CHECK(norm3d(NAN, HUGE_VAL, 1) == HUGE_VAL && std::isnan(norm3d(1, NAN, 1)) && norm3d(0, 0, 0) == 0);
    const double values[] = {2, 4, 5, 6, 12};
    const float floats[] = {2, 4, 5, 6, 12};
    CHECK(norm(5, values) == 15 && normf(5, floats) == 15 && norm(0, values) == 0);
    CHECK_CLOSE(rnorm(5, values), 1.0 / 15);
    CHECK_CLOSE(rnormf(5, floats), 1.0 / 15);

    CHECK(__saturatef(0.5f) == 0.5f && __saturatef(-1) == 0 && __saturatef(2) == 1 && __saturatef(NAN) == 0);
    CHECK_CLOSE(__sinf(1.0f), 0.84147098480789651);
    CHECK_CLOSE(__cosf(1.0f), 0.54030230586813972);
    CHECK_CLOSE(__expf(1.0f), 2.7182818284590452);
    CHECK_CLOSE(__exp10f(2.0f), 100.0);
    CHECK_CLOSE(__logf(10.0f), 2.302585092994046);
    CHECK_CLOSE(__log2f(8.0f), 3.0);
    CHECK_CLOSE(__log10f(1000.0f), 3.0);
    CHECK_CLOSE(__powf(2.0f, 0.5f), 1.4142135623730950);
    CHECK_CLOSE(__tanf(1.0f), 1.5574077246549022);
    CHECK(__fdividef(1.0f, 4.0f) == 0.25f && fdividef(1.0f, 4.0f) == 0.25f && fdivide(1.0, 4.0) == 0.25);
    CHECK((std::is_same<decltype(sqrt(1.0f)), float>::value) && abs(-1.5f) == 1.5f && abs(-3ll) == 3);
    CHECK(isnan(NAN) && isinf(HUGE_VAL) && isfinite(1.0f) && signbit(-0.0f));
}

} // namespace

int main(int argc, char **argv)
{
    const check::test tests[] = {
        {"mathematics", mathematics},
    };
    return check::run(tests, argc, argv);
}
