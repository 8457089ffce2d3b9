// Collectives of the grid (<pt/collectives.cuh>): each of them, for groups that work on one block or several, in conditions of loops and branches,
// behind returns, with templates, blocks of odd sizes and of several dimensions.
// expect: handled
#include "check.h"

#include <algorithm>
#include <cmath>
#include <numeric>

enum { answers = 24 };

#ifdef __PTCC__
#include <pt/collectives.cuh>

// Conditions, ranks and votes; more collectives than there are cells, one behind the other and two in one statement.
#pragma pt kernel
__global__ void conditions(const int *in, unsigned *bits, unsigned long long *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int v = i < n ? in[i] : -1;
    const bool any = pt_any(v == 17), none = pt_any(v == 1000);
    const bool all = pt_all(v < 1000);
    const bool not_all = pt_all(v != 17);
    const unsigned long long evens = pt_count(v % 2 == 0), both = pt_count(v > 500) * 1000 + pt_count(v > 900);
    const int no = pt_quantify(v == 1000), one = pt_quantify(i == 33), more = ::pt_quantify(v >= 0);
    const unsigned long long first = pt_first(v == 17), nobody = pt_first(v == 1000), last = pt_select_one(i == n - 1);
    pt_vote(v % 3 == 0, bits);
    const int of_thread = pt_bcast(v + 1, 40);
    int alone = 0; // one thread of one block says yes
    for (int t = 0; t < 16; t++) {
        const bool is_there = pt_any(i == t * n / 16);
        alone += is_there ? 1 : 0;
    }
    if (i == 0) {
        const unsigned long long all_of_them[] = {any, none, all, not_all, evens, both, (unsigned long long)no, (unsigned long long)one, (unsigned long long)more,
                                                  first, nobody, last, bits[1], (unsigned long long)of_thread};
        for (int k = 0; k < 14; k++)
            out[k] = all_of_them[k];
        out[14] = alone;
    }
}

// Reductions of every type, written out and not.
#pragma pt kernel
template <class T> __global__ void reductions(const int *in, T *out, int n)
{
    const unsigned rank = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x;
    if (rank >= n)
        return;
    const T v = static_cast<T>(in[rank]) - T(500);
    T sum = pt_reduce_add<T>(v);
    const T least = pt_reduce_min<T>(v), greatest = pt_reduce_max<T>(v), of_all = pt_reduce_add<T>(v == least ? T(1) : T(0));
    sum += pt_reduce_add<T>(v);
    if (rank == 0) {
        out[0] = sum;
        out[1] = least;
        out[2] = greatest;
        out[3] = of_all;
    }
}

#pragma pt kernel
__global__ void bits_of_all(const int *in, int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const unsigned set = pt_reduce_or(static_cast<unsigned>(in[i]));
    const long long common = pt_reduce_and(static_cast<long long>(in[i] | 64));
    const int least = pt_reduce_min(in[i]);
    if (i == 0) {
        out[0] = static_cast<int>(set);
        out[1] = static_cast<int>(common);
        out[2] = least;
    }
}

struct place {
    double x, y;
    int number;
};

#pragma pt kernel
__global__ void hands_on(const int *in, place *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const place mine = {in[i % n] * 0.5, in[i % n] * 2.0, i};
    const unsigned long long whose = pt_first(in[i % n] == 17);
    const place theirs = pt_bcast<place>(mine, whose);
    if (i < 3)
        out[i] = theirs;
    if (i == 3)
        out[i] = mine;
}

// Labels go from neighbour to neighbour until none changes: do, and the answer in its condition.
#pragma pt kernel
__global__ void spreads(int *label, int n, int *rounds)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int round = 0;
    bool changed = false;
    do {
        int best = 0;
        if (i < n)
            best = max(label[i], max(label[(i + 1) % n], label[(i + n - 1) % n]));
        #pragma pt barrier
        changed = i < n && best != label[i];
        if (changed)
            label[i] = best;
        round++;
    } while (round < 1000 && pt_any(changed));
    if (i == 0)
        *rounds = round;
}

