// #pragma pt barrier in kernels whose values and shared memory live on behind it: groups that work on several blocks keep them for each.
// They are launched with more blocks than groups, and with so few blocks that each group has one.
// expect: handled
#include "check.h"

#include <algorithm>

constexpr int threads = 64;

// A value that is loaded, in front of the barrier that overwrites it.
#pragma pt kernel
__global__ void reverses(int *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const int v = a[i], w = v * 2;
#pragma pt barrier
    a[n - 1 - i] = v + w;
}

struct both {
    int first;
    float second;
};

// Every kind of declaration, changes in a loop, and addresses.
__device__ void add_to(int *sum, int value) { *sum += value; }

#pragma pt kernel
__global__ void of_all_kinds(const int *in, int *a, int *b, int n, int rounds)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int sum = in[i], most, *at = a + i + sum % 1, other(in[i] % 5), more{in[i] % 3};
    int history[3] = {sum, 1};
    both pair = {sum + 1, 0.5f};
    auto twice = in[i] * 2;
    unsigned char small = static_cast<unsigned char>(sum);
    most = sum;
    for (int t = 0; t < rounds; t++) {
        *at = sum;
#pragma pt barrier
        const int left = a[(i + n - 1) % n];
        int beside = a[(i + 1) % n];
        most = max(most, left);
#pragma pt barrier
        sum = (left + beside) % 1000;
        beside++;
        add_to(&history[t % 3], beside);
        small++;
        pair.first += beside + t;
        add_to(&sum, small % 2);
#pragma pt barrier
    }
    b[i] = sum + most + history[0] * 3 + history[1] * 5 + history[2] * 7 + other + more + pair.first + static_cast<int>(pair.second * 2) + twice + small;
}

// Threads that return for what they have read, and in the next phase some more.
#pragma pt kernel
__global__ void leaves(const int *in, int *a, int *b, int n, int rounds)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || in[i] % 7 == 3)
        return;
    a[i] += 1;
#pragma pt barrier
    b[i] += a[(i + 3) % n];
    if (b[i] % 5 == 1)
        return;
#pragma pt barrier
    for (int t = 0; t < rounds; t++) {
        b[i] = a[(i + 1) % n] + b[i];
#pragma pt barrier
        a[i] += b[(i + 2) % n] % 11;
#pragma pt barrier
    }
    b[i] -= 1;
}

// Shared memory, static and dynamic, of numbers whose type is a template's, read by other threads than wrote it.
#pragma pt kernel
template <class T, int Width> __global__ void shares(const T *in, T *a, T *b, int rounds)
{
    __shared__ T tile[Width], edge;
    extern __shared__ char bytes[];
    T *const dynamic = reinterpret_cast<T *>(bytes);
    const int i = blockIdx.x * Width + threadIdx.x, n = gridDim.x * Width;
    T sum = in[i];
    tile[threadIdx.x] = sum;
    dynamic[Width - 1 - threadIdx.x] = sum * 2;
    if (threadIdx.x == 5)
        edge = sum;
    for (int t = 0; t < rounds; t++) {
        a[i] = sum;
        __syncthreads();
#pragma pt barrier
        sum += a[(i + Width) % n] + tile[(threadIdx.x + 1) % Width] + dynamic[threadIdx.x] + edge;
        __syncthreads();
        tile[threadIdx.x] += t;
#pragma pt barrier
    }
    b[i] = sum;
}

// Blocks of two dimensions in an order of their own, values that are declared in a loop around barriers and in a branch.
#pragma pt kernel order(column)
__global__ void inside(int *a, int *b, int width, int height, int mode)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * width + x;
    if (x >= width || y >= height)
        return;
    for (int t = 0; t < 2; t++) {
        int mine = a[i];
#pragma pt barrier
        a[i] = mine + b[(y + 1) % height * width + x];
#pragma pt barrier
        if (mode > 1) {
            const int *const p = b + i;
            mine += *p;
#pragma pt barrier
            b[i] = mine + a[i] + *p;
#pragma pt barrier
        }
        b[i] += mine;
#pragma pt barrier
    }
}

