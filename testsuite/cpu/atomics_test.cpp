// Atomic functions on the CPU back end: what they give and leave, and that none is lost between blocks.
//
// In:  libptcpu. Out: TAP. Invariant: what is expected comes from the definitions in CUDA's documentation.
#include "kernels.hpp"

#include <climits>

namespace {

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

// 16 bytes, without a constructor that takes nothing, and with an `&` of its own.
struct alignas(16) pair {
    unsigned long long first, second;
    pair(unsigned long long a, unsigned long long b) : first(a), second(b) {}
    bool is(unsigned long long a, unsigned long long b) const { return first == a && second == b; }
};

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
    for (const auto cas : {atomicCAS<pair>, atomicCAS_block<pair>, atomicCAS_system<pair>}) {
        pair word(1, 2), found = cas(&word, pair(1, 3), pair(7, 8));
        CHECK(found.is(1, 2) && word.is(1, 2));
        found = cas(&word, pair(1, 2), pair(7, 8));
        CHECK(found.is(1, 2) && word.is(7, 8));
    }
    for (const auto exchange : {atomicExch<pair>, atomicExch_block<pair>, atomicExch_system<pair>}) {
        pair word(0, 2), found = exchange(&word, pair(7, 8));
        CHECK(found.is(0, 2) && word.is(7, 8));
    }
    float4 all = make_float4(1, 2, 3, 4);
    CHECK(atomicExch(&all, make_float4(5, 6, 7, 8)).w == 4 && all.x == 5);
}

// nvcc's own, and their results by pointers.
void built_in_atomics()
{
    int i = INT_MAX;
    CHECK(__nv_atomic_fetch_add(&i, 1, __NV_ATOMIC_RELAXED) == INT_MAX && i == INT_MIN);
    CHECK(__nv_atomic_fetch_sub(&i, 1, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE) == INT_MIN && i == INT_MAX);
    CHECK(__nv_atomic_fetch_min(&i, -3, __NV_ATOMIC_RELAXED) == INT_MAX && __nv_atomic_fetch_max(&i, 12, __NV_ATOMIC_RELAXED) == -3);
    CHECK(__nv_atomic_fetch_and(&i, 10, __NV_ATOMIC_RELAXED) == 12 && __nv_atomic_fetch_or(&i, 5, __NV_ATOMIC_RELAXED) == 8);
    CHECK(__nv_atomic_fetch_xor(&i, 1, __NV_ATOMIC_RELAXED) == 13 && i == 12);
    float f = 1.5f, out = 0;
    __nv_atomic_add(&f, 2, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
    CHECK(__nv_atomic_load_n(&f, __NV_ATOMIC_ACQUIRE) == 3.5f);
    __nv_atomic_load(&f, &out, __NV_ATOMIC_ACQUIRE);
    CHECK(out == 3.5f);
    unsigned short expected = 7, word = 8;
    CHECK(!__nv_atomic_compare_exchange_n(&word, &expected, 9, false, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_RELAXED) && expected == 8);
    CHECK(__nv_atomic_compare_exchange_n(&word, &expected, 9, true, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_RELAXED) && word == 9);
    double d = 1, other = 2, found = 0;
    __nv_atomic_exchange(&d, &other, &found, __NV_ATOMIC_ACQ_REL);
    CHECK(d == 2 && found == 1 && __nv_atomic_exchange_n(&d, 5, __NV_ATOMIC_ACQ_REL) == 2);
    __nv_atomic_store_n(&d, 6, __NV_ATOMIC_RELEASE);
    __nv_atomic_store(&d, &other, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);
    __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
    CHECK(d == 2);
}

struct totals {
    int added, subtracted, least, greatest;
    unsigned added_unsigned, ring, falling, all, some, odd, swapped, locked, lock;
    unsigned long long added_long, swapped_long;
    float added_float;
    float2 added_two;
    double added_double;
    unsigned short counted;
    ulonglong2 both, exchanged;
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
        ulonglong2 expected = make_ulonglong2(0, 0), there; // both halves in step
        while ((there = atomicCAS(&t->both, expected, make_ulonglong2(expected.x + 1, expected.y + 2))).x != expected.x)
            expected = there;
    }
    // Each number that is put in comes out again once, or stays.
    atomicAdd(&seen[atomicExch(&t->swapped, me + 1)], 1u);
    atomicAdd(&seen[atomicExch(&t->swapped_long, me + 1ull)], 1u);
    const ulonglong2 out = atomicExch(&t->exchanged, make_ulonglong2(me + 1ull, ~(me + 1ull)));
    atomicAdd(&seen[out.x], out.y == (out.x == 0 ? 0 : ~out.x) ? 1u : 2u);
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
    CHECK(t.at->both.x == n && t.at->both.y == 2 * n);
    CHECK(t.at->counted == n && t.at->locked == n && t.at->lock == 0);
    seen.at[t.at->swapped] += 1;
    seen.at[t.at->swapped_long] += 1;
    seen.at[t.at->exchanged.x] += 1;
    bool once = true;
    for (unsigned i = 0; i <= all; ++i)
        once = once && seen.at[i] == 3;
    CHECK(once);
}

} // namespace

int main(int argc, char **argv)
{
    const check::test tests[] = {
        {"atomic_values", atomic_values},
        {"built_in_atomics", built_in_atomics},
        {"atomics_of_several_blocks", atomics_of_several_blocks},
    };
    return check::run(tests, argc, argv);
}
