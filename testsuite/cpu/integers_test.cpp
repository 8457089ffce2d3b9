// Intrinsics of integers on the CPU back end: bits, products, means, parts of words, DPX.
//
// In:  libptcpu. Out: TAP. Invariant: what is expected is computed bit by bit, or in a wider type.
#include "check.hpp"
#include "random.hpp"

#include <cuda_runtime.h>

#include <climits>

namespace {

const unsigned corners[] = {0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0x80000001,
                            0xfffffffe, 0xffffffff, 0x00ff00ff, 0x80808080, 0x7f7f7f7f, 0x12345678};

// For all pairs of corners, then for random ones.
template <class F> void for_words(F f)
{
    for (unsigned a : corners)
        for (unsigned b : corners)
            f(a, b);
    generator random = {1};
    for (int i = 0; i < 2000; ++i) {
        const unsigned a = random.word() >> random() % 32, b = random.word() >> random() % 32;
        f(a, b);
    }
}

int bit(unsigned long long x, int i) { return static_cast<int>(x >> i & 1); }

void bits()
{
    bool one = true, two = true, selected = true, shifted = true;
    for_words([&](unsigned a, unsigned b) {
        const unsigned long long x = static_cast<unsigned long long>(a) << 32 | b;
        int zeros = 0, set = 0, first = 0, zeros2 = 0, set2 = 0, first2 = 0;
        unsigned reversed = 0;
        unsigned long long reversed2 = 0;
        for (int i = 63; i >= 0; --i) {
            set2 += bit(x, i);
            first2 = bit(x, i) ? i + 1 : first2;
            reversed2 |= static_cast<unsigned long long>(bit(x, i)) << (63 - i);
        }
        while (zeros2 < 64 && !bit(x, 63 - zeros2))
            ++zeros2;
        for (int i = 31; i >= 0; --i) {
            set += bit(a, i);
            first = bit(a, i) ? i + 1 : first;
            reversed |= static_cast<unsigned>(bit(a, i)) << (31 - i);
        }
        while (zeros < 32 && !bit(a, 31 - zeros))
            ++zeros;
        one = one && __clz(static_cast<int>(a)) == zeros && __popc(a) == set && __ffs(static_cast<int>(a)) == first &&
              __brev(a) == reversed;
        const long long number = static_cast<long long>(x);
        two = two && __clzll(number) == zeros2 && __popcll(x) == set2 && __ffsll(number) == first2 &&
              __brevll(x) == reversed2;

        unsigned char bytes[8];
        for (int i = 0; i < 4; ++i) {
            bytes[i] = static_cast<unsigned char>(a >> 8 * i);
            bytes[4 + i] = static_cast<unsigned char>(b >> 8 * i);
        }
        unsigned permuted = 0;
        for (int i = 0; i < 4; ++i)
            permuted |= static_cast<unsigned>(bytes[(b >> 4 * i) & 7]) << 8 * i;
        selected = selected && __byte_perm(a, b, b) == permuted;

        for (unsigned n : {0u, 1u, 31u, 32u, 33u, 64u, 100u}) {
            const unsigned wrapped = n % 32, capped = n < 32 ? n : 32;
            const unsigned __int128 both = x; // a is the high word
            shifted = shifted && __funnelshift_l(b, a, n) == static_cast<unsigned>((both << wrapped) >> 32) &&
                      __funnelshift_lc(b, a, n) == static_cast<unsigned>((both << capped) >> 32) &&
                      __funnelshift_r(b, a, n) == static_cast<unsigned>(both >> wrapped) &&
                      __funnelshift_rc(b, a, n) == static_cast<unsigned>(both >> capped);
        }
    });
    CHECK(one);
    CHECK(two);
    CHECK(selected);
    CHECK(shifted);
    CHECK(__fns(0x0000b0a0u, 0, 1) == 5 && __fns(0x0000b0a0u, 0, 3) == 12 && __fns(0x0000b0a0u, 5, 1) == 5);
    CHECK(__fns(0x0000b0a0u, 6, 1) == 7 && __fns(0x0000b0a0u, 31, -1) == 15 && __fns(0x0000b0a0u, 12, -2) == 7);
    CHECK(__fns(0x0000b0a0u, 5, 0) == 5 && __fns(0x0000b0a0u, 6, 0) == UINT_MAX && __fns(0xb0a0u, 0, 9) == UINT_MAX);
    int asked = 0;
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wassume"
#endif
    __builtin_assume(++asked == 1); // what a compiler may believe is not done
    CHECK(asked == 0);
}

long long signed24(unsigned x) { return static_cast<long long>(x & 0xffffffu) - ((x & 0x800000u) ? 0x1000000 : 0); }

// Downwards, also for negative numbers.
long long half_of(long long x) { return x >= 0 ? x / 2 : -((-x + 1) / 2); }

void products_and_means()
{
    bool high = true, small = true, means = true, differences = true, dots = true;
    for_words([&](unsigned a, unsigned b) {
        const int x = static_cast<int>(a), y = static_cast<int>(b);
        const unsigned long long u = a, v = b, p = u << 32 | v, q = v << 32 | u;
        const long long s = x, t = y;
        // Long products, from products of halves
        const unsigned long long ll = v * u, lh = v * v, hl = u * u, hh = u * v;
        const unsigned long long middle = (ll >> 32) + (lh & 0xffffffffu) + (hl & 0xffffffffu);
        const unsigned long long top = hh + (lh >> 32) + (hl >> 32) + (middle >> 32);
        const unsigned long long top_signed = top - (x < 0 ? q : 0) - (y < 0 ? p : 0);
        high = high && __mulhi(x, y) == static_cast<int>((s * t) >> 32) && __umulhi(a, b) == (u * v) >> 32 &&
               __umul64hi(p, q) == top &&
               __mul64hi(static_cast<long long>(p), static_cast<long long>(q)) == static_cast<long long>(top_signed);
        small = small && __umul24(a, b) == static_cast<unsigned>((u & 0xffffff) * (v & 0xffffff)) &&
                __mul24(x, y) == static_cast<int>(static_cast<unsigned long long>(signed24(a) * signed24(b)));
        means = means && __hadd(x, y) == half_of(s + t) && __rhadd(x, y) == half_of(s + t + 1) &&
                __uhadd(a, b) == (u + v) / 2 && __urhadd(a, b) == (u + v + 1) / 2;
        differences = differences && __sad(x, y, 7u) == static_cast<unsigned>((s > t ? s - t : t - s) + 7) &&
                      __usad(a, b, 7u) == static_cast<unsigned>((u > v ? u - v : v - u) + 7);
        signed char sa[4], sb[4];
        unsigned char ua[4], ub[4];
        short ha[2];
        unsigned short ga[2];
        std::memcpy(sa, &a, 4), std::memcpy(ua, &a, 4), std::memcpy(ha, &a, 4), std::memcpy(ga, &a, 4);
        std::memcpy(sb, &b, 4), std::memcpy(ub, &b, 4);
        long long four = 11, low = 11, up = 11;
        unsigned long long four_unsigned = 11, low_unsigned = 11, up_unsigned = 11;
        for (int i = 0; i < 4; ++i)
            four += sa[i] * sb[i], four_unsigned += static_cast<unsigned>(ua[i] * ub[i]);
        for (int i = 0; i < 2; ++i) {
            low += ha[i] * sb[i], up += ha[i] * sb[2 + i];
            low_unsigned += static_cast<unsigned>(ga[i] * ub[i]);
            up_unsigned += static_cast<unsigned>(ga[i] * ub[2 + i]);
        }
        dots = dots && __dp4a(x, y, 11) == four && __dp4a(a, b, 11u) == four_unsigned && __dp2a_lo(x, y, 11) == low &&
               __dp2a_hi(x, y, 11) == up && __dp2a_lo(a, b, 11u) == low_unsigned && __dp2a_hi(a, b, 11u) == up_unsigned;
    });
    CHECK(high);
    CHECK(small);
    CHECK(means);
    CHECK(differences);
    CHECK(dots);
    CHECK(__dp4a(make_char4(1, -2, 3, -4), make_char4(5, 6, -7, 8), 100) == 100 + 5 - 12 - 21 - 32);
    CHECK(__dp4a(make_uchar4(1, 2, 3, 255), make_uchar4(5, 6, 7, 255), 1u) == 1 + 5 + 12 + 21 + 65025);
    CHECK(__dp2a_lo(make_short2(300, -2), make_char4(2, 3, 100, 101), 1) == 1 + 600 - 6);
    CHECK(__dp2a_hi(make_ushort2(300, 2), make_uchar4(2, 3, 100, 101), 1u) == 1 + 30000 + 202);
}

// The parts of a word, signed or not, changed by a function of integers and put together again.
template <class Part, class F> unsigned by_parts(unsigned a, unsigned b, F f)
{
    Part x[4 / sizeof(Part)], y[4 / sizeof(Part)];
    std::memcpy(x, &a, 4);
    std::memcpy(y, &b, 4);
    for (unsigned i = 0; i < 4 / sizeof(Part); ++i)
        x[i] = static_cast<Part>(f(static_cast<int>(x[i]), static_cast<int>(y[i])));
    std::memcpy(&a, x, 4);
    return a;
}
template <class Part> int saturated(int x)
{
    const int low = Part(-1) < Part(0) ? -(1 << (8 * sizeof(Part) - 1)) : 0, high = low + (1 << 8 * sizeof(Part)) - 1;
    return x < low ? low : x > high ? high : x;
}

#define CHECK_PARTS(name, Two, Four, expression) \
    do { \
        bool right = true; \
        for_words([&](unsigned x, unsigned y) { \
            { \
                using Part = Two; \
                right = right && name##2(x, y) == by_parts<Part>(x, y, [](int a, int b) { return expression; }); \
            } \
            { \
                using Part = Four; \
                right = right && name##4(x, y) == by_parts<Part>(x, y, [](int a, int b) { return expression; }); \
            } \
        }); \
        CHECK(right && #name[0]); \
    } while (0)
#define CHECK_PARTS_S(name, expression) CHECK_PARTS(name, short, signed char, expression)
#define CHECK_PARTS_U(name, expression) CHECK_PARTS(name, unsigned short, unsigned char, expression)

void parts_of_words()
{
    CHECK_PARTS_U(__vadd, a + b);
    CHECK_PARTS_U(__vsub, a - b);
    CHECK_PARTS_S(__vaddss, saturated<Part>(a + b));
    CHECK_PARTS_U(__vaddus, saturated<Part>(a + b));
    CHECK_PARTS_S(__vsubss, saturated<Part>(a - b));
    CHECK_PARTS_U(__vsubus, saturated<Part>(a - b));
    CHECK_PARTS_S(__vabsdiffs, a > b ? a - b : b - a);
    CHECK_PARTS_U(__vabsdiffu, a > b ? a - b : b - a);
    CHECK_PARTS_U(__vavgu, (a + b + 1) / 2);
    CHECK_PARTS_S(__vavgs, a + b >= 0 ? (a + b + 1) / 2 : -((1 - a - b) / 2)); // away from zero
    CHECK_PARTS_U(__vhaddu, (a + b) / 2);
    CHECK_PARTS_S(__vmaxs, a > b ? a : b);
    CHECK_PARTS_U(__vmaxu, a > b ? a : b);
    CHECK_PARTS_S(__vmins, a < b ? a : b);
    CHECK_PARTS_U(__vminu, a < b ? a : b);
    CHECK_PARTS_U(__vcmpeq, a == b ? 0xffff : 0);
    CHECK_PARTS_U(__vcmpne, a != b ? 0xffff : 0);
    CHECK_PARTS_S(__vcmpges, a >= b ? -1 : 0);
    CHECK_PARTS_U(__vcmpgeu, a >= b ? 0xffff : 0);
    CHECK_PARTS_S(__vcmpgts, a > b ? -1 : 0);
    CHECK_PARTS_U(__vcmpgtu, a > b ? 0xffff : 0);
    CHECK_PARTS_S(__vcmples, a <= b ? -1 : 0);
    CHECK_PARTS_U(__vcmpleu, a <= b ? 0xffff : 0);
    CHECK_PARTS_S(__vcmplts, a < b ? -1 : 0);
    CHECK_PARTS_U(__vcmpltu, a < b ? 0xffff : 0);
    CHECK_PARTS_U(__vseteq, a == b ? 1 : 0);
    CHECK_PARTS_U(__vsetne, a != b ? 1 : 0);
    CHECK_PARTS_S(__vsetges, a >= b ? 1 : 0);
    CHECK_PARTS_U(__vsetgeu, a >= b ? 1 : 0);
    CHECK_PARTS_S(__vsetgts, a > b ? 1 : 0);
    CHECK_PARTS_U(__vsetgtu, a > b ? 1 : 0);
    CHECK_PARTS_S(__vsetles, a <= b ? 1 : 0);
    CHECK_PARTS_U(__vsetleu, a <= b ? 1 : 0);
    CHECK_PARTS_S(__vsetlts, a < b ? 1 : 0);
    CHECK_PARTS_U(__vsetltu, a < b ? 1 : 0);
    CHECK(__vabs2(0x8000ffffu) == 0x80000001u && __vabs4(0x80ff7f01u) == 0x80017f01u);
    CHECK(__vabsss2(0x8000ffffu) == 0x7fff0001u && __vabsss4(0x80ff7f01u) == 0x7f017f01u);
    CHECK(__vneg2(0x80000001u) == 0x8000ffffu && __vneg4(0x80ff7f01u) == 0x800181ffu);
    CHECK(__vnegss2(0x80000001u) == 0x7fffffffu && __vnegss4(0x80ff7f01u) == 0x7f0181ffu);
    CHECK(__vsads2(0x80000001u, 0x7fffffffu) == 65535 + 2 && __vsadu2(0x80000001u, 0x7fffffffu) == 1 + 65534);
    CHECK(__vsads4(0x80ff0201u, 0x7f010000u) == 255 + 2 + 2 + 1 && __vsadu4(0x80ff0201u, 0x7f010000u) == 1 + 254 + 3);
}

// The DPX functions, half by half in wide integers.
unsigned halves_of(unsigned high, unsigned low) { return high << 16 | (low & 0xffffu); }

void least_and_greatest()
{
    CHECK(__viaddmax_s32(INT_MAX, 1, -5) == -5 && __viaddmin_s32(INT_MAX, 1, -5) == INT_MIN && __viaddmax_s32_relu(-3, 1, -5) == 0);
    CHECK(__viaddmax_u32(UINT_MAX, 2, 0) == 1 && __viaddmin_u32(UINT_MAX, 1, 7) == 0 && __viaddmin_s32_relu(4, 5, 8) == 8);
    CHECK(__vimax3_s32(-1, -2, -3) == -1 && __vimax3_u32(1, UINT_MAX, 3) == UINT_MAX && __vimax3_s32_relu(-1, -2, -3) == 0);
    CHECK(__vimin3_s32(1, 2, -3) == -3 && __vimin3_u32(2, UINT_MAX, 3) == 2 && __vimin3_s32_relu(1, 2, -3) == 0);
    CHECK(__vimax_s32_relu(-4, -2) == 0 && __vimin_s32_relu(4, 2) == 2 && __vimin_s32_relu(4, -2) == 0);
    CHECK(__viaddmax_s16x2(0x7fff0001u, 0x00010002u, 0x80010002u) == halves_of(0x8001u, 3)); // 0x8000 is the least
    CHECK(__viaddmin_u16x2(0xffff0001u, 0x00010002u, 0x80010002u) == halves_of(0, 2));
    CHECK(__viaddmax_s16x2_relu(0x7fff0001u, 0x00010002u, 0x80010002u) == halves_of(0, 3));
    CHECK(__vimax3_s16x2(0xffff0001u, 0x80000002u, 0xfffe0000u) == halves_of(0xffffu, 2));
    CHECK(__vimin3_u16x2(0xffff0001u, 0x80000002u, 0xfffe0000u) == halves_of(0x8000u, 0));
    CHECK(__vimax_s16x2_relu(0xffff0001u, 0x80000002u) == 2 && __vimin_s16x2_relu(0xffff0001u, 0x80000002u) == 1);
    bool high = false, low = true;
    CHECK(__vibmax_s16x2(0xffff0001u, 0x80000002u, &high, &low) == halves_of(0xffffu, 2) && high && !low);
    CHECK(__vibmin_u16x2(0xffff0001u, 0x80000001u, &high, &low) == halves_of(0x8000u, 1) && !high && low);
    CHECK(__vibmax_s32(-1, 1, &high) == 1 && !high && __vibmax_u32(UINT_MAX, 1, &high) == UINT_MAX && high);
    CHECK(__vibmin_s32(3, 3, &high) == 3 && high && __vibmin_u32(4, 3, &high) == 3 && !high);
}

} // namespace

int main(int argc, char **argv)
{
    const check::test tests[] = {
        {"bits", bits},
        {"products_and_means", products_and_means},
        {"parts_of_words", parts_of_words},
        {"least_and_greatest", least_and_greatest},
    };
    return check::run(tests, argc, argv);
}