// A loop and a way out of it that depend on memory, which all blocks find the same; a parameter that each block moves.
#pragma pt kernel
__global__ void until(int *a, int *b, int *most, int rounds)
{
    const int i = threadIdx.x, block = blockIdx.x;
    a += block * threads;
    int t = 0;
    while (*most > 10 && ++t < rounds) {
        b[block * threads + i] = a[i] / 2 + 1;
#pragma pt barrier
        if (block == 0 && i == 0)
            most[0] = 0;
#pragma pt barrier
        a[i] = b[block * threads + threads - 1 - i];
        atomicMax(most, a[i]);
#pragma pt barrier
        const int now = most[0];
        if (now == 15)
            break;
    }
    a[i] += t;
}

static std::vector<int> input(int n)
{
    std::vector<int> all(n);
    for (int i = 0; i < n; i++)
        all[i] = static_cast<int>(check::mix(i) % 1000);
    return all;
}

static void check_reverses(int blocks)
{
    const int n = blocks * threads - 7;
    const std::vector<int> in = input(n);
    std::vector<int> expected(n);
    for (int i = 0; i < n; i++)
        expected[n - 1 - i] = in[i] * 3;
    check::device_array<int> a(in);
    BARRIER_LAUNCH((reverses<<<blocks, threads>>>(a.get(), n)), a, expected);
    check::equal("reverses", a.host(), expected);
}

static void check_of_all_kinds(int blocks)
{
    const int n = blocks * threads - 9, rounds = 4;
    const std::vector<int> in = input(n);
    std::vector<int> a(n), b(n), sum = in, most = in, first(n), small(n);
    std::vector<std::vector<int>> history(3, std::vector<int>(n));
    for (int i = 0; i < n; i++) {
        history[0][i] = in[i];
        history[1][i] = 1;
        first[i] = in[i] + 1;
        small[i] = in[i] & 255;
    }
    for (int t = 0; t < rounds; t++) {
        a = sum;
        for (int i = 0; i < n; i++) {
            const int left = a[(i + n - 1) % n], beside = a[(i + 1) % n];
            most[i] = std::max(most[i], left);
            history[t % 3][i] += beside + 1;
            small[i] = (small[i] + 1) & 255;
            first[i] += beside + 1 + t;
            sum[i] = (left + beside) % 1000 + small[i] % 2;
        }
    }
    for (int i = 0; i < n; i++)
        b[i] = sum[i] + most[i] + history[0][i] * 3 + history[1][i] * 5 + history[2][i] * 7 + in[i] % 5 + in[i] % 3 + first[i] + 1 + in[i] * 2 + small[i];
    check::device_array<int> device_in(in), device_a(n), device_b(n);
    BARRIER_LAUNCH((of_all_kinds<<<blocks, threads>>>(device_in.get(), device_a.get(), device_b.get(), n, rounds)), device_b, b);
    check::equal("of_all_kinds", device_b.host(), b);
}

static void check_leaves(int blocks)
{
    const int n = blocks * threads - 3, rounds = 3;
    const std::vector<int> in = input(n);
    std::vector<int> a = input(n), b = input(n);
    std::vector<char> left(n);
    check::device_array<int> device_in(in), device_a(a), device_b(b);
    for (int i = 0; i < n; i++) {
        left[i] = in[i] % 7 == 3;
        a[i] += !left[i];
    }
    for (int i = 0; i < n; i++) {
        b[i] += left[i] ? 0 : a[(i + 3) % n];
        left[i] |= b[i] % 5 == 1;
    }
    for (int t = 0; t < rounds; t++) {
        for (int i = 0; i < n; i++)
            if (!left[i])
                b[i] += a[(i + 1) % n];
        for (int i = 0; i < n; i++)
            if (!left[i])
                a[i] += b[(i + 2) % n] % 11;
    }
    for (int i = 0; i < n; i++)
        b[i] -= !left[i];
    BARRIER_LAUNCH((leaves<<<blocks, threads>>>(device_in.get(), device_a.get(), device_b.get(), n, rounds)), device_b, b);
    check::equal("leaves", device_b.host(), b);
}

