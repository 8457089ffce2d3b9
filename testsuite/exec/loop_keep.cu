// #pragma pt loop keep(a): stencils of one, two and three dimensions whose arrays stay in shared memory from step to step; tiles with halos
// on one side or both, elements of four and more bytes, launches of the inside alone, one tile, loops that cannot keep anything.
// expect: handled
#include "check.h"

#include <utility>

constexpr unsigned width = 60, height = 44;

// Five points, the edge stays.
#pragma pt kernel
__global__ void five_points(const unsigned *__restrict__ in, unsigned *__restrict__ out, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
        return;
    const size_t i = size_t(y) * w + x;
    out[i] = 3u * in[i] + (in[i - 1] ^ in[i + 1]) + (in[i - w] + 7u * in[i + w]);
}

// The same for a launch of the inside alone.
#pragma pt kernel
__global__ void inside(const unsigned *in, unsigned *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x < w - 1 && y < h - 1)
        out[y * w + x] = 3u * in[y * w + x] + (in[y * w + x - 1] ^ in[y * w + x + 1]) + (in[(y - 1) * w + x] + 7u * in[(y + 1) * w + x]);
}

// One dimension, two elements back and none ahead; choices instead of guards, a loop, a function that computes.
__device__ unsigned mixed(unsigned a, unsigned b) { return a * 5u + (b ^ 0x55u); }

__constant__ unsigned weights[3] = {1u, 5u, 11u};

#pragma pt kernel
__global__ void backwards(const unsigned in[], unsigned out[], int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = 0u;
    if (i >= n)
        return;
    for (int k = 0; k < 3; ++k)
        sum += i - k >= 0 ? weights[k] * in[i - k] : mixed(sum, 3u);
    out[i] = sum;
}

// Ahead alone, and around the end: the last block reads what the first one writes, which is no neighbour of it.
#pragma pt kernel
__global__ void around(const unsigned *in, unsigned *out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * 3u + in[(i + 1u) % n];
}

// Pairs of numbers of eight bytes; numbers in twos, and a third array that is only read.
struct pair {
    unsigned long long a, b;
};

#pragma pt kernel
__global__ void pairs(pair *in, pair *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        out[i] = i % 3 == 0 ? in[i - 1] : in[i + 1];
}

#pragma pt kernel
__global__ void wide(const double2 *in, double2 *out, const unsigned *more, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        out[i] = make_double2(in[i - 1].x * 0.5 + more[i], in[i + 1].y * 0.25 + in[i].x);
}

// Seven points in three dimensions, of any type.
#pragma pt kernel
template <class T> __global__ void seven_points(const T *in, T *out, int n)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1)
        return;
    const int row = n, plane = n * n, i = z * plane + y * row + x;
    out[i] = 2 * in[i] + (in[i - 1] - in[i + 1]) + (in[i - row] - 3 * in[i + row]) + (in[i - plane] + in[i + plane]);
}

// How far it reads is an argument; a third array, which may be one of the two; a constant that has no address on the device.
constexpr unsigned mark = 77u;

#pragma pt kernel
__global__ void reaching(const unsigned *in, unsigned *out, const unsigned *more, int reach, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= reach && i < n)
        out[i] = in[i] * 3u + in[i - reach] + more[i];
    else if (i == 1)
        out[i] = mark;
}

// The first row of blocks writes nothing, and all read ahead; a block to spare.
#pragma pt kernel
__global__ void ahead(const unsigned *in, unsigned *out, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (y >= 1 && y < h && x < w - 1)
        out[y * w + x] = 5u * in[y * w + x + 1] + in[min(y + 1, h - 1) * w + x + 1];
}

// The memory that the arrays lie in, by another parameter.
#pragma pt kernel
__global__ void from_pool(const unsigned *in, unsigned *out, const unsigned *pool, int at, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n)
        out[i] = in[i - 1] * 3u + pool[at + i];
}

// What is read says where to read next: not kept.
#pragma pt kernel
__global__ void wandering(const unsigned *in, unsigned *out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[in[i] % n] + i;
}

