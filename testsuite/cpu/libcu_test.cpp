// libcu++'s headers on the CPU back end: cuda/atomic, cuda/barrier.
//
// In:  kernels as nvcc would compile them, launched without ptcc, and host code. Out: TAP.
#include "tap.h"

#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>

#include <chrono>
#include <vector>

// ---- atomics ---------------------------------------------------------------------------------------------------------

template <class T> static bool arithmetic()
{
    cuda::atomic<T, cuda::thread_scope_device> a(T(5));
    bool right = sizeof a == sizeof(T) && alignof(decltype(a)) == sizeof(T) && a.is_lock_free();
    right = right && a.fetch_add(T(3)) == T(5) && a.fetch_sub(T(1)) == T(8) && a.load() == T(7) && a == T(7);
    right = right && ++a == T(8) && a++ == T(8) && --a == T(8) && a-- == T(8) && (a += T(3)) == T(10) && (a -= T(4)) == T(6);
    right = right && a.fetch_max(T(9)) == T(6) && a.fetch_max(T(2)) == T(9) && a.fetch_min(T(4)) == T(9) && a.load() == T(4);
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
    const bool right = a.fetch_and(T(10)) == T(12) && a.fetch_or(T(3)) == T(8) && a.fetch_xor(T(1)) == T(11) && a == T(10);
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
    bool right = pointer.fetch_add(2) == row && *pointer.load() == 2 && --pointer == row + 1 && (pointer += 2) == row + 3;
    cuda::atomic<pair, cuda::thread_scope_system> both(pair{1.5f, 2, 3});
    pair seen = both.load();
    right = right && seen.third == 3 && both.compare_exchange_strong(seen, pair{2.5f, 4, 5}) && both.load().first == 2.5f;
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

// ---- barriers --------------------------------------------------------------------------------------------------------

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

int main()
{
    CHECK(arithmetic<int>() && arithmetic<unsigned>() && arithmetic<long long>() && arithmetic<unsigned long long>(), "integers");
    CHECK(arithmetic<signed char>() && arithmetic<unsigned short>() && arithmetic<size_t>(), "more integers");
    CHECK(arithmetic<float>() && arithmetic<double>(), "floating point");
    CHECK(bits<int>() && bits<unsigned long long>() && bits<unsigned char>(), "bits");
    CHECK(other_types(), "pointers, structures, flags");

    cuda::atomic<unsigned, cuda::thread_scope_device> turns(0);
    std::vector<unsigned> data(4 * 64);
    CHECK(tap::run(4, 64, pass_on, &turns, data.data(), 256u) && data[255] == 511, "threads and blocks wait for later ones");
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
    CHECK(tap::run(4, 33, completing, &bar, &ended, &wrong) && wrong == 0 && ended == 20, "barrier: a completion function");
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

    cuda::barrier<cuda::thread_scope_system> host(2);
    auto token = host.arrive();
    CHECK(!host.try_wait_for(std::move(token), std::chrono::microseconds(200)), "try_wait_for gives up");
    token = host.arrive();
    CHECK(host.try_wait_for(std::move(token), std::chrono::seconds(5)), "try_wait_for sees the end");
    CHECK(host.try_wait_parity_until(false, std::chrono::steady_clock::now()), "try_wait_parity_until");
    return tap::finish();
}
