// cuda_fp16.h and cuda_bf16.h on the CPU back end.
//
// In:  every number of 16 bits, what lies between two of them, kernels launched without ptcc. Out: TAP. What must come
//      out is found by searching all numbers of the format for the nearest, not by looking at bits.
#include "tap.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

static_assert(sizeof(__half) == 2 && alignof(__half) == 2 && sizeof(__half2) == 4 && alignof(__half2) == 4, "CUDA's");
static_assert(sizeof(__nv_bfloat16) == 2 && sizeof(__nv_bfloat162) == 4 && alignof(__nv_bfloat162) == 4, "CUDA's");
static_assert(std::is_trivially_copyable<__half>::value && std::is_trivially_default_constructible<__half2>::value,
              "so that they may be __shared__");

// ---- the formats, as the test sees them ---------------------------------------------------------------------------

struct of_half {
    typedef __half number;
    typedef __half2 pair;
    static constexpr int mantissa_bits = 10, exponent_bits = 5;
    static number from_bits(unsigned bits) { return __ushort_as_half(static_cast<unsigned short>(bits)); }
    static unsigned bits(number x) { return __half_as_ushort(x); }
    static number near(float x) { return __float2half_rn(x); }
    static number zero(float x) { return __float2half_rz(x); }
    static number up(float x) { return __float2half_ru(x); }
    static number down(float x) { return __float2half_rd(x); }
};

struct of_bfloat16 {
    typedef __nv_bfloat16 number;
    typedef __nv_bfloat162 pair;
    static constexpr int mantissa_bits = 7, exponent_bits = 8;
    static number from_bits(unsigned bits) { return __ushort_as_bfloat16(static_cast<unsigned short>(bits)); }
    static unsigned bits(number x) { return __bfloat16_as_ushort(x); }
    static number near(float x) { return __float2bfloat16_rn(x); }
    static number zero(float x) { return __float2bfloat16_rz(x); }
    static number up(float x) { return __float2bfloat16_ru(x); }
    static number down(float x) { return __float2bfloat16_rd(x); }
};

template <class F> static constexpr unsigned infinity = ((1u << F::exponent_bits) - 1u) << F::mantissa_bits;

// By the definition of the format; the next one's place for infinity.
template <class F> static long double value_of(unsigned bits)
{
    const int bias = (1 << (F::exponent_bits - 1)) - 1, field = static_cast<int>((bits & 0x7fffu) >> F::mantissa_bits);
    const int fraction = static_cast<int>(bits & ((1u << F::mantissa_bits) - 1u));
    const long double part = std::ldexp(static_cast<long double>(fraction), -F::mantissa_bits);
    const long double size = field ? std::ldexp(1.0L + part, field - bias) : std::ldexp(part, 1 - bias);
    return bits & 0x8000u ? -size : size;
}

template <class F> static const std::vector<long double> &sizes() // of all numbers up to infinity's place
{
    static const std::vector<long double> all = [] {
        std::vector<long double> made;
        for (unsigned bits = 0; bits <= infinity<F>; bits++)
            made.push_back(value_of<F>(bits));
        return made;
    }();
    return all;
}

enum class mode { near, zero, up, down };

// The bits that x rounds to. x is finite.
template <class F> static unsigned rounded(long double x, mode how)
{
    const bool negative = std::signbit(x);
    const long double size = negative ? -x : x;
    const std::vector<long double> &all = sizes<F>();
    const unsigned sign = negative ? 0x8000u : 0u, most = infinity<F>;
    const unsigned above = static_cast<unsigned>(std::lower_bound(all.begin(), all.end(), size) - all.begin());
    const bool stays_finite = how != mode::near && how != (negative ? mode::down : mode::up);
    if (above > most || (above == most && all[above] == size))
        return sign | (stays_finite ? most - 1u : most);
    if (all[above] == size)
        return sign | above;
    const unsigned below = above - 1u;
    switch (how) {
    case mode::near: {
        const long double to_below = size - all[below], to_above = all[above] - size;
        return sign | (to_below < to_above || (to_below == to_above && below % 2 == 0) ? below : above);
    }
    case mode::zero: return sign | below;
    case mode::up: return sign | (negative ? below : above);
    default: return sign | (negative ? above : below);
    }
}

