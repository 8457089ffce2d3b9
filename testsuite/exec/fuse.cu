// Launches of a block that are made as one: in rows, in place, with and without local arrays, by templates and casts; and all that keeps
// them apart when the program runs, where each thread must see what others have written: arrays that overlap, that are gathered from, other
// shapes, streams and bounds, errors, blocks that are left.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void square(const float *a, float *t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[i] = a[i] * a[i];
}

#pragma pt kernel
template <class T> __global__ void add(const T *__restrict__ t, const T *__restrict__ b, T *__restrict__ c, int n)
{
    const unsigned first = blockDim.x * blockIdx.x;
    const unsigned i = threadIdx.x + first;
    if (i >= n)
        return;
    c[i] = t[i] + b[i];
}

#pragma pt kernel
__global__ void increase(float *t, float by, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (n > i) {
        t[i] += by;
        t[i] *= 2;
    }
}

#pragma pt kernel
__global__ void gather(const float *t, const int *from, float *c, int n)
{
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        c[i] = t[from[i]];
}

#pragma pt kernel
template <class T, int times> __global__ void axpy(T factor, const T *x, T *y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        T sum = y[i];
        for (int k = 0; k < times; k++)
            sum = sum + factor * x[i];
        y[i] = sum;
    }
}

// Whole grids behind each other.
#pragma pt kernel
__global__ void in_strides(const float *a, float *t, int n)
{
    const int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        t[i] = a[i] + 1;
}

// With blocks of a constant size, and elements of two parts.
constexpr int block_size = 128;
#pragma pt kernel
__global__ void constant_blocks(float *t, const float2 *b, float2 *c, size_t n)
{
    for (size_t i = threadIdx.x + blockIdx.x * block_size; i < n; i += block_size * gridDim.x) {
        t[i] *= 3;
        c[i].x = t[i] + b[i].y;
        c[i].y = erff(0.0f);
    }
}

#pragma pt kernel
__global__ void plus(const float *t, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = t[i] + b[i];
}
#pragma pt kernel
__global__ void square_of_part(const float *a, float2 *t, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        t[i].x = a[i] * a[i];
        t[i].y = 1;
    }
}
#pragma pt kernel
__global__ void add_of_part(const float2 *t, const float *b, float2 *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        c[i].x = t[i].x + b[i];
        c[i].y = t[i].y;
    }
}

// No number: its operators could do anything.
struct money {
    int cents;
};
__host__ __device__ money operator+(money a, money b) { return money{a.cents + b.cents}; }
__host__ __device__ money operator*(money a, money b) { return money{a.cents * b.cents}; }
__host__ __device__ double operator*(double a, money b) { return a * b.cents; }

// The elements are numbers, and what they are multiplied by may be none.
#pragma pt kernel
template <class T> __global__ void multiply(double *a, T by, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = a[i] * by;
}

// Neighbours, without a bound of their own.
#pragma pt kernel
__global__ void shift(const float *t, float *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n)
        c[i] = t[i + 1];
}

#pragma pt kernel
__global__ void rows(const float *a, float *t, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    t[y * width + x] = a[y * width + x] + x;
}

#pragma pt kernel
__global__ void more_rows(float *t, const float *a, float *c, const int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int at = x + width * y;
    if (x < width && y < height) {
        t[at] = 3 * t[at];
        c[at] = t[at] - a[at];
    }
}

// Were there more threads than elements in a row, they would write to the next one.
#pragma pt kernel
__global__ void over_the_end(float *t, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y < height)
        t[y * width + x] = 1000 * y + x;
}

// Two threads of a block in two dimensions have one place in the first one.
#pragma pt kernel
__global__ void first_row(const float *a, float *t)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.y == 0)
        t[x] = a[x] + 1;
}

#pragma pt kernel
__global__ void all_rows(const float *t, float *c, int width)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    c[threadIdx.y * width + x] = t[x];
}

static float value_of(size_t i, unsigned seed) { return static_cast<float>(check::mix(static_cast<unsigned>(i) + seed) % 1000); }

static std::vector<float> values(size_t count, unsigned seed)
{
    std::vector<float> v(count);
    for (size_t i = 0; i < count; ++i)
        v[i] = value_of(i, seed);
    return v;
}

template <class T> static void expect(const char *name, const check::device_array<T> &got, const std::vector<T> &want) { check::equal(name, got, want); }

enum { count = 10001, threads = 128, blocks = (count + threads - 1) / threads };

static int blocks_for(int n) { return (n + threads - 1) / threads; }