// Each block writes some columns of all rows: not kept.
#pragma pt kernel
__global__ void columns(const unsigned *in, unsigned *out, int w)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y;
    if (x < w)
        out[y * w + x] = in[x] * 5u + y;
}

// Two bytes each: not kept.
#pragma pt kernel
__global__ void halves(const unsigned short *in, unsigned short *out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0u && i < n)
        out[i] = in[i] * 3 + in[i - 1];
}

static std::vector<unsigned> five_points_of(std::vector<unsigned> a, std::vector<unsigned> b, unsigned steps)
{
    for (unsigned t = 0; t < steps; ++t) {
        for (unsigned y = 1; y + 1 < height; ++y)
            for (unsigned x = 1; x + 1 < width; ++x) {
                const unsigned i = y * width + x;
                b[i] = 3u * a[i] + (a[i - 1] ^ a[i + 1]) + (a[i - width] + 7u * a[i + width]);
            }
        std::swap(a, b);
    }
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

template <class T> static std::vector<T> both(const T *a, const T *b, size_t n)
{
    std::vector<T> result(2 * n);
    CUDA_OK(cudaMemcpy(result.data(), a, n * sizeof *a, cudaMemcpyDeviceToHost));
    CUDA_OK(cudaMemcpy(result.data() + n, b, n * sizeof *b, cudaMemcpyDeviceToHost));
    return result;
}

static dim3 blocks_over(unsigned w, unsigned h, dim3 block) { return dim3((w + block.x - 1) / block.x, (h + block.y - 1) / block.y); }

static void two_dimensions(unsigned steps, dim3 block, cudaStream_t stream)
{
    const std::vector<unsigned> start = check::mixed_vector(width * height), other = check::mixed_vector(width * height, 5);
    check::device_array<unsigned> first(start), second(other);
    unsigned *a = first.get(), *b = second.get();
    const dim3 grid = blocks_over(width, height, block);
#pragma pt loop keep(a)
    for (unsigned t = 0; t < steps; ++t) {
        five_points<<<grid, block, 0, stream>>>(a, b, width, height);
        std::swap(a, b);
    }
    CUDA_OK(cudaStreamSynchronize(stream));
    check::equal("five points", both(a, b, width * height), five_points_of(start, other, steps));
}

static void of_the_inside(unsigned steps, dim3 block)
{
    const std::vector<unsigned> start = check::mixed_vector(width * height, 2), other = check::mixed_vector(width * height, 3);
    check::device_array<unsigned> first(start), second(other);
    unsigned *a = first.get(), *b = second.get();
    const dim3 grid = blocks_over(width - 2, height - 2, block);
    unsigned t = 0;
#pragma pt loop keep(a)
    while (t + 2 <= steps) {
        inside<<<grid, block>>>(a, b, width, height);
        CUDA_OK(cudaGetLastError());
        inside<<<grid, block>>>(b, a, width, height);
        t += 2;
    }
    check::equal("inside", both(a, b, width * height), five_points_of(start, other, steps / 2 * 2));
}

static void one_dimension(int n, unsigned steps, int threads = 64)
{
    std::vector<unsigned> from = check::mixed_vector(n), to = check::mixed_vector(n, 9);
    check::device_array<unsigned> first(from), second(to);
    unsigned *a = first.get(), *b = second.get();
#pragma pt loop keep(a)
    for (unsigned t = 0; t < steps; ++t) {
        backwards<<<(n + threads - 1) / threads, threads>>>(a, b, n);
        unsigned *swapped = a;
        a = b;
        b = swapped;
    }
    for (unsigned t = 0; t < steps; ++t) {
        for (int i = 0; i < n; ++i) {
            unsigned sum = 0;
            const unsigned by[3] = {1, 5, 11};
            for (int k = 0; k < 3; ++k)
                sum += i - k >= 0 ? by[k] * from[i - k] : sum * 5u + (3u ^ 0x55u);
            to[i] = sum;
        }
        std::swap(from, to);
    }
    from.insert(from.end(), to.begin(), to.end());
    check::equal("backwards", both(a, b, n), from);
}

static void rings(unsigned n, unsigned steps)
{
    std::vector<unsigned> from = check::mixed_vector(n), to(n);
    check::device_array<unsigned> first(from), second(to);
    unsigned *a = first.get(), *b = second.get();
#pragma pt loop keep(a)
    for (unsigned t = 0; t < steps; ++t) {
        around<<<(n + 63) / 64, 64>>>(a, b, n);
        std::swap(a, b);
    }
    for (unsigned t = 0; t < steps; ++t) {
        for (unsigned i = 0; i < n; ++i)
            to[i] = from[i] * 3u + from[(i + 1u) % n];
        std::swap(from, to);
    }
    from.insert(from.end(), to.begin(), to.end());
    check::equal("around", both(a, b, n), from);
}

static void other_elements(int n, unsigned steps)
{
    const std::vector<unsigned> more = check::mixed_vector(n);
    check::device_array<unsigned> read(more);
    std::vector<pair> from(n), to(n);
    std::vector<double2> wide_from(n), wide_to(n);
    for (int i = 0; i < n; ++i) {
        from[i] = pair{more[i] * 3ull, more[i] << 7};
        to[i] = pair{1, 2};
        wide_from[i] = make_double2(more[i] % 100u, i);
        wide_to[i] = make_double2(i, 1);
    }
    check::device_array<pair> first(from), second(to);
    check::device_array<double2> wide_first(wide_from), wide_second(wide_to);
    pair *a = first.get(), *b = second.get();
    double2 *c = wide_first.get(), *d = wide_second.get();
#pragma pt loop keep(a)
    for (unsigned t = 0; t < steps; ++t) {
        pairs<<<(n + 31) / 32, 32>>>(a, b, n);
        std::swap(a, b);
    }
#pragma pt loop keep(c)
    for (unsigned t = 0; t < steps; ++t) {
        wide<<<(n + 31) / 32, 32>>>(c, d, read.get(), n);
        std::swap(c, d);
    }
    for (unsigned t = 0; t < steps; ++t) {
        for (int i = 1; i + 1 < n; ++i) {
            to[i] = i % 3 == 0 ? from[i - 1] : from[i + 1];
            wide_to[i] = make_double2(wide_from[i - 1].x * 0.5 + more[i], wide_from[i + 1].y * 0.25 + wide_from[i].x);
        }
        std::swap(from, to);
        std::swap(wide_from, wide_to);
    }
    std::vector<unsigned long long> found, expected;
    for (const pair &x : both(a, b, n))
        found.insert(found.end(), {x.a, x.b});
    for (const std::vector<pair> *v : {&from, &to})
        for (const pair &x : *v)
            expected.insert(expected.end(), {x.a, x.b});
    check::equal("pairs", found, expected);
    std::vector<double> found_wide, expected_wide;
    for (const double2 &x : both(c, d, n))
        found_wide.insert(found_wide.end(), {x.x, x.y});
    for (const std::vector<double2> *v : {&wide_from, &wide_to})
        for (const double2 &x : *v)
            expected_wide.insert(expected_wide.end(), {x.x, x.y});
    check::equal("wide", found_wide, expected_wide);
}

template <class T> static void three_dimensions(int n, unsigned steps, dim3 block)
{
    const std::vector<unsigned> start = check::mixed_vector(n * n * n);
    std::vector<T> from(start.begin(), start.end()), to(from.rbegin(), from.rend());
    check::device_array<T> first(from), second(to);
    T *a = first.get(), *b = second.get();
    const dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) / block.y, (n + block.z - 1) / block.z);
