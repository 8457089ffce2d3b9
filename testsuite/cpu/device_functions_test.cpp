// The functions of device code on the CPU back end: atomics, barriers, warp operations, intrinsics, mathematics.
//
// In:  libptcpu. Out: TAP. Invariant: what is expected is computed another way: from the definitions in CUDA's
//      documentation, bit by bit or lane by lane, and exactly where a result is rounded.
#include <pt/cpu/printf.h>

#include "check.hpp"

#include <cuda_runtime.h>
#include <pt/cpu/shared.hpp>

#include <cfenv>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdio>
#include <limits>
#include <type_traits>

namespace {

#if defined(__SIZEOF_FLOAT128__)
__extension__ typedef __float128 wide;
constexpr bool wide_holds_products = true; // of two doubles
#else
typedef long double wide;
constexpr bool wide_holds_products = LDBL_MANT_DIG >= 113;
#endif

// Numbers that look random and are the same in each run (Steele, Lea, Flood: Fast splittable pseudorandom number
// generators).
struct generator {
    unsigned long long state;
    unsigned long long operator()()
    {
        unsigned long long z = state += 0x9e3779b97f4a7c15ull;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ z >> 27) * 0x94d049bb133111ebull;
        return z ^ z >> 31;
    }
    unsigned word() { return static_cast<unsigned>((*this)() >> 32); }
    // Significant bits all random, exponents from `low` to `high`, either sign.
    template <class T> T number(int low, int high)
    {
        const int bits = sizeof(T) == 4 ? 23 : 52;
        const unsigned long long significand = 1ull << bits | ((*this)() >> (64 - bits));
        const int exponent = low + static_cast<int>((*this)() % static_cast<unsigned>(high - low + 1));
        const T magnitude = static_cast<T>(std::ldexp(static_cast<double>(significand), exponent - bits));
        return (*this)() >> 63 ? -magnitude : magnitude;
    }
};

template <class... P, class... A> cudaError_t go(void (*kernel)(P...), dim3 grid, dim3 block, A... arguments)
{
    return pt::cpu::launch(grid, block, 0, nullptr, kernel, arguments...);
}

// Device memory that the host looks at directly, too.
template <class T> struct buffer {
    T *at = nullptr;
    explicit buffer(size_t count) { CHECK_SUCCESS(cudaMallocManaged(&at, count * sizeof(T))); clear(count); }
    void clear(size_t count) { CHECK_SUCCESS(cudaMemset(at, 0, count * sizeof(T))); }
    buffer(const buffer &) = delete;
    buffer &operator=(const buffer &) = delete;
    ~buffer() { cudaFree(at); }
};

// ---- atomics

