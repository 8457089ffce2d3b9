// #pragma pt barrier in kernels with macros that compute: the index without parentheses, one that names parameters of the kernel, elements of an array,
// a member of a record, macros of macros. More blocks than groups, so that what lives across the barrier is computed again by the macro.
// expect: handled
#include "check.h"

#define GID blockIdx.x * blockDim.x + threadIdx.x
#define STRIDE (gridDim.x * blockDim.x)
#define AT(i, j) ((j) * width + (i))
#define BELOW(i, j) AT(i, (j) + 1)
#define ELEMENT(i, j) a[AT(i, j)]
#define SHAPE_AT(i, j) ((i) + (j) * s.width)
#define LEAST(a, b) ((a) < (b) ? (a) : (b))
#define ROUNDS 3
#define WHOLE(i) ((unsigned)(i))

constexpr int threads = 64;

struct shape {
    int width, height;
};

#pragma pt kernel
__global__ void index_by_macro(const int *a, int *b, int n)
{
    const unsigned i = GID;
    if (i < static_cast<unsigned>(n))
        b[i] = a[i] * 2;
#pragma pt barrier
    if (GID > 0 && GID < WHOLE(n))
        atomicAdd(&b[i - 1], a[GID]);
}

// `width` is the kernel's own.
#pragma pt kernel
__global__ void rows(int *a, int *b, int width, int height)
{
    const int x = static_cast<int>(GID) % width, y = static_cast<int>(GID) / width;
    for (int round = 0; round < LEAST(ROUNDS, height); round++) {
        if (y < height)
            b[AT(x, y)] = ELEMENT(x, y) + (y + 1 < height ? ELEMENT(x, y + 1) : 0);
        const int own = y < height ? ELEMENT(x, y) : 0;
#pragma pt barrier
        if (y + 1 < height)
            a[BELOW(x, y)] = b[AT(x, y)] + round - own;
#pragma pt barrier
    }
}

#pragma pt kernel
template <class T> __global__ void of_record(const T *a, T *b, const shape s)
{
    const int first = GID;
    const int all = LEAST(s.width * s.height, static_cast<int>(STRIDE));
    const int x = first % s.width, y = first / s.width, to = SHAPE_AT(s.width - 1 - x, y);
    if (first < all)
        b[to] = a[first];
#pragma pt barrier
    if (first < all && x == 0)
        for (int k = 1; k < s.width; k++)
            b[to] += b[SHAPE_AT(s.width - 1 - k, y)];
}

// A counter that halves.
#pragma pt kernel
__global__ void halves(int *a, int n)
{
    const int i = GID;
    for (int s = n / 2; s > 0; s >>= 1) {
        if (i < s)
            a[i] += a[i + s];
#pragma pt barrier
    }
}

static std::vector<int> input(int n)
{
    std::vector<int> all(n);
    for (int i = 0; i < n; i++)
        all[i] = static_cast<int>(check::mix(i) % 1000);
    return all;
}

static void check_index(int blocks)
{
    const int n = blocks * threads - 5;
    const std::vector<int> in = input(n);
    std::vector<int> expected(n);
    for (int i = 0; i < n; i++)
        expected[i] = in[i] * 2 + (i + 1 < n ? in[i + 1] : 0);
    check::device_array<int> a(in), b(expected);
    BARRIER_LAUNCH((index_by_macro<<<blocks, threads>>>(a.get(), b.get(), n)), b, expected);
    check::equal("index_by_macro", b.host(), expected);
}

static void check_rows(int blocks)
{
    const int width = 32, height = blocks * threads / width;
    std::vector<int> expected = input(width * height), of_b(width * height);
    check::device_array<int> a(expected), b(of_b);
    for (int round = 0; round < LEAST(ROUNDS, height); round++) {
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                of_b[AT(x, y)] = expected[AT(x, y)] + (y + 1 < height ? expected[BELOW(x, y)] : 0);
        const std::vector<int> old = expected;
        for (int y = 0; y + 1 < height; y++)
            for (int x = 0; x < width; x++)
                expected[BELOW(x, y)] = of_b[AT(x, y)] + round - old[AT(x, y)];
    }
    BARRIER_LAUNCH((rows<<<blocks, threads>>>(a.get(), b.get(), width, height)), a, expected);
    check::equal("rows", a.host(), expected);
}

static void check_record(int blocks)
{
    const shape s{16, blocks * threads / 16};
    const std::vector<int> in = input(s.width * s.height);
    std::vector<int> expected(in.size());
    for (int y = 0; y < s.height; y++)
        for (int x = 0; x < s.width; x++) {
            expected[SHAPE_AT(s.width - 1 - x, y)] = in[SHAPE_AT(x, y)];
            if (x > 0)
                expected[SHAPE_AT(s.width - 1, y)] += in[SHAPE_AT(x, y)];
        }
    check::device_array<int> a(in), b(expected);
    BARRIER_LAUNCH((of_record<int><<<blocks, threads>>>(a.get(), b.get(), s)), b, expected);
    check::equal("of_record", b.host(), expected);
}

static void check_halves(int blocks)
{
    int n = 1;
    while (n * 2 <= blocks * threads)
        n *= 2;
    std::vector<int> expected = input(n);
    check::device_array<int> a(expected);
    for (int s = n / 2; s > 0; s >>= 1)
        for (int i = 0; i < s; i++)
            expected[i] += expected[i + s];
    BARRIER_LAUNCH((halves<<<blocks, threads>>>(a.get(), n)), a, expected);
    check::equal("halves", a.host(), expected);
}

int main()
{
    check::begin("grid_barrier_macros");
    const int all[] = {3, 150};
    for (int blocks : all) {
        check_index(blocks);
        check_rows(blocks);
        check_record(blocks);
        check_halves(blocks);
    }
    return check::finish();
}