#pragma pt loop keep(a)
    for (unsigned t = 0; t < steps; ++t) {
        seven_points<T><<<grid, block>>>(a, b, n);
        std::swap(a, b);
    }
    const int plane = n * n;
    for (unsigned t = 0; t < steps; ++t) {
        for (int z = 1; z + 1 < n; ++z)
            for (int y = 1; y + 1 < n; ++y)
                for (int x = 1; x + 1 < n; ++x) {
                    const int i = z * plane + y * n + x;
                    to[i] = 2 * from[i] + (from[i - 1] - from[i + 1]) + (from[i - n] - 3 * from[i + n]) + (from[i - plane] + from[i + plane]);
                }
        std::swap(from, to);
    }
    from.insert(from.end(), to.begin(), to.end());
    check::equal("seven points", both(a, b, n * n * n), from);
}

static void reach_out(const unsigned *more, unsigned *a, unsigned *b, int reach, int n, unsigned steps)
{
#pragma pt loop keep(a)
    for (unsigned t = 0; t < steps; ++t) {
        reaching<<<(n + 63) / 64, 64>>>(a, b, more, reach, n);
        std::swap(a, b);
    }
}

static void reaches(int n, unsigned steps)
{
    std::vector<unsigned> arrays[3] = {check::mixed_vector(n), check::mixed_vector(n, 4), check::mixed_vector(n, 6)};
    check::device_array<unsigned> first(arrays[0]), second(arrays[1]), third(arrays[2]);
    unsigned *const on_device[3] = {first.get(), second.get(), third.get()};
    for (int round = 0; round < 5; ++round) {
        const int reach = round % 2 == 0 ? 3 : 40, more = round < 3 ? 2 : round - 3;
        reach_out(on_device[more], on_device[0], on_device[1], reach, n, steps);
        for (unsigned t = 0; t < steps; ++t) {
            arrays[(t + 1) % 2][1] = mark;
            for (int i = reach; i < n; ++i)
                arrays[(t + 1) % 2][i] = arrays[t % 2][i] * 3u + arrays[t % 2][i - reach] + arrays[more][i];
        }
        std::vector<unsigned> expected = arrays[0];
        expected.insert(expected.end(), arrays[1].begin(), arrays[1].end());
        check::equal("reaches", both(on_device[0], on_device[1], n), expected);
    }
}