// while, if with break, for; what is given lies in shared memory and in a value that lives on.
#pragma pt kernel
__global__ void halves(const int *in, int *out, int n, int limit)
{
    __shared__ int most;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? in[i] : 0;
    int rounds = 0;
    while (rounds < 1000 && pt_any(v > limit)) {
        if (v > limit)
            v /= 2;
        if (threadIdx.x == 0)
            most = 0;
        __syncthreads();
        atomicMax(&most, v);
        __syncthreads();
        rounds++;
        if (pt_all(most < limit / 2))
            break;
        if (pt_count(v > limit) == 1) {
            if (v > limit)
                v = 3;
            rounds += 100;
        } else {
            v -= v > 0 ? 1 : 0;
        }
    }
    for (int t = 0; t < 3 && rounds > 1; t++) {
        const int sum = pt_reduce_add(++v);
        v += sum % 7;
    }
    if (i < n)
        out[i] = v + rounds;
}
#endif

static std::vector<int> input(int n)
{
    std::vector<int> all(n);
    for (int i = 0; i < n; i++)
        all[i] = static_cast<int>(check::mix(i) % 1000);
    if (n > 20)
        all[n - 20] = 17;
    return all;
}

using numbers = std::vector<unsigned long long>;

static void check_conditions(int blocks, int threads)
{
    const int n = blocks * threads - 5, all = blocks * threads;
    const std::vector<int> in = input(n);
    std::vector<int> v(in);
    v.resize(all, -1);
    const auto count = [&](auto is) { return static_cast<unsigned long long>(std::count_if(v.begin(), v.end(), is)); };
    std::vector<unsigned> bits((all + 31) / 32 + 1, 0u);
    bits.back() = 0xabcdu;
    if (all % 32)
        bits[all / 32] = ~0u << all % 32; // of nobody
    std::vector<unsigned> before(bits);
    for (int i = 0; i < all; i++)
        bits[i / 32] = v[i] % 3 == 0 ? bits[i / 32] | 1u << i % 32 : bits[i / 32] & ~(1u << i % 32);
    for (int i = 0; i < all; i++)
        before[i / 32] ^= (i % 5 == 0 ? 1u : 0u) << i % 32;
    numbers expected(15);
    expected = {count([](int x) { return x == 17; }) > 0, 0, 1, 0, count([](int x) { return x % 2 == 0; }),
                count([](int x) { return x > 500; }) * 1000 + count([](int x) { return x > 900; }), 0, 1, 2,
                static_cast<unsigned long long>(std::find(v.begin(), v.end(), 17) - v.begin()), ~0ull, static_cast<unsigned long long>(n - 1), bits[1],
                static_cast<unsigned long long>(v[40] + 1), 16};
    check::device_array<int> device_in(in);
    check::device_array<unsigned> device_bits(before);
    check::device_array<unsigned long long> out(15);
    BARRIER_LAUNCH((conditions<<<blocks, threads>>>(device_in.get(), device_bits.get(), out.get(), n)), out, expected);
#ifndef __PTCC__
    CUDA_OK(cudaMemcpy(device_bits.get(), bits.data(), bits.size() * sizeof bits[0], cudaMemcpyHostToDevice));
#endif
    check::equal("conditions", out.host(), expected);
    check::equal("votes", device_bits.host(), bits);
}

template <class T> static void check_reductions(dim3 grid, dim3 block, const char *label)
{
    const int n = static_cast<int>(grid.x * grid.y * block.x * block.y) - 3;
    const std::vector<int> in = input(n);
    std::vector<T> v(n);
    for (int i = 0; i < n; i++)
        v[i] = static_cast<T>(in[i]) - T(500);
    const T least = *std::min_element(v.begin(), v.end()), greatest = *std::max_element(v.begin(), v.end());
    const T sum = std::accumulate(v.begin(), v.end(), T(0)); // whole numbers, that all types hold
    const std::vector<T> expected = {static_cast<T>(sum * 2), least, greatest, static_cast<T>(std::count(v.begin(), v.end(), least))};
    check::device_array<int> device_in(in);
    check::device_array<T> out(4);
    BARRIER_LAUNCH((reductions<T><<<grid, block>>>(device_in.get(), out.get(), n)), out, expected);
    check::equal(label, out.host(), expected);
}

static void check_bits(int blocks)
{
    const int n = blocks * 64 - 9;
    const std::vector<int> in = input(n);
    std::vector<int> expected = {0, -1, 1000};
    for (int x : in)
        expected = {expected[0] | x, expected[1] & (x | 64), std::min(expected[2], x)};
    check::device_array<int> device_in(in), out(3);
    BARRIER_LAUNCH((bits_of_all<<<blocks, 64>>>(device_in.get(), out.get(), n)), out, expected);
    check::equal("bits_of_all", out.host(), expected);
}