static unsigned complaints;
static bool same(unsigned got, unsigned wanted, double x, const char *what)
{
    if (got != wanted && complaints++ < 20)
        std::printf("# %s of %a: %04x, not %04x\n", what, x, got, wanted);
    return got == wanted;
}

// ---- conversions --------------------------------------------------------------------------------------------------

template <class F> static bool there_and_back()
{
    bool right = true;
    for (unsigned bits = 0; bits < 65536; bits++) {
        const typename F::number x = F::from_bits(bits);
        const float f = x;
        const unsigned size = bits & 0x7fffu;
        if (size > infinity<F>) {
            right = right && f != f && __hisnan(x) && F::bits(F::near(f)) == 0x7fffu;
            continue;
        }
        right = right && (size == infinity<F> ? std::isinf(f) && __hisinf(x) == (bits >> 15 ? -1 : 1)
                                              : static_cast<long double>(f) == value_of<F>(bits) && !__hisinf(x));
        right = right && std::signbit(f) == (bits >> 15 != 0) && !__hisnan(x) && F::bits(x) == bits;
        right = right && F::bits(F::near(f)) == bits && F::bits(F::zero(f)) == bits && F::bits(F::up(f)) == bits;
        right = right && F::bits(F::down(f)) == bits && F::bits(typename F::number(static_cast<double>(f))) == bits;
    }
    return right;
}

template <class F> static bool all_modes(float x)
{
    bool right = same(F::bits(F::near(x)), rounded<F>(x, mode::near), x, "rn");
    right = same(F::bits(F::zero(x)), rounded<F>(x, mode::zero), x, "rz") && right;
    right = same(F::bits(F::up(x)), rounded<F>(x, mode::up), x, "ru") && right;
    right = same(F::bits(F::down(x)), rounded<F>(x, mode::down), x, "rd") && right;
    return same(F::bits(typename F::number(static_cast<double>(x))), rounded<F>(x, mode::near), x, "double") && right;
}

// Between each two neighbours: the middle, what lies next to it, what lies next to the ends.
template <class F> static bool between_neighbours()
{
    const std::vector<long double> &all = sizes<F>();
    bool right = true;
    for (unsigned below = 0; below < infinity<F>; below++) {
        const float low = static_cast<float>(all[below]);
        const float middle = static_cast<float>((all[below] + all[below + 1]) / 2);
        const float high = below + 1 < infinity<F> || all[below + 1] <= std::numeric_limits<float>::max()
                               ? static_cast<float>(all[below + 1])
                               : std::numeric_limits<float>::max();
        for (float x : {std::nextafter(low, high), std::nextafter(middle, low), middle, std::nextafter(middle, high),
                        std::nextafter(high, low)})
            right = all_modes<F>(x) && all_modes<F>(-x) && right;
        const double exact = static_cast<double>((all[below] + all[below + 1]) / 2);
        for (double x : {std::nextafter(exact, 0.0), exact, std::nextafter(exact, 1e300)})
            right = same(F::bits(typename F::number(x)), rounded<F>(x, mode::near), x, "double") && right;
    }
    return right;
}

template <class F> static bool far_away()
{
    bool right = true;
    for (float x : {0.0f, 1e-45f, 1e-40f, 1e-38f, 1e-20f, 1e-8f, 3e-8f, 65503.0f, 65519.99f, 65520.0f, 65536.0f, 1e6f,
                    1e38f, 3.39e38f, std::numeric_limits<float>::max()})
        right = all_modes<F>(x) && all_modes<F>(-x) && right;
    for (double x : {5e-324, 1e-300, 1e300, 1e39, 1e-46, 3.4e38, 3.3961775292304957e38})
        right = same(F::bits(typename F::number(x)), rounded<F>(x, mode::near), x, "double") && right;
    const float nothing = std::numeric_limits<float>::quiet_NaN(), endless = std::numeric_limits<float>::infinity();
    return right && F::bits(F::near(nothing)) == 0x7fffu && F::bits(F::down(-endless)) == (infinity<F> | 0x8000u) &&
           F::bits(F::up(-endless)) == (infinity<F> | 0x8000u) && F::bits(F::zero(endless)) == infinity<F>;
}