static void reads_ahead(int w, int h, unsigned steps)
{
    std::vector<unsigned> from = check::mixed_vector(w * h), to = check::mixed_vector(w * h, 3);
    check::device_array<unsigned> first(from), second(to);
    unsigned *a = first.get(), *b = second.get();
#pragma pt loop keep(a)
    for (unsigned t = 0; t < steps; ++t) {
        ahead<<<dim3(1, h + 2), 128>>>(a, b, w, h);
        std::swap(a, b);
    }
    for (unsigned t = 0; t < steps; ++t) {
        for (int y = 1; y < h; ++y)
            for (int x = 0; x + 1 < w; ++x)
                to[y * w + x] = 5u * from[y * w + x + 1] + from[(y + 1 < h ? y + 1 : h - 1) * w + x + 1];
        std::swap(from, to);
    }
    from.insert(from.end(), to.begin(), to.end());
    check::equal("ahead", both(a, b, w * h), from);
}

// At 0, a part of the memory that is neither array's; at n, the first array, and at 2 n the second.
static void from_one_pool(int n, unsigned steps)
{
    for (int at : {0, n, 2 * n}) {
        std::vector<unsigned> all = check::mixed_vector(3 * n);
        check::device_array<unsigned> memory(all);
        unsigned *a = memory.get() + n, *b = memory.get() + 2 * n;
#pragma pt loop keep(a)
        for (unsigned t = 0; t < steps; ++t) {
            from_pool<<<(n + 63) / 64, 64>>>(a, b, memory.get(), at, n);
            std::swap(a, b);
        }
        for (unsigned t = 0; t < steps; ++t) {
            const int in = t % 2 == 0 ? n : 2 * n, out = 3 * n - in;
            for (int i = 1; i < n; ++i)
                all[out + i] = all[in + i - 1] * 3u + all[at + i];
        }
        check::equal("pool", memory, all);
    }
}