// The three scopes of an atomic function from the same start: what they give and what they leave.
#define CHECK_ATOMIC(T, name, start, value, end) \
    do { \
        T (*const scopes[])(T *, T) = {name, name##_block, name##_system}; \
        for (auto scope : scopes) { \
            T word = static_cast<T>(start); \
            CHECK(scope(&word, static_cast<T>(value)) == static_cast<T>(start)); \
            CHECK(word == static_cast<T>(end)); \
        } \
    } while (0)
#define CHECK_CAS(T, start, compare, value, end) \
    do { \
        T (*const scopes[])(T *, T, T) = {atomicCAS, atomicCAS_block, atomicCAS_system}; \
        for (auto scope : scopes) { \
            T word = static_cast<T>(start); \
            CHECK(scope(&word, static_cast<T>(compare), static_cast<T>(value)) == static_cast<T>(start)); \
            CHECK(word == static_cast<T>(end)); \
        } \
    } while (0)

void atomic_values()
{
    using ull = unsigned long long;
    CHECK_ATOMIC(int, atomicAdd, INT_MAX, 1, INT_MIN);
    CHECK_ATOMIC(unsigned, atomicAdd, UINT_MAX, 2, 1);
    CHECK_ATOMIC(ull, atomicAdd, 1ull << 40, 5, (1ull << 40) + 5);
    CHECK_ATOMIC(float, atomicAdd, 1.5f, 0.25f, 1.75f);
    CHECK_ATOMIC(double, atomicAdd, 1.5, -2.0, -0.5);
    CHECK_ATOMIC(int, atomicSub, INT_MIN, 1, INT_MAX);
    CHECK_ATOMIC(unsigned, atomicSub, 1, 2, UINT_MAX);
    CHECK_ATOMIC(int, atomicExch, 3, -4, -4);
    CHECK_ATOMIC(unsigned, atomicExch, 3, 4, 4);
    CHECK_ATOMIC(ull, atomicExch, 3, 1ull << 50, 1ull << 50);
    CHECK_ATOMIC(float, atomicExch, 3, 0.5f, 0.5f);
    CHECK_ATOMIC(int, atomicMin, 3, -4, -4);
    CHECK_ATOMIC(int, atomicMin, -5, -4, -5);
    CHECK_ATOMIC(unsigned, atomicMin, 3, 0x80000000u, 3);
    CHECK_ATOMIC(long long, atomicMin, 3, -(1ll << 40), -(1ll << 40));
    CHECK_ATOMIC(ull, atomicMin, 3, 1ull << 63, 3);
    CHECK_ATOMIC(int, atomicMax, 3, -4, 3);
    CHECK_ATOMIC(int, atomicMax, -5, -4, -4);
    CHECK_ATOMIC(unsigned, atomicMax, 3, 0x80000000u, 0x80000000u);
    CHECK_ATOMIC(long long, atomicMax, 3, -(1ll << 40), 3);
    CHECK_ATOMIC(ull, atomicMax, 3, 1ull << 63, 1ull << 63);
    CHECK_ATOMIC(unsigned, atomicInc, 4, 5, 5);
    CHECK_ATOMIC(unsigned, atomicInc, 5, 5, 0);
    CHECK_ATOMIC(unsigned, atomicInc, 6, 5, 0);
    CHECK_ATOMIC(unsigned, atomicInc, UINT_MAX, UINT_MAX, 0);
    CHECK_ATOMIC(unsigned, atomicDec, 5, 5, 4);
    CHECK_ATOMIC(unsigned, atomicDec, 6, 5, 5);
    CHECK_ATOMIC(unsigned, atomicDec, 0, 5, 5);
    CHECK_ATOMIC(int, atomicAnd, 12, 10, 8);
    CHECK_ATOMIC(unsigned, atomicAnd, 12, 10, 8);
    CHECK_ATOMIC(ull, atomicAnd, 12ull << 40, 10ull << 40, 8ull << 40);
    CHECK_ATOMIC(long long, atomicAnd, 12ll << 40, 10ll << 40, 8ll << 40);
    CHECK_ATOMIC(int, atomicOr, 12, 10, 14);
    CHECK_ATOMIC(unsigned, atomicOr, 12, 10, 14);
    CHECK_ATOMIC(ull, atomicOr, 12ull << 40, 10ull << 40, 14ull << 40);
    CHECK_ATOMIC(long long, atomicOr, 12ll << 40, 10ll << 40, 14ll << 40);
    CHECK_ATOMIC(int, atomicXor, 12, 10, 6);
    CHECK_ATOMIC(unsigned, atomicXor, 12, 10, 6);
    CHECK_ATOMIC(ull, atomicXor, 12ull << 40, 10ull << 40, 6ull << 40);
    CHECK_ATOMIC(long long, atomicXor, 12ll << 40, 10ll << 40, 6ll << 40);
    CHECK_CAS(int, 3, 3, -4, -4);
    CHECK_CAS(int, 3, 2, -4, 3);
    CHECK_CAS(unsigned, 3, 3, 4, 4);
    CHECK_CAS(ull, 3ull << 40, 3ull << 40, 4, 4);
    CHECK_CAS(ull, 3ull << 40, 4ull << 40, 4, 3ull << 40);
    CHECK_CAS(unsigned short, 65535, 65535, 7, 7);
    CHECK_CAS(unsigned short, 65535, 1, 7, 65535);
    float2 two = make_float2(1, 2);
    const float2 old_two = atomicAdd(&two, make_float2(3, 4));
    CHECK(old_two.x == 1 && old_two.y == 2 && two.x == 4 && two.y == 6);
    float4 four = make_float4(1, 2, 3, 4);
    const float4 old_four = atomicAdd(&four, make_float4(1, 1, 1, 1));
    CHECK(old_four.w == 4 && four.x == 2 && four.w == 5);
}

struct totals {
    int added, subtracted, least, greatest;
    unsigned added_unsigned, ring, falling, all, some, odd, swapped, locked, lock;
    unsigned long long added_long, swapped_long;
    float added_float;
    float2 added_two;
    double added_double;
    unsigned short counted;
};

__global__ void update(totals *t, unsigned *seen, unsigned rounds)
{
    const unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
    for (unsigned i = 0; i < rounds; ++i) {
        atomicAdd(&t->added, static_cast<int>(i) - 1);
        atomicSub(&t->subtracted, 2);
        atomicMin(&t->least, -static_cast<int>(me));
        atomicMax(&t->greatest, static_cast<int>(me));
        atomicAdd(&t->added_unsigned, 3u);
        atomicInc(&t->ring, 16u);
        atomicDec(&t->falling, 16u);
        atomicAnd(&t->all, ~(1u << (me & 15)));
        atomicOr(&t->some, 1u << (me & 31));
        atomicXor(&t->odd, 1u << (me & 31));
        atomicAdd(&t->added_long, 1ull << 33);
        atomicAdd(&t->added_float, 0.5f);
        atomicAdd(&t->added_two, make_float2(1, 2));
        atomicAdd(&t->added_double, 0.25);
        unsigned short before = 0, found;
        while ((found = atomicCAS(&t->counted, before, static_cast<unsigned short>(before + 1))) != before)
            before = found;
        while (atomicCAS(&t->lock, 0u, 1u) != 0)
            ;
        t->locked += 1;
        __threadfence();
        atomicExch(&t->lock, 0u);
    }
    // Each number that is put in comes out again once, or stays.
    atomicAdd(&seen[atomicExch(&t->swapped, me + 1)], 1u);
    atomicAdd(&seen[atomicExch(&t->swapped_long, me + 1ull)], 1u);
}

void atomics_of_several_blocks()
{
    const unsigned blocks = 24, threads = 48, rounds = 3, all = blocks * threads, n = all * rounds;
    buffer<totals> t(1);
    buffer<unsigned> seen(all + 1);
    t.at->all = 0xffffffffu;
    CHECK_SUCCESS(go(update, blocks, threads, t.at, seen.at, rounds));
    CHECK_SUCCESS(cudaDeviceSynchronize());
    CHECK(t.at->added == 0 && t.at->subtracted == -2 * static_cast<int>(n));
    CHECK(t.at->least == -static_cast<int>(all - 1) && t.at->greatest == static_cast<int>(all - 1));
    CHECK(t.at->added_unsigned == 3 * n && t.at->added_long == (static_cast<unsigned long long>(n) << 33));
    CHECK(t.at->ring == n % 17 && t.at->falling == (17 - n % 17) % 17);
    CHECK(t.at->all == 0xffff0000u && t.at->some == 0xffffffffu && t.at->odd == 0); // each bit 36 * 3 times
    CHECK(t.at->added_float == n / 2.0f && t.at->added_double == n / 4.0);
    CHECK(t.at->added_two.x == static_cast<float>(n) && t.at->added_two.y == 2.0f * static_cast<float>(n));
    CHECK(t.at->counted == n && t.at->locked == n && t.at->lock == 0);
    seen.at[t.at->swapped] += 1;
    seen.at[t.at->swapped_long] += 1;
    bool once = true;
    for (unsigned i = 0; i <= all; ++i)
        once = once && seen.at[i] == 2;
    CHECK(once);
}

// ---- barriers

// Threads with (thread + round) % step == 0 bring true. `leavers` of them go before the rounds start.
__global__ void votes(unsigned *wrong, unsigned step, unsigned leavers)
{
    __shared__ unsigned sum;
    const unsigned thread = threadIdx.x + blockDim.x * threadIdx.y, threads = blockDim.x * blockDim.y;
    if (thread < leavers)
        return;
    for (unsigned round = 0; round < 5; ++round) {
        const bool mine = (thread + round) % step == 0;
        int expected = 0;
        for (unsigned i = leavers; i < threads; ++i)
            expected += (i + round) % step == 0;
        if (thread == leavers)
            sum = 0;
        __syncthreads();
        atomicAdd(&sum, 1u);
        const int count = __syncthreads_count(mine ? 8 : 0);
        if (sum != threads - leavers || count != expected)
            atomicAdd(wrong, 1u);
        if (!__syncthreads_and(mine) != (expected != static_cast<int>(threads - leavers)))
            atomicAdd(wrong, 1u);
        if (!__syncthreads_or(mine) != (expected == 0))
            atomicAdd(wrong, 1u);
    }
}

void barriers()
{
    buffer<unsigned> wrong(1);
    for (dim3 block : {dim3(1), dim3(31), dim3(32), dim3(10, 7), dim3(1024)})
        for (unsigned step : {1u, 2u, 37u, 5000u})
            for (unsigned leavers : {0u, 1u, 33u})
                if (leavers < block.x * block.y)
                    CHECK_SUCCESS(go(votes, 3, block, wrong.at, step, leavers));
    CHECK_SUCCESS(cudaDeviceSynchronize());
    CHECK(*wrong.at == 0);
}

// ---- address spaces

__constant__ int constant = 1;

__device__ unsigned spaces(const void *p)
{
    return __isShared(p) | __isLocal(p) << 1 | __isGlobal(p) << 2 | __isConstant(p) << 3;
}

template <bool waits> __global__ void kinds(unsigned *kind, const int *nothing)
{
    auto &fixed = pt::cpu::shared<int[8]>("fixed");
    const int own[2] = {1, 2};
    const int *const dynamic = static_cast<const int *>(pt_cpu_dynamic_shared());
    unsigned *const k = kind + 6 * threadIdx.x;
    if (waits)
        __syncthreads();
    k[0] = spaces(&fixed[7]);
    k[1] = spaces(dynamic) & spaces(dynamic + 3);
    k[2] = spaces(&own[threadIdx.x % 2]);
    k[3] = spaces(kind);
    k[4] = spaces(&constant);
    k[5] = spaces(nothing);
}

void address_spaces()
{
    const buffer<unsigned> kind(6 * 40);
    const unsigned shared = 1, local = 2, global = 4;
    for (auto kernel : {kinds<true>, kinds<false>}) {
        CHECK_SUCCESS(pt::cpu::launch(1, 40, 16, nullptr, kernel, kind.at, nullptr));
        CHECK_SUCCESS(cudaDeviceSynchronize());
        for (unsigned thread = 0; thread < 40; ++thread) {
            const unsigned *const k = kind.at + 6 * thread;
            CHECK(k[0] == shared && k[1] == shared && k[2] == local && k[3] == global && k[4] == global && k[5] == global);
        }
    }
}

// ---- shuffles

enum shuffle_kind { shuffle_at, shuffle_up, shuffle_down, shuffle_crossed };

template <class T> T shuffle(int kind, unsigned mask, T value, int argument, int width)
{
    switch (kind) {
    case shuffle_at:
        return __shfl_sync(mask, value, argument, width);
    case shuffle_up:
        return __shfl_up_sync(mask, value, static_cast<unsigned>(argument), width);
    case shuffle_down:
        return __shfl_down_sync(mask, value, static_cast<unsigned>(argument), width);
    default:
        return __shfl_xor_sync(mask, value, argument, width);
    }
}

// The lane whose value comes back, for segments of `width` lanes; the lane itself when the source is in no segment.
int source_lane(int kind, int lane, int argument, int width)
{
    const int first = lane / width * width, last = first + width - 1;
    switch (kind) {
    case shuffle_at:
        return first + (argument % width + width) % width;
    case shuffle_up:
        return lane - argument >= first ? lane - argument : lane;
    case shuffle_down:
        return lane + argument <= last ? lane + argument : lane;
    default: // values of earlier segments may be read, of later ones not
        return (lane ^ argument) <= last ? lane ^ argument : lane;
    }
}

template <class T> T value_of(int lane)
{
    return static_cast<T>(static_cast<T>(lane) * static_cast<T>(1.5) + static_cast<T>(100));
}

template <class T> __global__ void shuffles(unsigned *wrong, unsigned mask)
{
    const int lane = static_cast<int>(threadIdx.x % 32);
    if (!(mask >> lane & 1))
        return;
    for (int kind = shuffle_at; kind <= shuffle_crossed; ++kind)
        for (int width = 1; width <= 32; width *= 2)
            for (int argument = kind == shuffle_at ? -3 : 0; argument < (kind == shuffle_at ? 36 : 32); ++argument) {
                const T got = shuffle(kind, mask, value_of<T>(lane), argument, width);
                const int source = source_lane(kind, lane, argument, width);
                // What comes from a lane that takes no part is not defined.
                if ((mask >> source & 1) && got != value_of<T>(source))
                    atomicAdd(wrong, 1u);
            }
}

// Without a width: that of a warp.
__global__ void plain_shuffles(unsigned *wrong)
{
    const unsigned lane = threadIdx.x, all = 0xffffffffu;
    if (__shfl_sync(all, lane, 33) != 1 || __shfl_up_sync(all, lane, 4) != (lane < 4 ? lane : lane - 4) ||
        __shfl_down_sync(all, lane, 4) != (lane > 27 ? lane : lane + 4) ||
        __shfl_xor_sync(all, lane, 17) != (lane ^ 17))
        atomicAdd(wrong, 1u);
}

constexpr unsigned masks[] = {0xffffffffu, 0x0000ffffu, 0xf0f0f0f0u, 0x80000001u, 0x00000010u, 0x7ffffffeu};

template <class T> void shuffles_of(unsigned *wrong)
{
    for (unsigned mask : masks)
        CHECK_SUCCESS(go(shuffles<T>, 2, 64, wrong, mask));
    CHECK_SUCCESS(go(shuffles<T>, 1, 45, wrong, 0x1fffu)); // a warp that is not whole
}

void shuffles_of_all_types()
{
    buffer<unsigned> wrong(1);
    shuffles_of<int>(wrong.at);
    shuffles_of<unsigned>(wrong.at);
    shuffles_of<long>(wrong.at);
    shuffles_of<unsigned long>(wrong.at);
    shuffles_of<long long>(wrong.at);
    shuffles_of<unsigned long long>(wrong.at);
    shuffles_of<float>(wrong.at);
    shuffles_of<double>(wrong.at);
    CHECK_SUCCESS(go(plain_shuffles, 1, 32, wrong.at));
    CHECK_SUCCESS(cudaDeviceSynchronize());
    CHECK(*wrong.at == 0);
}

// ---- votes, matches, reductions

__device__ unsigned noise(unsigned lane, unsigned round) { return (lane * 2654435761u + round * 40503u) >> 13; }

template <class T> __device__ void match(unsigned *wrong, unsigned mask, unsigned lane, unsigned round)
{
    unsigned same = 0;
    const T value = static_cast<T>(noise(lane, round) % (round % 3 + 1)) - static_cast<T>(1);
    for (unsigned i = 0; i < 32; ++i)
        if (mask >> i & 1 && static_cast<T>(noise(i, round) % (round % 3 + 1)) - static_cast<T>(1) == value)
            same |= 1u << i;
    int all = 7;
    const unsigned got = __match_any_sync(mask, value), got_all = __match_all_sync(mask, value, &all);
    if (got != same || got_all != (same == mask ? mask : 0) || all != (same == mask))
        atomicAdd(wrong, 1u);
}

__global__ void warp_operations(unsigned *wrong, unsigned mask)
{
    const unsigned lane = threadIdx.x % 32;
    if (!(mask >> lane & 1))
        return;
    for (unsigned round = 0; round < 24; ++round) {
        // All, none, some
        const unsigned step = round % 4;
        unsigned ballot = 0, sum = 0, least = ~0u, greatest = 0, all = ~0u, some = 0, odd = 0;
        int lowest = INT_MAX, highest = INT_MIN;
        for (unsigned i = 0; i < 32; ++i) {
            if (!(mask >> i & 1))
                continue;
            const unsigned value = noise(i, round) * 0x10001u;
            const int number = static_cast<int>(value);
            ballot |= (step == 0 || (step > 1 && noise(i, round) % step == 0) ? 1u : 0u) << i;
            sum += value;
            least = value < least ? value : least;
            greatest = value > greatest ? value : greatest;
            lowest = number < lowest ? number : lowest;
            highest = number > highest ? number : highest;
            all &= value;
            some |= value;
            odd ^= value;
        }
        const int mine = ballot >> lane & 1 ? 1 << 20 : 0;
        const unsigned value = noise(lane, round) * 0x10001u;
        bool right = __ballot_sync(mask, mine) == ballot;
        right = !__any_sync(mask, mine) == (ballot == 0) && right;
        right = !__all_sync(mask, mine) == (ballot != mask) && right;
        right = !__uni_sync(mask, mine) == (ballot != 0 && ballot != mask) && right;
        right = __reduce_add_sync(mask, value) == sum && right;
        right = __reduce_add_sync(mask, static_cast<int>(value)) == static_cast<int>(sum) && right;
        right = __reduce_min_sync(mask, value) == least && right;
        right = __reduce_max_sync(mask, value) == greatest && right;
        right = __reduce_min_sync(mask, static_cast<int>(value)) == lowest && right;
        right = __reduce_max_sync(mask, static_cast<int>(value)) == highest && right;
        right = __reduce_and_sync(mask, value) == all && right;
        right = __reduce_or_sync(mask, value) == some && right;
        right = __reduce_xor_sync(mask, value) == odd && right;
        if (!right)
            atomicAdd(wrong, 1u);
        match<int>(wrong, mask, lane, round);
        match<unsigned>(wrong, mask, lane, round);
        match<long>(wrong, mask, lane, round);
        match<unsigned long>(wrong, mask, lane, round);
        match<long long>(wrong, mask, lane, round);
        match<unsigned long long>(wrong, mask, lane, round);
        match<float>(wrong, mask, lane, round);
        match<double>(wrong, mask, lane, round);
        __syncwarp(mask);
        if (!(__activemask() >> lane & 1))
            atomicAdd(wrong, 1u);
    }
}

// Both halves of a warp do something else at the same time, and lanes leave before the others vote.
__global__ void parts_of_warps(unsigned *wrong)
{
    const unsigned lane = threadIdx.x % 32;
    bool right;
    if (lane < 16)
        right = __reduce_add_sync(0xffffu, lane) == 120;
    else
        right = __shfl_xor_sync(0xffff0000u, lane, 1) == (lane ^ 1) &&
                __ballot_sync(0xffff0000u, lane & 1) == 0xaaaa0000u;
    if (lane % 4 == 3)
        return;
    // Those that have ended are not waited for; what comes from them is not defined.
    right = (__ballot_sync(0xffffffffu, 1) & 0x77777777u) == 0x77777777u && right;
    right = (__all_sync(0xffffffffu, 1) && __shfl_sync(0xffffffffu, lane, 2) == 2) && right;
    if (!right)
        atomicAdd(wrong, 1u);
}

// Values that a lane writes before __syncwarp are there behind it.
__global__ void memory_of_warps(unsigned *wrong)
{
    __shared__ unsigned slots[128];
    const unsigned lane = threadIdx.x % 32, first = threadIdx.x - lane;
    for (unsigned round = 1; round < 10; ++round) {
        slots[threadIdx.x] = lane * round;
        __syncwarp();
        if (slots[first + (lane + round) % 32] != (lane + round) % 32 * round)
            atomicAdd(wrong, 1u);
        __syncwarp();
    }
}

void votes_matches_reductions()
{
    buffer<unsigned> wrong(1);
    for (unsigned mask : masks)
        CHECK_SUCCESS(go(warp_operations, 2, 96, wrong.at, mask));
    CHECK_SUCCESS(go(warp_operations, 1, 45, wrong.at, 0x1fffu));
    CHECK_SUCCESS(go(parts_of_warps, 4, 128, wrong.at));
    CHECK_SUCCESS(go(memory_of_warps, 4, 128, wrong.at));
    CHECK_SUCCESS(cudaDeviceSynchronize());
    CHECK(*wrong.at == 0);
}

// ---- intrinsics of integers

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

// ---- mathematics

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

// ---- output

__global__ void prints(int *result)
{
    result[0] = printf("# none\n");
    result[1] = printf("# a%db%d\n", 1, 2);
    result[2] = std::printf("# 100%% %5.2f %-4s%lld%c\n", 1.5, "x", 3ll, '.');
    result[3] = printf("# %*d\n", 5, 1);
    const char *volatile nothing = nullptr;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-security"
    result[4] = printf(nothing);
#pragma GCC diagnostic pop
}

// The number of arguments, not of characters; -1 without a format (CUDA C++ Programming Guide, "Formatted output").
void printf_gives_arguments()
{
    const buffer<int> result(5);
    CHECK_SUCCESS(go(prints, 1, 1, result.at));
    CHECK_SUCCESS(cudaDeviceSynchronize());
    CHECK(result.at[0] == 0 && result.at[1] == 2 && result.at[2] == 4 && result.at[3] == 2 && result.at[4] == -1);
    const int on_host = printf("# a%db%d\n", 1, 2);
    CHECK(on_host == 7);
}

} // namespace

int main(int argc, char **argv)
{
    const check::test tests[] = {
        {"atomic_values", atomic_values},
        {"atomics_of_several_blocks", atomics_of_several_blocks},
        {"barriers", barriers},
        {"address_spaces", address_spaces},
        {"shuffles_of_all_types", shuffles_of_all_types},
        {"votes_matches_reductions", votes_matches_reductions},
        {"bits", bits},
        {"products_and_means", products_and_means},
        {"parts_of_words", parts_of_words},
        {"conversions", conversions},
        {"rounding", rounding},
        {"mathematics", mathematics},
        {"printf_gives_arguments", printf_gives_arguments},
    };
    return check::run(tests, argc, argv);
}
