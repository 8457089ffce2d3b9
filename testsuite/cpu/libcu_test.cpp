// libcu++'s headers on the CPU back end: atomics, barriers, latches, semaphores, pipelines, cuda::std.
//
// In:  kernels as nvcc would compile them, launched without ptcc, and host code. Out: TAP.
#include "tap.h"

#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/complex>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/semaphore>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda_pipeline.h>

#include <chrono>
#include <vector>

// ---- atomics ------------------------------------------------------------------------------------------------------

template <class T> static bool arithmetic()
{
    cuda::atomic<T, cuda::thread_scope_device> a(T(5));
    bool right = sizeof a == sizeof(T) && alignof(decltype(a)) == sizeof(T) && a.is_lock_free();
    right = right && a.fetch_add(T(3)) == T(5) && a.fetch_sub(T(1)) == T(8) && a.load() == T(7) && a == T(7);
    right = right && ++a == T(8) && a++ == T(8) && --a == T(8) && a-- == T(8) && (a += T(3)) == T(10) &&
        (a -= T(4)) == T(6);
    right = right && a.fetch_max(T(9)) == T(6) && a.fetch_max(T(2)) == T(9) && a.fetch_min(T(4)) == T(9) &&
        a.load() == T(4);
    T expected = T(1);
    right = right && !a.compare_exchange_strong(expected, T(2)) && expected == T(4);
    right = right && a.compare_exchange_weak(expected, T(2), cuda::memory_order_acq_rel) && a.exchange(T(1)) == T(2);
    right = right && (a = T(6)) == T(6);
    a.store(T(3), cuda::std::memory_order_release);
    T plain = T(20);
    cuda::atomic_ref<T, cuda::thread_scope_block> reference(plain);
    right = right && reference.fetch_add(T(2), cuda::memory_order_relaxed) == T(20) && plain == T(22);
    return right && a.load(cuda::memory_order_acquire) == T(3);
}

template <class T> static bool bits()
{
    cuda::std::atomic<T> a(T(12));
    const bool right = a.fetch_and(T(10)) == T(12) && a.fetch_or(T(3)) == T(8) && a.fetch_xor(T(1)) == T(11) &&
        a == T(10);
    return right && (a &= T(2)) == T(2) && (a |= T(5)) == T(7) && (a ^= T(4)) == T(3);
}

struct pair {
    float first;
    short second, third;
};

static bool other_types()
{
    int row[4] = {0, 1, 2, 3};
    cuda::atomic<int *> pointer(row);
    bool right = pointer.fetch_add(2) == row && *pointer.load() == 2 && --pointer == row + 1 &&
        (pointer += 2) == row + 3;
    cuda::atomic<pair, cuda::thread_scope_system> both(pair{1.5f, 2, 3});
    pair seen = both.load();
    right = right && seen.third == 3 && both.compare_exchange_strong(seen, pair{2.5f, 4, 5}) &&
        both.load().first == 2.5f;
    cuda::atomic_flag<> flag;
    right = right && !flag.test() && !flag.test_and_set() && flag.test_and_set() && flag.test();
    flag.clear();
    cuda::atomic<bool> truth(false);
    return right && !flag.test() && !truth.exchange(true) && truth;
}

// A thread waits for one that comes later in its block, and a block for one that comes later in the grid.
static void pass_on(cuda::atomic<unsigned, cuda::thread_scope_device> *turns, unsigned *data, unsigned all)
{
    const unsigned own = all - 1 - (blockIdx.x * blockDim.x + threadIdx.x);
    if (own > 0) {
        unsigned seen = turns->load(cuda::memory_order_acquire);
        while (seen != own) {
            turns->wait(seen, cuda::memory_order_acquire);
            seen = turns->load(cuda::memory_order_acquire);
        }
    }
    data[own] = own == 0 ? 1 : data[own - 1] + 2;
    turns->store(own + 1, cuda::memory_order_release);
    turns->notify_all();
}

static void lock_and_count(cuda::atomic_flag<cuda::thread_scope_device> *lock, unsigned *count)
{
    while (lock->test_and_set(cuda::memory_order_acquire)) {
    }
    ++*count;
    lock->clear(cuda::memory_order_release);
}

static void message(int *data, int *flag, int *result)
{
    cuda::atomic_ref<int, cuda::thread_scope_block> ready(*flag);
    if (threadIdx.x == 32) {
        *data = 42;
        cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_block);
        ready.store(1, cuda::memory_order_relaxed);
    } else if (threadIdx.x == 0) {
        while (ready.load(cuda::memory_order_relaxed) == 0) {
        }
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_block);
        *result = *data;
    }
}

// ---- barriers -----------------------------------------------------------------------------------------------------