// Values decide, elements are too small, blocks share rows, one array lies in the other, another kernel's step stands between: all of this runs unkept.
static void unkept(unsigned n, unsigned steps)
{
    std::vector<unsigned> from = check::mixed_vector(n), to(n);
    check::device_array<unsigned> first(from), second(to);
    unsigned *a = first.get(), *b = second.get();
#pragma pt loop keep(a)
    for (unsigned t = 0; t < steps; ++t) {
        wandering<<<(n + 63) / 64, 64>>>(a, b, n);
        std::swap(a, b);
    }
    for (unsigned t = 0; t < steps; ++t) {
        for (unsigned i = 0; i < n; ++i)
            to[i] = from[from[i] % n] + i;
        std::swap(from, to);
    }
    std::vector<unsigned> expected = from;
    expected.insert(expected.end(), to.begin(), to.end());
    check::equal("wandering", both(a, b, n), expected);

    std::vector<unsigned short> small(from.begin(), from.end()), small_to(n);
    check::device_array<unsigned short> third(small), fourth(small_to);
    unsigned short *c = third.get(), *d = fourth.get();
#pragma pt loop keep(c)
    for (unsigned t = 0; t < steps; ++t) {
        halves<<<(n + 63) / 64, 64>>>(c, d, n);
        std::swap(c, d);
    }
    for (unsigned t = 0; t < steps; ++t) {
        for (unsigned i = 1; i < n; ++i)
            small_to[i] = static_cast<unsigned short>(small[i] * 3 + small[i - 1]);
        std::swap(small, small_to);
    }
    small.insert(small.end(), small_to.begin(), small_to.end());
    check::equal("halves", both(c, d, n), small);

    std::vector<unsigned> rows = check::mixed_vector(4 * n, 8), rows_to(4 * n);
    check::device_array<unsigned> seventh(rows), eighth(rows_to);
    unsigned *g = seventh.get(), *h = eighth.get();
#pragma pt loop keep(g)
    for (unsigned t = 0; t < steps; ++t) {
        columns<<<(n + 31) / 32, dim3(32, 4)>>>(g, h, n);
        std::swap(g, h);
    }
    for (unsigned t = 0; t < steps; ++t) {
        for (unsigned i = 0; i < 4 * n; ++i)
            rows_to[i] = rows[i % n] * 5u + i / n;
        std::swap(rows, rows_to);
    }
    rows.insert(rows.end(), rows_to.begin(), rows_to.end());
    check::equal("columns", both(g, h, 4 * n), rows);

    // A step between two others sets what the next one reads.
    std::vector<unsigned> start = check::mixed_vector(width * height), other = start;
    check::device_array<unsigned> fifth(start), sixth(other);
    unsigned *e = fifth.get(), *f = sixth.get();
#pragma pt loop keep(e)
    for (unsigned t = 0; t < steps; ++t) {
        five_points<<<dim3(4, 11), dim3(16, 4)>>>(e, f, width, height);
        if (t % 3 == 1)
            CUDA_OK(cudaMemset(f + 5 * width, static_cast<int>(t), 2 * width * sizeof *f));
        std::swap(e, f);
    }
    for (unsigned t = 0; t < steps; ++t) {
        const std::vector<unsigned> next = five_points_of(start, other, 1);
        start.assign(next.begin(), next.begin() + width * height);
        other.assign(next.begin() + width * height, next.end());
        if (t % 3 == 1)
            std::fill(start.begin() + 5 * width, start.begin() + 7 * width, t * 0x01010101u);
    }
    start.insert(start.end(), other.begin(), other.end());
    check::equal("set between", both(e, f, width * height), start);
}

int main()
{
    check::begin("loop_keep");
    cudaStream_t stream;
    CUDA_OK(cudaStreamCreate(&stream));
    for (unsigned steps : {1u, 2u, 7u, 40u})
        two_dimensions(steps, dim3(16, 4), 0);
    two_dimensions(33, dim3(60, 1), stream);
    two_dimensions(6, dim3(8, 44), stream); // one row of blocks: one tile
    of_the_inside(20, dim3(16, 3));
    one_dimension(1000, 21);
    one_dimension(64, 5);
    one_dimension(8, 66000, 4); // the numbers of packets begin again
    rings(500, 12);
    other_elements(300, 15);
    reaches(700, 9);
    reads_ahead(100, 20, 13);
    from_one_pool(600, 10);
    three_dimensions<unsigned>(20, 11, dim3(8, 4, 2));
    three_dimensions<double>(12, 6, dim3(4, 4, 4));
    unkept(400, 9);
    CUDA_OK(cudaStreamDestroy(stream));
    CUDA_OK(cudaDeviceReset());
    two_dimensions(7, dim3(16, 4), 0);
    return check::finish();
}