#define CHECK_ERROR()                                       \
    do {                                                    \
        cudaError_t error = cudaGetLastError();             \
        if (error != cudaSuccess) {                         \
            printf("%s\n", cudaGetErrorName(error));        \
            exit(3);                                        \
        }                                                   \
    } while (0)

static void in_one_dimension()
{
    const std::vector<float> a = values(count, 1), b = values(count, 2);
    check::device_array<float> da(a), db(b), dt(count), dc(count);
    std::vector<float> t(count), c(count), doubled(count);
    for (size_t i = 0; i < count; ++i) {
        t[i] = a[i] * a[i];
        c[i] = t[i] + b[i];
        doubled[i] = (c[i] + 3) * 2;
    }
    float *pa = da.get(), *pb = db.get(), *pt = dt.get(), *pc = dc.get();
    int n = count;
    #pragma pt fuse
    {
        square<<<blocks_for(n), threads>>>(pa, pt, n);
        CHECK_ERROR();
        add<float><<<dim3((n + threads - 1) / threads), threads>>>(pt, pb, pc, n);
        CHECK_ERROR();
        increase<<<blocks_for(n), threads>>>(pc, 3.0f, n);
    }
    CHECK_ERROR();
    expect("t", dt, t);
    expect("c", dc, doubled);
    check::expect_ways("three launches", 1);

    dt.poison();
    dc.poison();
    for (int round = 0; round < 3; ++round) {
        #pragma pt fuse local(pt)
        {
            square<<<blocks, threads>>>(pa, pt, n);
            add<float><<<blocks, threads>>>(pt, pb, pc, n);
        }
        CHECK_ERROR();
    }
    expect("c without t", dc, c);
    check::expect_ways("local", 3);

    // In place: what is local is read from memory first, and by fewer threads written than read.
    const int half = count / 2;
    dt.set(a);
    for (size_t i = 0; i < count; ++i)
        c[i] = ((i < static_cast<size_t>(half) ? (a[i] + 5) * 2 : a[i]) + 1) * 2 + b[i];
    #pragma pt fuse local(pt)
    {
        increase<<<blocks, threads>>>(pt, 5.0f, half);
        increase<<<blocks, threads>>>(pt, 1.0f, n);
        add<float><<<blocks, threads>>>(pt, pb, pc, n);
    }
    expect("local, by half", dc, c);
    check::expect_ways("local, by half", 1);
}

static void in_rows()
{
    const int width = 101, height = 37;
    const dim3 block(16, 8), grid((width + 15) / 16, (height + 7) / 8);
    const std::vector<float> a = values(width * height, 3);
    check::device_array<float> da(a), dt(width * height), dc(width * height);
    std::vector<float> t(a.size()), c(a.size());
    for (size_t i = 0; i < a.size(); ++i) {
        t[i] = 3 * (a[i] + i % width);
        c[i] = t[i] - a[i];
    }
    float *pa = da.get(), *pt = dt.get(), *pc = dc.get();
    #pragma pt fuse
    {
        rows<<<grid, block>>>(pa, pt, width, height);
        more_rows<<<grid, block>>>(pt, pa, pc, width, height);
    }
    expect("rows t", dt, t);
    expect("rows c", dc, c);
    check::expect_ways("rows", 1);
    dc.poison();
    #pragma pt fuse local(pt)
    {
        rows<<<grid, block>>>(pa, pt, width, height);
        more_rows<<<grid, block>>>(pt, pa, pc, width, height);
    }
    expect("rows c without t", dc, c);
    check::expect_ways("local rows", 1);

    // Rows of another width: the same element belongs to another thread.
    for (size_t i = 0; i < a.size(); ++i)
        t[i] = a[i] + i % width;
    const int other = 100, low = 30;
    std::vector<float> want(t);
    for (int i = 0; i < other * low; ++i) {
        want[i] = 3 * t[i];
        c[i] = want[i] - a[i];
    }
    #pragma pt fuse
    {
        rows<<<grid, block>>>(pa, pt, width, height);
        more_rows<<<grid, block>>>(pt, pa, pc, other, low);
    }
    expect("other rows", dt, want);
    expect("other c", dc, c);
    check::expect_ways("rows of another width", 0);

    // Nothing says that the threads of a row stay in it, but that there are no more of them.
    const int wide = 112;
    check::device_array<float> dw(wide * height), dwc(wide * height);
    std::vector<float> w(wide * height);
    for (int i = 0; i < wide * height; ++i)
        w[i] = 3.0f * (1000 * (i / wide) + i % wide);
    check::device_array<float> zeros(wide * height);
    zeros.zero();
    float *pw = dw.get(), *pwc = dwc.get(), *pz = zeros.get();
    #pragma pt fuse
    {
        over_the_end<<<grid, block>>>(pw, wide, height);
        more_rows<<<grid, block>>>(pw, pz, pwc, wide, height);
    }
    expect("as wide as the threads", dw, w);
    expect("as wide as the threads, c", dwc, w);
    check::expect_ways("as wide as the threads", 1);
}