typedef cuda::barrier<cuda::thread_scope_block> block_barrier;
static_assert(sizeof(block_barrier) == 8 && alignof(block_barrier) == 8, "as on a GPU");

static void phases(unsigned *wrong)
{
    __shared__ block_barrier bar;
    __shared__ unsigned row[96];
    const unsigned t = threadIdx.x;
    if (t == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    for (unsigned round = 0; round < 20; round++) {
        row[t] = round * 1000 + t;
        switch (round % 4) {
        case 0: bar.arrive_and_wait(); break;
        case 1: bar.wait(bar.arrive()); break;
        case 2: {
            block_barrier::arrival_token token = bar.arrive();
            while (!bar.try_wait(static_cast<block_barrier::arrival_token &&>(token))) {
            }
            break;
        }
        default: {
            bar.arrive();
            bar.wait_parity(false); // four phases in each round: this one is even
        }
        }
        if (row[(t + 17) % 96] != round * 1000 + (t + 17) % 96)
            __atomic_fetch_add(wrong, 1u, __ATOMIC_RELAXED);
        bar.arrive_and_wait();
        bar.arrive_and_wait();
        bar.arrive_and_wait();
    }
}

// One more thread drops out in each phase.
static void dropping(unsigned *phases_seen)
{
    __shared__ block_barrier bar;
    if (threadIdx.x == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    for (unsigned round = 0; round < threadIdx.x; round++) {
        bar.arrive_and_wait();
        phases_seen[threadIdx.x]++;
    }
    bar.arrive_and_drop();
}

struct count_phases {
    unsigned *phases;
    void operator()() const { ++*phases; }
};

// What the completion function wrote is there behind the barrier, and only then.
static void completing(cuda::barrier<cuda::thread_scope_device, count_phases> *bar, unsigned *phases, unsigned *wrong)
{
    for (unsigned round = 0; round < 10; round++) {
        bar->arrive_and_wait();
        if (*phases != 2 * round + 1)
            __atomic_fetch_add(wrong, 1u, __ATOMIC_RELAXED);
        bar->arrive_and_wait();
    }
}

// Bytes that are expected before they come, and the other way round.
static void with_bytes(const unsigned *in, unsigned *out)
{
    __shared__ block_barrier early, late;
    __shared__ unsigned stage[64];
    const unsigned t = threadIdx.x;
    if (t == 0) {
        init(&early, 64);
        init(&late, 64);
    }
    __syncthreads();
    block_barrier::arrival_token token;
    if (t == 0)
        token = cuda::device::barrier_arrive_tx(early, 1, 128);
    else
        token = early.arrive();
    if (t == 13)
        cuda::device::memcpy_async_tx(stage, in, cuda::aligned_size_t<16>(128), early);
    early.wait(static_cast<block_barrier::arrival_token &&>(token));
    const unsigned first = stage[t % 32];
    if (t == 0) {
        cuda::device::memcpy_async_tx(stage + 32, in + 32, cuda::aligned_size_t<16>(128), late);
        cuda::device::barrier_expect_tx(late, 128);
    }
    late.arrive_and_wait();
    out[t] = first + stage[32 + t % 32];
}

static void copies(const unsigned *in, unsigned *out)
{
    __shared__ block_barrier bar;
    __shared__ unsigned stage[128];
    const auto block = cooperative_groups::this_thread_block();
    const unsigned t = threadIdx.x;
    if (t == 0)
        init(&bar, 64);
    block.sync();
    cuda::memcpy_async(&stage[t], &in[t], sizeof(unsigned), bar);
    cuda::memcpy_async(block, stage + 64, in + 64, cuda::aligned_size_t<4>(256), bar);
    bar.arrive_and_wait();
    out[t] = stage[63 - t];
    out[64 + t] = stage[127 - t];
}

// ---- pipelines ----------------------------------------------------------------------------------------------------

enum { PIPED = 64, BATCHES = 11 };

// Each batch is summed by threads other than those that copied it; three stages, two batches ahead.
static void all_do_both(const unsigned *in, unsigned *out)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 3> state;
    __shared__ unsigned stage[3][PIPED];
    const auto block = cooperative_groups::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    const unsigned t = threadIdx.x;
    unsigned sum = 0;
    for (unsigned done = 0, ahead = 0; done < BATCHES; done++) {
        for (; ahead < BATCHES && ahead < done + 3; ahead++) {
            pipe.producer_acquire();
            if (ahead % 2)
                cuda::memcpy_async(&stage[ahead % 3][t], &in[ahead * PIPED + t], sizeof(unsigned), pipe);
            else
                cuda::memcpy_async(block, stage[ahead % 3], in + ahead * PIPED, cuda::aligned_size_t<4>(4 * PIPED),
                    pipe);
            pipe.producer_commit();
        }
        if (done % 3)
            pipe.consumer_wait();
        else
            while (!pipe.consumer_wait_for(std::chrono::microseconds(50))) {
            }
        sum = sum * 3 + stage[done % 3][PIPED - 1 - t];
        pipe.consumer_release();
    }
    out[t] = sum;
    pipe.quit();
}

// A warp copies for another one. By roles, or by the number of producers.
static void in_two_parts(const unsigned *in, unsigned *out, bool by_role)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ unsigned stage[2][32];
    const auto block = cooperative_groups::this_thread_block();
    const bool produces = by_role ? threadIdx.x >= 32 : threadIdx.x < 32;
    auto pipe = by_role ? cuda::make_pipeline(block, &state, produces ? cuda::pipeline_role::producer
                                                                      : cuda::pipeline_role::consumer)
                        : cuda::make_pipeline(block, &state, size_t(32));
    const unsigned t = threadIdx.x % 32;
    unsigned sum = 0;
    for (unsigned batch = 0; batch < BATCHES; batch++)
        if (produces) {
            pipe.producer_acquire();
            cuda::memcpy_async(&stage[batch % 2][t], &in[batch * 32 + t], sizeof(unsigned), pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            sum = sum * 3 + stage[batch % 2][31 - t];
            pipe.consumer_release();
        }
    if (!produces)
        out[t] = sum;
}

static bool is_summed(const std::vector<unsigned> &in, const std::vector<unsigned> &out, unsigned threads)
{
    bool right = true;
    for (unsigned t = 0; t < threads; t++) {
        unsigned sum = 0;
        for (unsigned batch = 0; batch < BATCHES; batch++)
            sum = sum * 3 + in[batch * threads + threads - 1 - t];
        right = right && out[t] == sum;
    }
    return right;
}

static bool by_primitives()
{
    const char from[] = "abcdefgh";
    char to[] = "........";
    __pipeline_memcpy_async(to, from, 4);
    __pipeline_memcpy_async(to + 4, from + 4, 4, 3);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    return memcmp(to, "abcde\0\0\0", 9) == 0;
}

// ---- latches, semaphores ------------------------------------------------------------------------------------------

static void latched(unsigned *counted, unsigned *wrong)
{
    __shared__ cuda::latch<cuda::thread_scope_block> all;
    if (threadIdx.x == 0)
        init(&all, 2 * blockDim.x);
    __syncthreads();
    atomicAdd(counted, 1u);
    all.count_down();
    all.arrive_and_wait();
    if (atomicAdd(counted, 0u) != blockDim.x)
        atomicAdd(wrong, 1u);
}

static void limited(cuda::counting_semaphore<cuda::thread_scope_device, 3> *places, unsigned *inside, unsigned *wrong)
{
    places->acquire();
    if (atomicAdd(inside, 1u) >= 3)
        atomicAdd(wrong, 1u);
    atomicSub(inside, 1u);
    places->release();
}

// ---- cuda::std ----------------------------------------------------------------------------------------------------

static bool standard_names()
{
    cuda::std::array<int, 3> row{1, 2, 3};
    const cuda::std::span<int> view(row), rest = view.subspan(1);
    const cuda::std::tuple<int, float> both(4, 0.5f);
    const cuda::std::complex<float> i(0.0f, 1.0f);
    cuda::std::optional<int> maybe;
    bool right = rest.size() == 2 && rest[1] == 3 && cuda::std::get<0>(both) == 4 && (i * i).real() == -1.0f && !maybe;
    right = right && cuda::std::bit_cast<unsigned>(1.0f) == 0x3f800000u && cuda::std::bit_ceil(5u) == 8u;
    right = right && cuda::std::bit_ceil(0u) == 1u && cuda::std::bit_floor(5u) == 4u && cuda::std::bit_width(5u) == 3;
    right = right && cuda::std::countl_zero(static_cast<unsigned short>(1)) == 15 && cuda::std::countr_zero(0u) == 32;
    right = right && cuda::std::popcount(0xffull) == 8 && cuda::std::rotl(0x80000001u, 1) == 3u;
    return right && cuda::std::rotr(3u, 1) == 0x80000001u && cuda::std::numeric_limits<int>::max() == 0x7fffffff;
}

int main()
{
    CHECK(arithmetic<int>() && arithmetic<unsigned>() && arithmetic<long long>() &&
          arithmetic<unsigned long long>(),
          "integers");
    CHECK(arithmetic<signed char>() && arithmetic<unsigned short>() && arithmetic<size_t>(), "more integers");
    CHECK(arithmetic<float>() && arithmetic<double>(), "floating point");
    CHECK(bits<int>() && bits<unsigned long long>() && bits<unsigned char>(), "bits");
    CHECK(other_types(), "pointers, structures, flags");

    cuda::atomic<unsigned, cuda::thread_scope_device> turns(0);
    std::vector<unsigned> data(4 * 64);
    CHECK(tap::run(4, 64, pass_on, &turns, data.data(), 256u) &&
          data[255] == 511,
          "threads and blocks wait for later ones");
    cuda::atomic_flag<cuda::thread_scope_device> lock;
    unsigned count = 0;
    CHECK(tap::run(20, 64, lock_and_count, &lock, &count) && count == 20 * 64, "a lock by spinning");
    int parts[3] = {0, 0, 0};
    CHECK(tap::run(1, 64, message, &parts[0], &parts[1], &parts[2]) && parts[2] == 42, "fences");

    unsigned wrong = 0;
    CHECK(tap::run(3, 96, phases, &wrong) && wrong == 0, "barrier: every way to wait");
    std::vector<unsigned> seen(40);
    bool dropped = tap::run(1, 40, dropping, seen.data());
    for (unsigned t = 0; t < 40; t++)
        dropped = dropped && seen[t] == t;
    CHECK(dropped, "barrier: arrive_and_drop");
    unsigned ended = 0;
    cuda::barrier<cuda::thread_scope_device, count_phases> bar(4 * 33, count_phases{&ended});
    CHECK(tap::run(4, 33, completing, &bar, &ended, &wrong) && wrong == 0 &&
          ended == 20,
          "barrier: a completion function");
    std::vector<unsigned> in(128), out(128);
    for (unsigned i = 0; i < 128; i++)
        in[i] = i * i;
    bool copied = tap::run(1, 64, with_bytes, static_cast<const unsigned *>(in.data()), out.data());
    for (unsigned t = 0; t < 64; t++)
        copied = copied && out[t] == in[t % 32] + in[32 + t % 32];
    CHECK(copied, "barrier: bytes on their way");
    copied = tap::run(1, 64, copies, static_cast<const unsigned *>(in.data()), out.data());
    for (unsigned t = 0; t < 64; t++)
        copied = copied && out[t] == in[63 - t] && out[64 + t] == in[127 - t];
    CHECK(copied, "memcpy_async that completes on a barrier");

    std::vector<unsigned> batches(BATCHES * PIPED), sums(PIPED);
    for (unsigned i = 0; i < batches.size(); i++)
        batches[i] = i * i + 7;
    const unsigned *const source = batches.data();
    CHECK(tap::run(1, PIPED, all_do_both, source, sums.data()) &&
          is_summed(batches, sums, PIPED), "pipeline: all do both");
    CHECK(tap::run(1, 64, in_two_parts, source, sums.data(), true) && is_summed(batches, sums, 32), "pipeline: roles");
    sums.assign(PIPED, 0);
    CHECK(tap::run(1, 64, in_two_parts, source, sums.data(), false) && is_summed(batches, sums, 32),
          "pipeline: a number of producers");
    CHECK(by_primitives(), "pipeline: primitives");
    cuda::pipeline<cuda::thread_scope_thread> alone = cuda::make_pipeline();
    unsigned copied_alone = 0;
    cuda::memcpy_async(&copied_alone, source, sizeof copied_alone, alone);
    cuda::pipeline_consumer_wait_prior<1>(alone);
    CHECK(copied_alone == 7, "pipeline: of one thread");

    unsigned counted = 0;
    CHECK(tap::run(1, 70, latched, &counted, &wrong) && wrong == 0 && counted == 70, "latch");
    cuda::counting_semaphore<cuda::thread_scope_device, 3> places(3);
    unsigned inside = 0;
    CHECK(tap::run(8, 64, limited, &places, &inside, &wrong) && wrong == 0 && inside == 0, "semaphore");
    cuda::std::binary_semaphore taken(0);
    CHECK(!taken.try_acquire_for(std::chrono::microseconds(200)), "semaphore: try_acquire_for gives up");
    CHECK(standard_names(), "cuda::std");

    cuda::barrier<cuda::thread_scope_system> host(2);
    auto token = host.arrive();
    CHECK(!host.try_wait_for(std::move(token), std::chrono::microseconds(200)), "try_wait_for gives up");
    token = host.arrive();
    CHECK(host.try_wait_for(std::move(token), std::chrono::seconds(5)), "try_wait_for sees the end");
    CHECK(host.try_wait_parity_until(false, std::chrono::steady_clock::now()), "try_wait_parity_until");
    return tap::finish();
}