static void check_hands_on(int blocks)
{
    struct plain {
        double x, y;
        int number;
    };
    const int n = blocks * 64 - 1;
    const std::vector<int> in = input(n);
    const int whose = static_cast<int>(std::find(in.begin(), in.end(), 17) - in.begin());
    std::vector<int> got(4);
    const std::vector<int> expected = {whose, whose, whose, 3};
    std::vector<double> at(4);
    const std::vector<double> places = {in[whose] * 2.5, in[whose] * 2.5, in[whose] * 2.5, in[3] * 2.5};
#ifdef __PTCC__
    check::device_array<int> device_in(in);
    check::device_array<place> out(4);
    hands_on<<<blocks, 64>>>(device_in.get(), out.get(), n);
    CUDA_OK(cudaGetLastError());
    const std::vector<place> host = out.host();
    for (int i = 0; i < 4; i++) {
        got[i] = host[i].number;
        at[i] = host[i].x + host[i].y;
    }
#else
    got = expected;
    at = places;
#endif
    check::equal("hands_on", got, expected);
    check::equal("hands_on values", at, places);
}

static void check_spreads(int blocks)
{
    const int n = blocks * 64 - 11;
    std::vector<int> label = input(n);
    check::device_array<int> device_label(label), device_rounds(1);
    int rounds = 0;
    for (bool changed = true; changed; rounds++) {
        std::vector<int> next(n);
        for (int i = 0; i < n; i++)
            next[i] = std::max(label[i], std::max(label[(i + 1) % n], label[(i + n - 1) % n]));
        changed = next != label;
        label = next;
        if (rounds + 1 == 1000) {
            rounds++;
            break;
        }
    }
    const std::vector<int> expected(1, rounds);
    BARRIER_LAUNCH((spreads<<<blocks, 64>>>(device_label.get(), n, device_rounds.get())), device_label, label);
#ifndef __PTCC__
    CUDA_OK(cudaMemcpy(device_rounds.get(), &rounds, sizeof rounds, cudaMemcpyHostToDevice));
#endif
    check::equal("spreads", device_label.host(), label);
    check::equal("rounds", device_rounds.host(), expected);
}

static void check_halves(int blocks, int threads)
{
    const int n = blocks * threads - 2, all = blocks * threads, limit = 20;
    const std::vector<int> in = input(n);
    std::vector<int> v(in), expected(n);
    v.resize(all, 0);
    int rounds = 0;
    const auto above = [&] { return std::count_if(v.begin(), v.end(), [&](int x) { return x > limit; }); };
    while (above() > 0) {
        int most = 0;
        for (int &x : v) {
            x = x > limit ? x / 2 : x;
            most = std::max(most, x);
        }
        rounds++;
        if (most < limit / 2) // of each block, and so of all
            break;
        const bool is_one = above() == 1;
        for (int &x : v)
            x = is_one ? (x > limit ? 3 : x) : x - (x > 0 ? 1 : 0);
        rounds += is_one ? 100 : 0;
    }
    for (int t = 0; t < 3 && rounds > 1; t++) {
        for (int &x : v)
            x++;
        const int sum = std::accumulate(v.begin(), v.end(), 0);
        for (int &x : v)
            x += sum % 7;
    }
    for (int i = 0; i < n; i++)
        expected[i] = v[i] + rounds;
    check::device_array<int> device_in(in), out(n);
    BARRIER_LAUNCH((halves<<<blocks, threads>>>(device_in.get(), out.get(), n, limit)), out, expected);
    check::equal("halves", out.host(), expected);
}

int main()
{
    check::begin("collectives");
    for (int blocks : {2, 150}) {
        check_conditions(blocks, 64);
        check_conditions(blocks, 48);
        check_reductions<int>(dim3(blocks, 2), dim3(8, 5), "int");
        check_reductions<double>(dim3(blocks, 3), dim3(32, 4), "double");
        check_bits(blocks);
        check_hands_on(blocks);
        check_spreads(std::min(blocks, 9));
        check_halves(blocks, 64);
        check_halves(blocks, 20);
    }
    check_conditions(4300, 32);
    check_reductions<float>(dim3(20, 2), dim3(20, 1), "float");
    check_reductions<long long>(dim3(20, 2), dim3(64, 1), "long long");
    check_reductions<unsigned>(dim3(3, 2), dim3(1024, 1), "unsigned");
    return check::finish();
}