// Reads on behind the end of a row, where that has fewer elements than threads.
#pragma pt kernel
__global__ void with_margin(const float *t, float *c, int width, int pitch, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y + 1 < height)
        c[y * pitch + x] = t[y * width + x];
}

static void apart()
{
    const std::vector<float> a = values(count, 5), b = values(count, 6);
    check::device_array<float> da(a), db(b), dt(count + 1), dc(count);
    std::vector<int> from(count);
    for (int i = 0; i < count; ++i)
        from[i] = (i * 7919) % count;
    check::device_array<int> df(from);
    float *pa = da.get(), *pb = db.get(), *pt = dt.get(), *pc = dc.get();
    const int *pf = df.get();
    std::vector<float> t(count), c(count);
    for (int i = 0; i < count; ++i)
        t[i] = a[i] * a[i];
    for (int i = 0; i < count; ++i)
        c[i] = t[from[i]];

    #pragma pt fuse
    {
        square<<<blocks, threads>>>(pa, pt, count);
        gather<<<blocks, threads>>>(pt, pf, pc, count);
    }
    expect("gathered", dc, c);
    check::expect_ways("what is gathered was written", 0);

    for (int i = 0; i < count; ++i)
        c[i] = b[from[i]];
    #pragma pt fuse
    {
        square<<<blocks, threads>>>(pa, pt, count);
        gather<<<blocks, threads>>>(pb, pf, pc, count);
    }
    expect("gathered from another array", dc, c);
    check::expect_ways("what is gathered lies apart", 1);

    for (int i = 0; i + 1 < count; ++i)
        c[i] = t[i + 1];
    #pragma pt fuse
    {
        square<<<blocks, threads>>>(pa, pt, count);
        shift<<<blocks, threads>>>(pt, pc, count);
    }
    expect("shifted", dc, c);
    check::expect_ways("neighbours", 0);

    // One array by two addresses, one element apart.
    for (int i = 0; i + 1 < count; ++i)
        c[i] = t[i + 1] + b[i];
    c[count - 1] = 0;
    float *const next = pt + 1;
    #pragma pt fuse
    {
        square<<<blocks, threads>>>(pa, pt, count);
        add<float><<<blocks, threads>>>(next, pb, pc, count - 1);
    }
    CUDA_OK(cudaMemset(pc + count - 1, 0, sizeof(float)));
    expect("one element apart", dc, c);
    check::expect_ways("one element apart", 0);

    // What is written behind: another thread reads it before.
    dt.poison();
    check::device_array<float> dm(a);
    float *pm = dm.get();
    for (int i = 0; i < count; ++i)
        c[i] = a[from[i]];
    #pragma pt fuse
    {
        gather<<<blocks, threads>>>(pm, pf, pc, count);
        square<<<blocks, threads>>>(pb, pm, count);
    }
    expect("read before it is written", dc, c);
    check::expect_ways("read before it is written", 0);

    // Local to the block by one name, and there by another.
    float *const other_name = pt;
    for (int i = 0; i < count; ++i)
        c[i] = t[i] + t[i];
    #pragma pt fuse local(pt)
    {
        square<<<blocks, threads>>>(pa, pt, count);
        add<float><<<blocks, threads>>>(pt, other_name, pc, count);
    }
    expect("two names", dc, c);
    check::expect_ways("two names of what is local", 0);

    // Parts of one allocation, next to each other.
    const int part = 5 * threads - 3;
    check::device_array<float> whole(3 * part);
    std::vector<float> parts(3 * part);
    for (int i = 0; i < part; ++i) {
        parts[i] = a[i] * a[i];
        parts[part + i] = parts[i] + b[i];
        parts[2 * part + i] = parts[part + i] + b[i];
    }
    float *p0 = whole.get(), *p1 = p0 + part, *p2 = p1 + part;
    #pragma pt fuse
    {
        square<<<5, threads>>>(pa, p0, part);
        add<float><<<5, threads>>>(p0, pb, p1, part);
        add<float><<<5, threads>>>(p1, pb, p2, part);
    }
    expect("parts of one", whole, parts);
    check::expect_ways("parts of one allocation", 1);
}