template <class F> static bool from_integers()
{
    bool right = true;
    std::mt19937_64 random(7);
    for (int i = 0; i < 20000; i++) {
        const unsigned long long some = random() >> (random() % 64);
        const long long with_sign = static_cast<long long>(random()) >> (random() % 64);
        const int small = static_cast<int>(random()) >> (random() % 32);
        typedef typename F::number number;
        right = right && F::bits(number(some)) == rounded<F>(static_cast<long double>(some), mode::near);
        right = right && F::bits(number(with_sign)) == rounded<F>(static_cast<long double>(with_sign), mode::near);
        right = right && F::bits(number(small)) == rounded<F>(small, mode::near);
    }
    right = right && __half_as_ushort(__int2half_rz(2049)) == 0x6800u &&
        __half_as_ushort(__int2half_ru(2049)) == 0x6801u;
    right = right && __half_as_ushort(__int2half_rd(-2049)) == 0xe801u &&
        __half_as_ushort(__ll2half_rn(2051)) == 0x6802u;
    return right && __half_as_ushort(__ull2half_rz(1ull << 40)) == 0x7bffu &&
        __half_as_ushort(__uint2half_rn(70000u)) == 0x7c00u;
}

static bool to_integers()
{
    const __half x(2.5f), y(-2.5f), large = CUDART_INF_FP16, none = CUDART_NAN_FP16;
    bool right = __half2int_rn(x) == 2 && __half2int_rz(y) == -2 && __half2int_ru(x) == 3 && __half2int_rd(y) == -3;
    right = right && __half2int_rn(large) == 2147483647 && __half2uint_rn(y) == 0u && __half2short_rz(large) == 32767;
    right = right && __half2ll_rd(-large) == std::numeric_limits<long long>::min() && __half2int_rn(none) == 0;
    right = right && static_cast<int>(x) == 2 && static_cast<signed char>(__half(300)) == 127 && static_cast<bool>(x);
    return right && __bfloat162int_rn(__nv_bfloat16(3.5f)) == 4 && !static_cast<bool>(__half(-0.0f)) &&
           __half2ull_rz(__half(65504.0f)) == 65504ull && __half2ushort_rn(large) == 65535;
}

// ---- arithmetic ---------------------------------------------------------------------------------------------------

// Bits that make a difference: around zero, one, the ends, and any.
template <class F> static unsigned some_bits(std::mt19937 &random)
{
    const unsigned one = ((1u << (F::exponent_bits - 1)) - 1u) << F::mantissa_bits, any = random() & 0xffffu;
    switch (random() % 5) {
    case 0: return (any & 0x8000u) | (any & 0x1ffu);
    case 1: return (any & 0x8000u) | (one + (any & 0x7ffu));
    case 2: return (any & 0x8000u) | (infinity<F> - (any & 0x1ffu));
    default: return any;
    }
}

template <class F> static bool arithmetic()
{
    typedef typename F::number number;
    std::mt19937 random(11);
    bool right = true;
    for (int i = 0; i < 400000; i++) {
        const unsigned bits_a = some_bits<F>(random), bits_b = some_bits<F>(random);
        const number a = F::from_bits(bits_a), b = F::from_bits(bits_b);
        if (__hisnan(a) || __hisnan(b) || __hisinf(a) || __hisinf(b)) {
            const float fa = a, fb = b, sum = fa + fb;
            right = right && (sum != sum ? F::bits(a + b) == 0x7fffu : static_cast<float>(a + b) == sum);
            right = right && (a == b) == (fa == fb) && (a != b) == (fa != fb) && (a < b) == (fa < fb) &&
                (a >= b) == (fa >= fb);
            continue;
        }
        const long double x = value_of<F>(bits_a), y = value_of<F>(bits_b);
        right = same(F::bits(a + b), rounded<F>(x + y, mode::near), static_cast<double>(x), "a + b") && right;
        right = same(F::bits(a - b), rounded<F>(x - y, mode::near), static_cast<double>(x), "a - b") && right;
        right = same(F::bits(a * b), rounded<F>(x * y, mode::near), static_cast<double>(x), "a * b") && right;
        if (y != 0)
            right = same(F::bits(a / b), rounded<F>(x / y, mode::near), static_cast<double>(x), "a / b") && right;
        if (x >= 0 && !std::signbit(x))
            right = same(F::bits(hsqrt(a)), rounded<F>(std::sqrt(x), mode::near), static_cast<double>(x), "root") &&
                right;
        right = right && (a < b) == (x < y) && (a == b) == (x == y) && __hlt(a, b) == (x < y) && __hmax(a, b) >= a;
    }
    return right;
}

