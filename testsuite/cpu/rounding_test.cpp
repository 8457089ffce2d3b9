// Conversions and arithmetic with a rounding mode on the CPU back end.
//
// In:  libptcpu. Out: TAP. Invariant: a result is compared exactly, with its neighbours, in a type in which nothing is rounded.
#include "check.hpp"
#include "random.hpp"

#include <cuda_runtime.h>

#include <cfenv>
#include <cfloat>
#include <climits>
#include <limits>

namespace {

#if defined(__SIZEOF_FLOAT128__)
__extension__ typedef __float128 wide;
constexpr bool wide_holds_products = true; // of two doubles
#else
typedef long double wide;
constexpr bool wide_holds_products = LDBL_MANT_DIG >= 113;
#endif

// ---- conversions

template <class T> void to_integers(T (*convert[4])(double), const char *name)
{
    const double low = static_cast<double>(std::numeric_limits<T>::min());
    const double high = static_cast<double>(std::numeric_limits<T>::max()); // or one more
    generator random = {2};
    bool right = true;
    for (int i = 0; i < 4000; ++i) {
        const double x = i < 40 ? (i - 20) / 4.0 : static_cast<double>(random.number<float>(-3, 66));
        const double below = std::floor(x), rest = x - below, above = rest > 0 ? below + 1 : below;
        const double near = rest > 0.5 || (rest == 0.5 && std::fmod(below, 2.0) != 0) ? above : below;
        const double whole[] = {near, x < 0 ? above : below, above, below};
        for (int mode = 0; mode < 4; ++mode) {
            const T expected = whole[mode] <= low    ? std::numeric_limits<T>::min()
                               : whole[mode] >= high ? std::numeric_limits<T>::max()
                                                     : static_cast<T>(whole[mode]);
            if (convert[mode](x) != expected) {
                std::printf("# %s, mode %d, of %a\n", name, mode, x);
                right = false;
            }
        }
    }
    CHECK(right);
    for (int mode = 0; mode < 4; ++mode) {
        CHECK(convert[mode](HUGE_VAL) == std::numeric_limits<T>::max());
        CHECK(convert[mode](-HUGE_VAL) == std::numeric_limits<T>::min());
    }
}

#define CHECK_TO_INTEGER(name, From, T) \
    do { \
        T (*convert[4])(double) = {[](double x) { return name##_rn(static_cast<From>(x)); }, \
                                   [](double x) { return name##_rz(static_cast<From>(x)); }, \
                                   [](double x) { return name##_ru(static_cast<From>(x)); }, \
                                   [](double x) { return name##_rd(static_cast<From>(x)); }}; \
        to_integers<T>(convert, #name); \
    } while (0)

template <class T> T next(T x) { return std::nextafter(x, static_cast<T>(HUGE_VAL)); }
template <class T> T previous(T x) { return std::nextafter(x, static_cast<T>(-HUGE_VAL)); }

// Whether `got` is `exact` rounded up or down: no number of its type is nearer on that side.
template <class T> bool rounded_up(T got, wide exact)
{
    return static_cast<wide>(got) >= exact && static_cast<wide>(previous(got)) < exact;
}
template <class T> bool rounded_down(T got, wide exact)
{
    return static_cast<wide>(got) <= exact && static_cast<wide>(next(got)) > exact;
}
template <class T> bool rounded_to_zero(T got, wide exact)
{
    return exact > 0 ? rounded_down(got, exact) : exact < 0 ? rounded_up(got, exact) : got == 0;
}
template <class T> bool rounded_to_nearest(T got, wide exact)
{
    const wide here = exact - static_cast<wide>(got);
    const wide above = static_cast<wide>(next(got)) - exact;
    const wide below = exact - static_cast<wide>(previous(got));
    const wide error = here < 0 ? -here : here;
    int exponent;
    const double significand = std::frexp(static_cast<double>(got), &exponent);
    const bool even = std::fmod(std::ldexp(significand, std::numeric_limits<T>::digits), 2.0) == 0;
    return error < above && error < below ? true : error <= above && error <= below && even;
}

#define CHECK_ROUNDED(name, arguments, exact) \
    do { \
        const wide value = exact; \
        if (!rounded_to_nearest(name##_rn arguments, value) || !rounded_to_zero(name##_rz arguments, value) || \
            !rounded_up(name##_ru arguments, value) || !rounded_down(name##_rd arguments, value)) \
            wrong = #name; \
    } while (0)

void conversions()
{
    CHECK_TO_INTEGER(__float2int, float, int);
    CHECK_TO_INTEGER(__float2uint, float, unsigned);
    CHECK_TO_INTEGER(__float2ll, float, long long);
    CHECK_TO_INTEGER(__float2ull, float, unsigned long long);
    CHECK_TO_INTEGER(__double2int, double, int);
    CHECK_TO_INTEGER(__double2uint, double, unsigned);
    CHECK_TO_INTEGER(__double2ll, double, long long);
    CHECK_TO_INTEGER(__double2ull, double, unsigned long long);
    CHECK(__float2int_rz(NAN) == 0 && __float2uint_rn(NAN) == 0 && __float2ll_rz(NAN) == LLONG_MIN);
    CHECK(__double2int_rz(NAN) == INT_MIN && __double2uint_rz(NAN) == 0x80000000u);
    CHECK(__double2ull_rz(NAN) == 1ull << 63);

    const char *wrong = nullptr;
    generator random = {3};
    for (int i = 0; i < 4000; ++i) {
        const unsigned long long u = random() >> random() % 64;
        const long long s = i & 1 ? static_cast<long long>(u) : -static_cast<long long>(u >> 1);
        const int n = static_cast<int>(s);
        const unsigned m = static_cast<unsigned>(u);
        CHECK_ROUNDED(__int2float, (n), n);
        CHECK_ROUNDED(__uint2float, (m), m);
        CHECK_ROUNDED(__ll2float, (s), s);
        CHECK_ROUNDED(__ull2float, (u), u);
        CHECK_ROUNDED(__ll2double, (s), s);
        CHECK_ROUNDED(__ull2double, (u), u);
        const double d = random.number<double>(-100, 100);
        CHECK_ROUNDED(__double2float, (d), d);
        if (__int2double_rn(n) != n || __uint2double_rn(m) != m)
            wrong = "__int2double_rn";
    }
    if (wrong)
        std::printf("# %s\n", wrong);
    CHECK(!wrong);
    CHECK(__double2float_rz(1e300) == FLT_MAX && __double2float_rn(1e300) == HUGE_VALF);
    CHECK(__double2float_ru(1e-300) == FLT_TRUE_MIN && __double2float_rd(1e-300) == 0);
    CHECK(__float_as_int(-0.0f) == INT_MIN && __float_as_uint(1.0f) == 0x3f800000u);
    CHECK(__int_as_float(0x3f800000) == 1 && __uint_as_float(0xbf800000u) == -1);
    CHECK(__double_as_longlong(1.0) == 0x3ff0000000000000 && __longlong_as_double(0x3ff0000000000000) == 1);
    CHECK(__double2hiint(-2.0) == static_cast<int>(0xc0000000u) && __double2loint(1.0 + DBL_EPSILON) == 1);
    CHECK(__hiloint2double(static_cast<int>(0xc0000000u), 0) == -2);
}

// ---- arithmetic with a rounding mode

// A quotient or a root is compared with its neighbours by multiplying back, which is exact.
template <class T> int quotient_side(T got, T x, T y) // sign of x / y - got
{
    const wide rest = static_cast<wide>(x) - static_cast<wide>(got) * static_cast<wide>(y);
    return rest == 0 ? 0 : (rest > 0) == (y > 0) ? 1 : -1;
}
template <class T> int root_side(T got, T x)
{
    const wide rest = static_cast<wide>(x) - static_cast<wide>(got) * static_cast<wide>(got);
    return rest > 0 ? 1 : rest < 0 ? -1 : 0;
}

#define CHECK_SIDES(name, arguments, side, positive) \
    do { \
        const auto down = name##_rd arguments, up = name##_ru arguments, near = name##_rn arguments; \
        const bool exact = side(down) == 0; \
        if (!(side(down) >= 0 && (exact ? up == down : up == next(down) && side(up) < 0)) || \
            name##_rz arguments != ((positive) ? down : up) || (near != up && near != down)) \
            wrong = #name; \
    } while (0)

// Exponents near each other: all sums and products fit into `wide` as they are.
template <class T> void rounded_arithmetic(const char *&wrong);

template <> void rounded_arithmetic<float>(const char *&wrong)
{
    generator random = {4};
    for (int i = 0; i < 5000; ++i) {
        const float x = random.number<float>(-20, 20), y = random.number<float>(-20, 20);
        const float z = random.number<float>(-20, 20);
        const wide a = x, b = y, c = z;
        CHECK_ROUNDED(__fadd, (x, y), a + b);
        CHECK_ROUNDED(__fsub, (x, y), a - b);
        CHECK_ROUNDED(__fmul, (x, y), a * b);
        CHECK_ROUNDED(__fmaf, (x, y, z), a * b + c);
        CHECK_ROUNDED(__fmaf_ieee, (x, y, z), a * b + c);
        const float p = std::fabs(x);
        CHECK_SIDES(__fdiv, (x, y), [&](float got) { return quotient_side(got, x, y); }, (x > 0) == (y > 0));
        CHECK_SIDES(__frcp, (x), [&](float got) { return quotient_side(got, 1.0f, x); }, x > 0);
        CHECK_SIDES(__fsqrt, (p), [&](float got) { return root_side(got, p); }, true);
        // Nearest of 1/sqrt(p): p * (the middle between neighbours)^2 is on the other side of 1.
        const float root = __frsqrt_rn(p);
        const wide above = (static_cast<wide>(root) + static_cast<wide>(next(root))) / 2;
        const wide below = (static_cast<wide>(root) + static_cast<wide>(previous(root))) / 2;
        if (!(static_cast<wide>(p) * above * above > 1 && static_cast<wide>(p) * below * below < 1))
            wrong = "__frsqrt_rn";
    }
}

template <> void rounded_arithmetic<double>(const char *&wrong)
{
    generator random = {5};
    for (int i = 0; i < 5000; ++i) {
        const double x = random.number<double>(-20, 20), y = random.number<double>(-20, 20);
        const double f = random.number<double>(0, 0), g = random.number<double>(0, 0);
        const double h = random.number<double>(-40, 5);
        const wide a = x, b = y;
        CHECK_ROUNDED(__dadd, (x, y), a + b);
        CHECK_ROUNDED(__dsub, (x, y), a - b);
        CHECK_ROUNDED(__dmul, (x, y), a * b);
        CHECK_ROUNDED(__fma, (f, g, h), static_cast<wide>(f) * static_cast<wide>(g) + static_cast<wide>(h));
        const double p = std::fabs(x);
        CHECK_SIDES(__ddiv, (x, y), [&](double got) { return quotient_side(got, x, y); }, (x > 0) == (y > 0));
        CHECK_SIDES(__drcp, (x), [&](double got) { return quotient_side(got, 1.0, x); }, x > 0);
        CHECK_SIDES(__dsqrt, (p), [&](double got) { return root_side(got, p); }, true);
    }
}

void rounding()
{
    const char *wrong = nullptr;
    rounded_arithmetic<float>(wrong);
    if (wrong)
        std::printf("# %s\n", wrong);
    CHECK(!wrong);
    wrong = nullptr;
    if (wide_holds_products)
        rounded_arithmetic<double>(wrong);
    if (wrong)
        std::printf("# %s\n", wrong);
    CHECK(!wrong);

    // Beyond the largest and below the smallest
    CHECK(__fadd_rz(FLT_MAX, FLT_MAX) == FLT_MAX && __fadd_rd(FLT_MAX, FLT_MAX) == FLT_MAX);
    CHECK(__fadd_ru(FLT_MAX, FLT_MAX) == HUGE_VALF && __fadd_ru(-FLT_MAX, -FLT_MAX) == -FLT_MAX);
    CHECK(__fmul_ru(FLT_TRUE_MIN, 0.25f) == FLT_TRUE_MIN && __fmul_rz(FLT_TRUE_MIN, 0.75f) == 0);
    CHECK(__dmul_rd(-DBL_TRUE_MIN, 0.25) == -DBL_TRUE_MIN && __dmul_rn(-DBL_TRUE_MIN, 0.25) == 0);
    CHECK(__fdiv_rz(1, 0) == HUGE_VALF && std::isnan(__fdiv_ru(0, 0)) && std::isnan(__fsqrt_rd(-1)));
    // The sign of an exact zero
    CHECK(std::signbit(__fadd_rd(1, -1)) && !std::signbit(__fadd_ru(1, -1)) && !std::signbit(__dadd_rz(1, -1)));
    // One rounding, not two
    CHECK(__fmaf_rn(1 + FLT_EPSILON, 1 - FLT_EPSILON, -1) == -FLT_EPSILON * FLT_EPSILON);
    CHECK(std::fegetround() == FE_TONEAREST);
    // Not merged into fused operations, however the compiler is set
    const volatile float one = 1 + FLT_EPSILON, less = 1 - FLT_EPSILON;
    CHECK(__fadd_rn(__fmul_rn(one, less), -1) == 0);
}

} // namespace

int main(int argc, char **argv)
{
    const check::test tests[] = {
        {"conversions", conversions},
        {"rounding", rounding},
    };
    return check::run(tests, argc, argv);
}