static void shapes_and_streams()
{
    const std::vector<float> a = values(count, 8), b = values(count, 9);
    check::device_array<float> da(a), db(b), dt(count), dc(count);
    float *pa = da.get(), *pb = db.get(), *pt = dt.get(), *pc = dc.get();
    std::vector<float> c(count);
    for (int i = 0; i < count; ++i)
        c[i] = a[i] * a[i] + b[i];
    int n = count;
    #pragma pt fuse
    {
        square<<<blocks, threads>>>(pa, pt, n);
        add<float><<<2 * blocks, threads / 2>>>(pt, pb, pc, n);
    }
    expect("other blocks", dc, c);
    check::expect_ways("blocks of another shape", 0);

    // A place in one dimension is that of two threads here.
    const int width = 39 * threads;
    const std::vector<float> before = dt.host();
    std::vector<float> two(before);
    check::device_array<float> rows_of_two(2 * width);
    for (int i = 0; i < width; ++i)
        two[i] = a[i] + 1;
    std::vector<float> both(two.begin(), two.begin() + width);
    both.insert(both.end(), two.begin(), two.begin() + width);
    float *const p2 = rows_of_two.get();
    #pragma pt fuse
    {
        first_row<<<39, dim3(threads, 2)>>>(pa, pt);
        all_rows<<<39, dim3(threads, 2)>>>(pt, p2, width);
    }
    expect("blocks in two dimensions", dt, two);
    expect("their rows", rows_of_two, both);
    check::expect_ways("blocks in two dimensions", 0);

    cudaStream_t streams[2];
    for (cudaStream_t &s : streams)
        CUDA_OK(cudaStreamCreate(&s));
    for (int i = 0; i < count; ++i)
        c[i] = a[i] * a[i] + b[i];
    dc.poison();
    #pragma pt fuse local(pt)
    {
        square<<<blocks, threads, 0, streams[0]>>>(pa, pt, n);
        add<float><<<blocks, threads, 0, streams[0]>>>(pt, pb, pc, n);
    }
    expect("a stream", dc, c);
    check::expect_ways("a stream", 1);
    dc.poison();
    dt.poison();
    #pragma pt fuse
    {
        square<<<blocks, threads, 0, streams[0]>>>(pa, pt, n);
        increase<<<blocks, threads, 0, streams[1]>>>(pc, 1.0f, 0);
    }
    check::expect_ways("two streams", 0);
    CUDA_OK(cudaDeviceSynchronize());

    cudaGraph_t graph;
    cudaGraphExec_t runs;
    CUDA_OK(cudaStreamBeginCapture(streams[1], cudaStreamCaptureModeGlobal));
    #pragma pt fuse local(pt)
    {
        square<<<blocks, threads, 0, streams[1]>>>(pa, pt, n);
        add<float><<<blocks, threads, 0, streams[1]>>>(pt, pb, pc, n);
    }
    CUDA_OK(cudaStreamEndCapture(streams[1], &graph));
    CUDA_OK(cudaGraphInstantiate(&runs, graph, nullptr, nullptr, 0));
    dc.poison();
    for (int i = 0; i < 2; ++i)
        CUDA_OK(cudaGraphLaunch(runs, streams[1]));
    expect("captured", dc, c);
    check::expect_ways("captured", 1);
    CUDA_OK(cudaGraphExecDestroy(runs));
    CUDA_OK(cudaGraphDestroy(graph));
    for (cudaStream_t s : streams)
        CUDA_OK(cudaStreamDestroy(s));
}