template <class T> static void check_shares(int blocks, const char *label)
{
    const int n = blocks * threads, rounds = 3;
    const std::vector<int> numbers = input(n);
    const std::vector<T> in(numbers.begin(), numbers.end());
    std::vector<T> a(n), sum = in, tile = in;
    for (int t = 0; t < rounds; t++) {
        a = sum;
        for (int i = 0; i < n; i++) {
            const int block = i / threads * threads, thread = i % threads;
            sum[i] += a[(i + threads) % n] + tile[block + (thread + 1) % threads] + in[block + threads - 1 - thread] * 2 + in[block + 5];
        }
        for (int i = 0; i < n; i++)
            tile[i] += t;
    }
    check::device_array<T> device_in(in), device_a(n), device_b(n);
    BARRIER_LAUNCH((shares<T, threads><<<blocks, threads, threads * sizeof(T)>>>(device_in.get(), device_a.get(), device_b.get(), rounds)), device_b, sum);
    check::equal(label, device_b.host(), sum);
}

static void check_until(int blocks, int begin, const char *label)
{
    const int n = blocks * threads, rounds = 8;
    std::vector<int> a = input(n), b(n);
    int most = begin, t = 0;
    check::device_array<int> device_a(a), device_b(n), device_most(std::vector<int>(1, most));
    while (most > 10 && ++t < rounds) {
        for (int i = 0; i < n; i++)
            b[i] = a[i] / 2 + 1;
        most = 0;
        for (int i = 0; i < n; i++)
            most = std::max(most, a[i] = b[i / threads * threads + threads - 1 - i % threads]);
        if (most == 15)
            break;
    }
    for (int i = 0; i < n; i++)
        a[i] += t;
    BARRIER_LAUNCH((until<<<blocks, threads>>>(device_a.get(), device_b.get(), device_most.get(), rounds)), device_a, a);
    check::equal(label, device_a.host(), a);
}

static void check_inside(int columns, int rows, int mode, const char *label)
{
    const int width = columns * 16 - 3, height = rows * 4 - 1, n = width * height;
    std::vector<int> a = input(n), b = input(n);
    check::device_array<int> device_a(a), device_b(b);
    for (int t = 0; t < 2; t++) {
        std::vector<int> mine = a;
        for (int i = 0; i < n; i++)
            a[i] = mine[i] + b[(i / width + 1) % height * width + i % width];
        for (int i = 0; i < n && mode > 1; i++) {
            const int p = b[i];
            mine[i] += p;
            b[i] = mine[i] + a[i] + p;
        }
        for (int i = 0; i < n; i++)
            b[i] += mine[i];
    }
    BARRIER_LAUNCH((inside<<<dim3(columns, rows), dim3(16, 4)>>>(device_a.get(), device_b.get(), width, height, mode)), device_b, b);
    check::equal(label, device_b.host(), b);
}

// Shared memory that is declared behind a statement which uses other shared memory.
#pragma pt kernel
__global__ void declared_later(int *out, int n)
{
    extern __shared__ int of_launch[];
    of_launch[threadIdx.x] = n + threadIdx.x;
    __shared__ int one;
    if (threadIdx.x == 0)
        one = blockIdx.x;
    #pragma pt barrier
    out[blockIdx.x * blockDim.x + threadIdx.x] = of_launch[threadIdx.x] + one;
}
static void check_declared_later(int blocks)
{
    std::vector<int> want(blocks * threads);
    for (int i = 0; i < blocks * threads; i++)
        want[i] = 7 + i % threads + i / threads;
    check::device_array<int> device_out(want.size());
    BARRIER_LAUNCH((declared_later<<<blocks, threads, threads * sizeof(int)>>>(device_out.get(), 7)), device_out, want);
    check::equal("declared later", device_out.host(), want);
}

int main()
{
    check::begin("grid_barrier_live");
    for (int blocks : {3, 150}) {
        check_reverses(blocks);
        check_of_all_kinds(blocks);
        check_leaves(blocks);
        check_declared_later(blocks);
        check_shares<int>(blocks, "shares");
        check_shares<double>(blocks, "shares doubles");
        check_until(blocks, 100, "until");
        check_until(blocks, 5, "until at once");
    }
    check_reverses(4300);
    check_inside(3, 2, 1, "inside");
    check_inside(20, 15, 2, "inside many");
    return check::finish();
}
