// #pragma pt barrier in kernels whose variables and constants have names and addresses that must stay theirs: a pointer in a declaration
// to another variable of it, a constant that a loop's variable hides, values that are initialised directly, a parameter that says restrict,
// and a division that only threads make which have not returned.
// expect: handled
#include "check.h"

constexpr int threads = 64, width = 64;

struct pair {
    int first, second;
};
struct linked {
    linked *self;
    int value;
};

// The pointers see what is written later, by the name of what they point to.
#pragma pt kernel
__global__ void points_beside(int *a, int *b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int two[2] = {a[i], 2}, *at = two;
    pair both{a[i], 3}, *whole = &both;
    linked own = {&own, a[i]};
    two[0] = 100 + i;
    both.second += 4;
    own.value += 5;
#pragma pt barrier
    b[i] = *at + whole->second + own.self->value;
}

#pragma pt kernel
template <class T> __global__ void points_in_template(T *a, T *b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    T value = a[i], *at = &value;
    *at += 5;
#pragma pt barrier
    b[i] = value;
}

// One value of a declaration is that of another: copies, which may live on.
#pragma pt kernel
__global__ void copies_beside(int *a, int *b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    pair both = {a[i], 3}, same = both;
    int two[2] = {a[i], 2}, next[2] = {two[1] + 1, two[0]};
    both.first++;
    two[0] = 0;
#pragma pt barrier
    b[i] = both.first + same.first * 2 + next[0] + next[1] + two[0];
}

// `width` is computed with again behind the barrier, where a loop calls its variable so.
#pragma pt kernel
__global__ void hides_constant(int *a, int *b, int rounds)
{
    const int i = blockIdx.x * width + threadIdx.x;
    for (int width = 1; width < rounds; width++) {
        b[i] = a[i] + 1;
#pragma pt barrier
        a[i] = b[i] + width;
#pragma pt barrier
    }
}

// The same of a function.
#pragma pt kernel
__global__ void hides_function(int *a, int *b, int n, int rounds)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, before = max(i - 1, 0);
    if (i >= n)
        return;
    int max = rounds;
    while (max > 0) {
        b[i] = a[before];
#pragma pt barrier
        a[i] = b[i] + max;
        max--;
#pragma pt barrier
    }
}

enum class colour : unsigned char { red, green, blue };
struct odd {
    int value;
    __device__ explicit operator bool() const { return value & 1; }
};

#pragma pt kernel
__global__ void directly(const int *a, int *b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    colour c{static_cast<unsigned char>(a[i] & 3)};
    bool is_odd(odd{a[i]});
    unsigned long long wide{static_cast<unsigned long long>(a[i])};
    const int *at{a + i}, *next(a + (i + 1) % n);
#pragma pt barrier
    b[i] = static_cast<int>(c) + (is_odd ? 100 : 0) + static_cast<int>(wide) + *at + *next;
}

#pragma pt kernel
__global__ void moves_restrict(int *__restrict__ a, int *__restrict__ b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    a += i;
    *a += 1;
#pragma pt barrier
    b[i] = *a * 2;
}

// `by` is 0 where all threads return.
#pragma pt kernel
__global__ void divides(const int *a, int *b, int n, int by)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (a[i] >= by * 1000)
        return;
    const int share = n / by;
    b[i] = 1;
#pragma pt barrier
    b[i] += share;
}

static std::vector<int> input(int n)
{
    std::vector<int> all(n);
    for (int i = 0; i < n; i++)
        all[i] = static_cast<int>(check::mix(i) % 1000);
    return all;
}

struct arrays {
    explicit arrays(int blocks) : n(blocks * threads), in(input(n)), expected(n), a(in), b(expected) {}
    int n;
    std::vector<int> in, expected;
    check::device_array<int> a, b;
};

// These stay in one piece: each block needs a group of its own.
static void check_whole(int blocks)
{
    {
        arrays x(blocks);
        for (int i = 0; i < x.n; i++)
            x.expected[i] = 100 + i + 7 + x.in[i] + 5;
        BARRIER_LAUNCH((points_beside<<<blocks, threads>>>(x.a.get(), x.b.get(), x.n)), x.b, x.expected);
        check::equal("points_beside", x.b.host(), x.expected);
    }
    {
        arrays x(blocks);
        for (int i = 0; i < x.n; i++)
            x.expected[i] = x.in[i] + 5;
        BARRIER_LAUNCH((points_in_template<int><<<blocks, threads>>>(x.a.get(), x.b.get(), x.n)), x.b, x.expected);
        check::equal("points_in_template", x.b.host(), x.expected);
    }
    {
        arrays x(blocks);
        for (int i = 0; i < x.n; i++)
            x.expected[i] = x.in[i] + 2 + 3;
        BARRIER_LAUNCH((hides_constant<<<blocks, threads>>>(x.a.get(), x.b.get(), 3)), x.a, x.expected);
        check::equal("hides_constant", x.a.host(), x.expected);
    }
    {
        arrays x(blocks);
        x.expected = x.in;
        for (int max = 2; max > 0; max--) {
            const std::vector<int> old = x.expected;
            for (int i = 0; i < x.n; i++)
                x.expected[i] = old[i ? i - 1 : 0] + max;
        }
        BARRIER_LAUNCH((hides_function<<<blocks, threads>>>(x.a.get(), x.b.get(), x.n, 2)), x.a, x.expected);
        check::equal("hides_function", x.a.host(), x.expected);
    }
}

static void check_split(int blocks)
{
    {
        arrays x(blocks);
        for (int i = 0; i < x.n; i++)
            x.expected[i] = x.in[i] + 1 + x.in[i] * 2 + 3 + x.in[i];
        BARRIER_LAUNCH((copies_beside<<<blocks, threads>>>(x.a.get(), x.b.get(), x.n)), x.b, x.expected);
        check::equal("copies_beside", x.b.host(), x.expected);
    }
    {
        arrays x(blocks);
        for (int i = 0; i < x.n; i++)
            x.expected[i] = (x.in[i] & 3) + (x.in[i] & 1 ? 100 : 0) + 2 * x.in[i] + x.in[(i + 1) % x.n];
        BARRIER_LAUNCH((directly<<<blocks, threads>>>(x.a.get(), x.b.get(), x.n)), x.b, x.expected);
        check::equal("directly", x.b.host(), x.expected);
    }
    {
        arrays x(blocks);
        for (int i = 0; i < x.n; i++)
            x.expected[i] = (x.in[i] + 1) * 2;
        BARRIER_LAUNCH((moves_restrict<<<blocks, threads>>>(x.a.get(), x.b.get(), x.n)), x.b, x.expected);
        check::equal("moves_restrict", x.b.host(), x.expected);
    }
    {
        arrays x(blocks);
        BARRIER_LAUNCH((divides<<<blocks, threads>>>(x.a.get(), x.b.get(), x.n, 0)), x.b, x.expected);
        check::equal("divides", x.b.host(), x.expected);
    }
}

int main()
{
    check::begin("grid_barrier_names");
    check_whole(3);
    check_split(3);
    check_split(150);
    return check::finish();
}