// The addend, however small, decides where the product is in the middle between two numbers.
template <class F> static bool fused()
{
    typedef typename F::number number;
    std::mt19937 random(13);
    bool right = true;
    const unsigned one = ((1u << (F::exponent_bits - 1)) - 1u) << F::mantissa_bits;
    const number odd = F::from_bits(one + 1u), half_more = F::from_bits(one + (1u << (F::mantissa_bits - 1)));
    const number least = F::from_bits(1u), none = F::from_bits(0u);
    const unsigned tie = F::bits(__hfma(odd, half_more, none)), above = F::bits(__hfma(odd, half_more, least));
    const unsigned below = F::bits(__hfma(odd, half_more, __hneg(least)));
    right = right && above == below + 1u && (tie == above || tie == below) && tie % 2 == 0;
    for (int i = 0; i < 200000; i++) { // sums that long double holds
        const unsigned a = some_bits<F>(random), b = some_bits<F>(random), c = some_bits<F>(random);
        if (std::max({a & 0x7fffu, b & 0x7fffu, c & 0x7fffu}) >= infinity<F>)
            continue;
        const long double product = value_of<F>(a) * value_of<F>(b), addend = value_of<F>(c), sum = product + addend;
        if (sum - product != addend || sum - addend != product || sum == 0)
            continue;
        right = same(F::bits(__hfma(F::from_bits(a), F::from_bits(b), F::from_bits(c))), rounded<F>(sum, mode::near),
                     static_cast<double>(sum), "fma") && right;
    }
    return right;
}

template <class F> static bool functions()
{
    typedef typename F::number number;
    typedef typename F::pair pair;
    const number nan = F::from_bits(0x7fffu), one(1), two(2), zero(0.0f), minus_zero = F::from_bits(0x8000u);
    bool right = __hmax(nan, one) == one && __hmin(one, nan) == one && __hisnan(__hmax_nan(nan, one)) &&
        __hisnan(__hmin(nan, nan));
    right = right && F::bits(__hmax(minus_zero, zero)) == 0u && F::bits(__hmin(zero, minus_zero)) == 0x8000u;
    right = right && F::bits(__hneg(one)) == (F::bits(one) | 0x8000u) && __habs(__hneg(two)) == two &&
        -one == number(-1.0f);
    right = right && __hadd_sat(one, one) == one && __hsub_sat(one, two) == zero && __hmul_sat(nan, one) == zero;
    right = right && __hfma_relu(one, __hneg(one), zero) == zero && __hisnan(__hfma_relu(nan, one, one));
    right = right && !__heq(nan, nan) && __hequ(nan, nan) && !__hne(nan, one) && __hneu(nan, one) && nan != nan;
    right = right && hexp(zero) == one && hlog2(two) == one && hexp2(one) == two && hrcp(two) == number(0.5f);
    right = right && hrsqrt(number(4)) == number(0.5f) && hfloor(number(-1.5f)) == number(-2) &&
        hrint(number(2.5f)) == two;
    right = right && hceil(number(1.5f)) == two && htrunc(number(-1.5f)) == number(-1) && hsin(zero) == zero &&
        hcos(zero) == one;
    number counter(3);
    right = right && counter++ == number(3) && ++counter == number(5) && (counter -= two) == number(3) &&
        (counter *= two) == number(6);
    counter = 1.5f;
    counter = counter / number(3.0) < one ? number(7) : counter;
    const pair p(one, two), q(two, two), sum = p + q;
    right = right && counter == number(7) && sum.x == number(3) && sum.y == number(4) && p != p + p && p == p &&
        !(p == q);
    right = right && !(p != q) && p <= q && !(p < q) && __hbeq2(p, p) && __heq2(p, q).x == zero &&
        __heq2(p, q).y == one;
    right = right && __heq2_mask(p, q) == 0xffff0000u && __low2float(p) == 1.0f && __high2float(p) == 2.0f;
    const pair product = __hcmadd(p, q, pair(zero, one)); // (1 + 2 i) (2 + 2 i) + i
    return right && product == pair(number(-2), number(7)) && __hfma2(p, q, q) == pair(number(4), number(6)) &&
           __lowhigh2highlow(p) == pair(two, one) && __h2div(q, p) == pair(two, one);
}