// Each launch rounds what it stores: a product that is contracted with the next launch's sum (fma) would not be.
static void rounding()
{
    std::vector<float> a(count), b(count), t(count), c(count);
    for (int i = 0; i < count; ++i) {
        a[i] = 1.0f + static_cast<float>(i % 4096 * 2 + 1) / 8388608.0f;
        t[i] = static_cast<float>(static_cast<double>(a[i]) * a[i]);
        b[i] = -t[i];
        c[i] = 0; // not the bits that the product has lost
    }
    check::device_array<float> da(a), db(b), dt(count), dc(count);
    const int n = count; // one variable, so that the launches' conditions are one, too
    float *const pa = da.get(), *const pb = db.get(), *const pt = dt.get(), *const pc = dc.get();
    #pragma pt fuse
    {
        square<<<blocks, threads>>>(pa, pt, n);
        plus<<<blocks, threads>>>(pt, pb, pc, n);
    }
    expect("rounded t", dt, t);
    expect("rounded", dc, c);
    check::expect_ways("rounded", 1);
    dc.poison();
    #pragma pt fuse local(pt)
    {
        square<<<blocks, threads>>>(pa, pt, n);
        plus<<<blocks, threads>>>(pt, pb, pc, n);
    }
    expect("rounded, local", dc, c);
    check::expect_ways("rounded, local", 1);
    // Elements of two parts are not held in registers as they are stored.
    std::vector<float2> d(count);
    check::device_array<float2> dd(count), de(count);
    float2 *const pd = dd.get(), *const pe = de.get();
    #pragma pt fuse
    {
        square_of_part<<<blocks, threads>>>(pa, pd, n);
        add_of_part<<<blocks, threads>>>(pd, pb, pe, n);
    }
    for (int i = 0; i < count; ++i)
        d[i] = make_float2(0, 1);
    expect("rounded parts", de, d);
    check::expect_ways("rounded parts", 1);
}

static void strides()
{
    const std::vector<float> a = values(count, 21);
    std::vector<float2> b(count), c(count);
    std::vector<float> t(count);
    for (int i = 0; i < count; ++i) {
        b[i] = make_float2(1, static_cast<float>(i % 10));
        t[i] = 3 * (a[i] + 1);
        c[i] = make_float2(t[i] + b[i].y, 0);
    }
    check::device_array<float> da(a), dt(count);
    check::device_array<float2> db(b), dc(count);
    float *pa = da.get(), *pt = dt.get();
    float2 *pb = db.get(), *pc = dc.get();
    const int n = count;
    #pragma pt fuse
    {
        in_strides<<<13, block_size>>>(pa, pt, n);
        constant_blocks<<<13, block_size>>>(pt, pb, pc, n);
    }
    expect("strides t", dt, t);
    expect("strides c", dc, c);
    check::expect_ways("strides", 1);

    // The elements of blocks of 64 threads that are counted as if they had 128.
    for (int i = 0; i < count; ++i) {
        const bool is_touched = i % (20 * 128) % 128 < 64;
        t[i] = a[i] + 1;
        c[i] = check::poisoned<float2>();
        if (is_touched) {
            t[i] *= 3;
            c[i] = make_float2(t[i] + b[i].y, 0);
        }
    }
    dc.poison();
    #pragma pt fuse
    {
        in_strides<<<20, 64>>>(pa, pt, n);
        constant_blocks<<<20, 64>>>(pt, pb, pc, n);
    }
    expect("other blocks t", dt, t);
    expect("other blocks c", dc, c);
    check::expect_ways("other blocks than those that are counted", 0);
}

static void held_by_places()
{
    // Only read, in rows of two widths: not the same element.
    const int width = 64, wider = 65, height = 16;
    const dim3 block(16, 8), grid(4, 2);
    const std::vector<float> t = values(wider * height, 22);
    check::device_array<float> dt(t), dc(wider * height), dd(wider * height);
    std::vector<float> c = check::poisoned_vector<float>(wider * height), d(c);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            c[y * width + x] = t[y * width + x] + x;
            d[y * wider + x] = t[y * wider + x] + x;
        }
    float *pt = dt.get(), *pc = dc.get(), *pd = dd.get();
    #pragma pt fuse local(pt)
    {
        rows<<<grid, block>>>(pt, pc, width, height);
        rows<<<grid, block>>>(pt, pd, wider, height);
    }
    for (int y = 0; y < height; ++y) // of 64 threads in a row none has the last element
        d[y * wider + width] = check::poisoned<float>();
    expect("rows of 64", dc, c);
    expect("rows of 65", dd, d);
    check::expect_ways("read in rows of two widths", 0);
}

