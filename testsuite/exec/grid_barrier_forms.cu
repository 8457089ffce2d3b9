// #pragma pt barrier in kernels that split whatever the form: values in braces and parentheses, casts by words, members of parameters,
// loops without a condition, conditions that count. Most are launched with more blocks than run at once.
// expect: handled
#include "check.h"

constexpr int blocks = 700, threads = 128, n = blocks * threads - 5;

struct field {
    int *values;
    int count, rounds;
    __device__ int size() const { return count; }
};

// In each round: b is a and one more, a is b in reverse.
#pragma pt kernel
__global__ void by_words(int *a, int *b, int rounds)
{
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    const auto end = static_cast<std::size_t>(n);
    for (int t = 0; t < static_cast<int>(rounds); t++) {
        if (i < n)
            b[i] = a[i] + 1;
#pragma pt barrier
        if (i < n)
            a[i] = b[end - 1 - i];
#pragma pt barrier
    }
}

#pragma pt kernel
__global__ void in_braces(int *a, int *b, int rounds)
{
    int i{static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x)}, last(n - 1), zero{};
    int t{};
    while (t < rounds) {
        if (i <= last)
            b[i] = a[i] + 1 + zero;
#pragma pt barrier
        if (i <= last)
            a[i] = b[last - i];
#pragma pt barrier
        t++;
    }
}

#pragma pt kernel
__global__ void of_members(field a, field b, dim3 shape)
{
    const int i = blockIdx.x * shape.x + threadIdx.x;
    for (int t = 0; t < a.rounds; t++) {
        if (i < a.count)
            b.values[i] = a.values[i] + 1;
#pragma pt barrier
        if (i < a.size())
            a.values[i] = b.values[a.count - 1 - i];
#pragma pt barrier
    }
}

// What a parameter's member counts is done once a group, not once a block.
#pragma pt kernel
__global__ void counts_down(field a, field b)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (a.rounds > 0) {
        if (i < a.count)
            b.values[i] = a.values[i] + 1;
#pragma pt barrier
        if (i < a.count)
            a.values[i] = b.values[a.count - 1 - i];
#pragma pt barrier
        a.rounds--;
    }
}

#pragma pt kernel
__global__ void without_end(int *a, int *b, int rounds)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = 0;
    for (;;) {
        if (i < n)
            b[i] = a[i] + 1;
#pragma pt barrier
        if (i < n)
            a[i] = b[n - 1 - i];
#pragma pt barrier
        if (++t >= rounds)
            break;
    }
    if (i < n)
        b[i] = t;
}

#pragma pt kernel
__global__ void counts_in_head(int *a, int *b, int rounds)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int t = rounds;; --t) {
        if (t == 0)
            return;
        if (i < n)
            b[i] = a[i] + 1;
#pragma pt barrier
        if (i < n)
            a[i] = b[n - 1 - i];
#pragma pt barrier
    }
}

// These stay in one piece: a member that each block changes for itself, and one that is another's.
#pragma pt kernel
__global__ void changes(field a, field b, int *c)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int t = 0; t < 3; t++) {
        b.values[i] = a.values[i] + a.rounds;
#pragma pt barrier
        a.rounds += blockIdx.x % 2 ? 5 : 3;
        c[i] = b.values[(i + threads) % a.count] + a.rounds;
#pragma pt barrier
    }
}

struct more {
    int *values;
    int &rounds;
};

#pragma pt kernel
__global__ void refers(int *values, int rounds, int *c)
{
    more m = {values, rounds};
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int t = 0; t < 3; t++) {
        c[i] = m.values[i] + m.rounds;
#pragma pt barrier
        m.rounds += 3;
        values[i] = c[(i + threads) % (4 * threads)];
#pragma pt barrier
    }
}

static std::vector<int> numbers(int size)
{
    std::vector<int> v(size);
    for (int i = 0; i < size; i++)
        v[i] = (i * 37) % 1009;
    return v;
}

static std::vector<int> turned(int rounds)
{
    std::vector<int> a = numbers(n), b = a;
    for (int t = 0; t < rounds; t++) {
        for (int i = 0; i < n; i++)
            b[i] = a[i] + 1;
        for (int i = 0; i < n; i++)
            a[i] = b[n - 1 - i];
    }
    return a;
}

static void whole()
{
    constexpr int few = 4, size = few * threads;
    std::vector<int> a = numbers(size), b(size), c(size), rounds(few, 2);
    for (int t = 0; t < 3; t++) {
        for (int i = 0; i < size; i++)
            b[i] = a[i] + rounds[i / threads];
        for (int k = 0; k < few; k++)
            rounds[k] += k % 2 ? 5 : 3;
        for (int i = 0; i < size; i++)
            c[i] = b[(i + threads) % size] + rounds[i / threads];
    }
    check::device_array<int> da(numbers(size)), db(size), dc(size);
    BARRIER_LAUNCH((changes<<<few, threads>>>(field{da.get(), size, 2}, field{db.get(), size, 0}, dc.get())), dc, c);
    check::equal("changes", dc.host(), c);
    std::vector<int> values = numbers(size);
    for (int t = 0; t < 3; t++) {
        for (int i = 0; i < size; i++)
            c[i] = values[i] + 7 + 3 * t;
        for (int i = 0; i < size; i++)
            values[i] = c[(i + threads) % size];
    }
    check::device_array<int> dv(numbers(size));
    BARRIER_LAUNCH((refers<<<few, threads>>>(dv.get(), 7, dc.get())), dv, values);
    check::equal("refers", dv.host(), values);
}

int main()
{
    check::begin("grid_barrier_forms");
    for (int rounds : {1, 4}) {
        const std::vector<int> want = turned(rounds), counted(n, rounds);
        check::device_array<int> b(n);
        check::device_array<int> words(numbers(n)), braces(numbers(n)), members(numbers(n)), down(numbers(n)), endless(numbers(n)), head(numbers(n));
        BARRIER_LAUNCH((by_words<<<blocks, threads>>>(words.get(), b.get(), rounds)), words, want);
        BARRIER_LAUNCH((in_braces<<<blocks, threads>>>(braces.get(), b.get(), rounds)), braces, want);
        BARRIER_LAUNCH((of_members<<<blocks, threads>>>(field{members.get(), n, rounds}, field{b.get(), n, 0}, dim3(threads))), members, want);
        BARRIER_LAUNCH((counts_down<<<blocks, threads>>>(field{down.get(), n, rounds}, field{b.get(), n, 0})), down, want);
        BARRIER_LAUNCH((counts_in_head<<<blocks, threads>>>(head.get(), b.get(), rounds)), head, want);
        BARRIER_LAUNCH((without_end<<<blocks, threads>>>(endless.get(), b.get(), rounds)), endless, want);
        BARRIER_LAUNCH((void)0, b, counted);
        check::equal("words", words.host(), want);
        check::equal("braces", braces.host(), want);
        check::equal("members", members.host(), want);
        check::equal("down", down.host(), want);
        check::equal("endless", endless.host(), want);
        check::equal("head", head.host(), want);
        check::equal("counted", b.host(), counted);
    }
    whole();
    return check::finish();
}