static bool pairs_by_name()
{
    const half2 h = __floats2half2_rn(1.0f, 2.0f), twice = __half2half2(__float2half(3.0f));
    const nv_bfloat162 b = __float22bfloat162_rn(float2{1.0f, 2.0f}),
        more = __bfloat162bfloat162(__float2bfloat16(3.0f));
    bool right = __half22float2(h).y == 2.0f && __low2half(twice) == __high2half(twice) &&
        __lows2half2(h, twice) == make_half2(1, 3);
    right = right && __bfloat1622float2(b).x == 1.0f && __high2bfloat16(more) == nv_bfloat16(3) &&
        __float2half2_rn(2.0f).x == half(2);
    right = right && __high2half2(h) == __halves2half2(2, 2) && static_cast<__half2_raw>(h).y == 0x4000u;
    return right && static_cast<float>(CUDART_ONE_FP16) == 1.0f && __hisnan(CUDART_NAN_BF16) &&
           static_cast<float>(CUDART_MAX_NORMAL_FP16) == 65504.0f;
}

// ---- kernels ------------------------------------------------------------------------------------------------------

static void sums(const __half *in, __half *out, __half2 *pair, __nv_bfloat16 *narrow)
{
    __half x = __ldg(&in[threadIdx.x]);
    for (int offset = 16; offset > 0; offset /= 2)
        x += __shfl_down_sync(0xffffffffu, x, static_cast<unsigned>(offset));
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, x);
    const __half2 both = __shfl_xor_sync(0xffffffffu, __half2(in[threadIdx.x], 1), 1);
    atomicAdd(pair, both);
    atomicAdd(narrow, __shfl_sync(0xffffffffu, __nv_bfloat16(static_cast<int>(threadIdx.x % 32)), 2));
}

int main()
{
    CHECK(there_and_back<of_half>(), "half: all 65536 to float and back");
    CHECK(there_and_back<of_bfloat16>(), "bfloat16: all 65536 to float and back");
    CHECK(between_neighbours<of_half>(), "half: between all neighbours");
    CHECK(between_neighbours<of_bfloat16>(), "bfloat16: between all neighbours");
    CHECK(far_away<of_half>(), "half: the ends and beyond");
    CHECK(far_away<of_bfloat16>(), "bfloat16: the ends and beyond");
    CHECK(from_integers<of_half>() && from_integers<of_bfloat16>(), "from integers");
    CHECK(to_integers(), "to integers");
    CHECK(arithmetic<of_half>(), "half: arithmetic and comparisons");
    CHECK(arithmetic<of_bfloat16>(), "bfloat16: arithmetic and comparisons");
    CHECK(fused<of_half>(), "half: fused multiply and add");
    CHECK(fused<of_bfloat16>(), "bfloat16: fused multiply and add");
    CHECK(functions<of_half>(), "half: functions and operators");
    CHECK(functions<of_bfloat16>(), "bfloat16: functions and operators");
    CHECK(pairs_by_name(), "pairs");

    std::vector<__half> in(64);
    float expected = 0;
    for (unsigned i = 0; i < 64; i++) {
        in[i] = static_cast<float>(i % 7);
        expected += static_cast<float>(i % 7);
    }
    __half total(0.0f);
    __half2 both(0, 0);
    __nv_bfloat16 narrow(0);
    const __half *const source = in.data();
    CHECK(tap::run(1, 64, sums, source, &total, &both, &narrow) && static_cast<float>(total) == expected &&
              static_cast<float>(both.x) == expected && both.y == __half(64) && narrow == __nv_bfloat16(128),
          "shuffles, atomics, __ldg");
    return tap::finish();
}