static void errors_and_exits()
{
    const std::vector<float> a = values(count, 11), b = values(count, 12);
    check::device_array<float> da(a), db(b), dt(count), dc(count);
    float *pa = da.get(), *pb = db.get(), *pt = dt.get(), *pc = dc.get();
    int n = count;
    std::vector<float> t(count);
    for (int i = 0; i < count; ++i)
        t[i] = a[i] * a[i];
    #pragma pt fuse
    {
        square<<<blocks, threads>>>(pa, pt, n);
        add<float><<<0, threads>>>(pt, pb, pc, n);
    }
    check::error("no blocks", cudaGetLastError(), cudaErrorInvalidValue);
    expect("before no blocks", dt, t);
    #pragma pt fuse
    {
        square<<<blocks, 4096>>>(pa, pt, n);
        add<float><<<blocks, 4096>>>(pt, pb, pc, n);
    }
    check::error("too many threads", cudaGetLastError(), cudaErrorInvalidValue);
    check::expect_ways("invalid launches", 0);

    // A pointer that nobody looks at.
    std::vector<float> c = check::poisoned_vector<float>(count);
    dc.poison();
    #pragma pt fuse
    {
        square<<<blocks, threads>>>(pa, pt, n);
        add<float><<<blocks, threads>>>(pt, nullptr, pc, 0);
    }
    expect("nothing is added", dc, c);
    check::expect_ways("a bound of 0", 1);
}

static void over_the_end_of_rows()
{
    const int width = 101, pitch = 112, height = 37;
    const dim3 block(16, 8), grid((width + 15) / 16, (height + 7) / 8);
    const std::vector<float> a = values(width * height, 14);
    check::device_array<float> da(a), dt(width * height), dc(pitch * height);
    std::vector<float> c = check::poisoned_vector<float>(pitch * height);
    for (int y = 0; y + 1 < height; ++y)
        for (int x = 0; x < pitch; ++x)
            c[y * pitch + x] = a[y * width + x] + (y * width + x) % width;
    float *pa = da.get(), *pt = dt.get(), *pc = dc.get();
    #pragma pt fuse
    {
        rows<<<grid, block>>>(pa, pt, width, height);
        with_margin<<<grid, block>>>(pt, pc, width, pitch, height);
    }
    expect("over the end of rows", dc, c);
    check::expect_ways("over the end of rows", 0);
}

template <class T> static unsigned in_template(T *px, T *py, T *pz, T two, int n)
{
    #pragma pt fuse
    {
        axpy<T, 2><<<blocks, threads>>>(two, px, py, n);
        axpy<T, 1><<<blocks, threads>>>(two, py, pz, n);
    }
    return 1;
}

static void templates()
{
    std::vector<double> x(count), y(count), z(count);
    std::vector<money> mx(count), my(count), mz(count);
    for (int i = 0; i < count; ++i) {
        mx[i].cents = i % 100, my[i].cents = i % 7, mz[i].cents = 3;
        x[i] = i % 100, y[i] = i % 7, z[i] = 3;
    }
    check::device_array<double> dx(x), dy(y), dz(z);
    check::device_array<money> dmx(mx), dmy(my), dmz(mz);
    in_template(dx.get(), dy.get(), dz.get(), 2.0, count);
    check::expect_ways("doubles", 1);
    in_template(dmx.get(), dmy.get(), dmz.get(), money{2}, count);
    check::expect_ways("no numbers", 0);
    money *const px = dmx.get(), *const py = dmy.get(), *const pz = dmz.get();
    const money none = {0};
    #pragma pt fuse
    {
        axpy<money, 2><<<blocks, threads>>>(none, px, py, count);
        axpy<money, 1><<<blocks, threads>>>(none, py, pz, count);
    }
    check::expect_ways("no numbers, in no template", 0);
    double *const pn = dz.get();
    #pragma pt fuse
    {
        multiply<money><<<blocks, threads>>>(pn, money{3}, count);
        multiply<money><<<blocks, threads>>>(pn, money{2}, count);
    }
    check::expect_ways("by no number", 0);
    #pragma pt fuse
    {
        multiply<int><<<blocks, threads>>>(pn, 2, count);
        multiply<int><<<blocks, threads>>>(pn, 4, count);
    }
    check::expect_ways("by a number", 1);
    for (int i = 0; i < count; ++i) {
        y[i] += 4 * x[i];
        z[i] += 2 * y[i];
        z[i] *= 3 * 2 * 2 * 4;
        my[i].cents += 4 * mx[i].cents;
        mz[i].cents += 2 * my[i].cents;
    }
    expect("doubles y", dy, y);
    expect("doubles z", dz, z);
    expect("money y", dmy, my);
    expect("money z", dmz, mz);
}

int main()
{
    check::begin("fuse");
    check::expect_ways("none", 0);
    in_one_dimension();
    in_rows();
    apart();
    shapes_and_streams();
    rounding();
    strides();
    held_by_places();
    errors_and_exits();
    over_the_end_of_rows();
    templates();
    check::value("wrong ways", check::wrong_ways(), 0);
    return check::finish();
}
