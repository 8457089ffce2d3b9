// Launches of a block whose elements do more than numbers do, and constants and bounds of any size and type: these are made as they are
// written, others as one.
// expect: handled
#include "check.h"

#include <climits>

enum { count = 1000, threads = 128, blocks = 8, places = blocks * threads };

static std::vector<float> numbers(size_t size, int step)
{
    std::vector<float> v(size);
    for (size_t i = 0; i < size; ++i)
        v[i] = static_cast<float>(i * step % 113);
    return v;
}

#pragma pt kernel
__global__ void copy(const float *t, float *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = t[i];
}

// ---- elements ------------------------------------------------------------------------------------------------------------

struct view {
    float &elsewhere;
};
struct pointer {
    float *elsewhere;
};
#pragma pt kernel
__global__ void by_reference(view *v, const float *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i].elsewhere = a[i] * 2;
}

// Counts how often it is copied, which no kernel does.
struct counted {
    float x, copies;
    counted() = default;
    __host__ __device__ counted(float value) : x(value), copies(0) {}
    __host__ __device__ counted(const counted &o) : x(o.x), copies(o.copies) {}
    __host__ __device__ counted &operator=(const counted &o)
    {
        x = o.x;
        copies = o.copies + 1;
        return *this;
    }
};
#pragma pt kernel
__global__ void add_to(counted *t, const float *a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[i].x += a[i];
}
#pragma pt kernel
__global__ void sum_of(const counted *t, float *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = t[i].x + t[i].copies;
}

// Writes to the element behind it, too.
template <class T> struct spread {
    T own;
    __host__ __device__ spread &operator=(T value)
    {
        own = value;
        (this + 1)->own = value;
        return *this;
    }
};
#pragma pt kernel
template <class T> __global__ void put(spread<T> *t, T value, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i % 2 == 0)
        t[i] = value;
}
#pragma pt kernel
template <class T> __global__ void get(const spread<T> *t, T *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = t[i].own;
}

// No part of it is touched but one, and it has no value to begin with.
struct pair {
    float x, y;
    __host__ __device__ pair(float a, float b) : x(a), y(b) {}
};
#pragma pt kernel
__global__ void set_x(pair *p, float by, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i].x += by;
}

struct opaque;
#pragma pt kernel
__global__ void with_opaque(opaque *, const void *hint, float *t, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[i] += 1;
}

static void elements()
{
    const std::vector<float> a = numbers(places, 7);
    check::device_array<float> da(a), dt(places), dc(places);
    float *pa = da.get(), *pt = dt.get(), *pc = dc.get();
    std::vector<float> want(places);
    dc.zero();

    std::vector<pointer> to(places);
    for (int i = 0; i < places; ++i)
        to[i].elsewhere = pt + (places - 1 - i);
    check::device_array<pointer> views(to);
    view *pv = reinterpret_cast<view *>(views.get());
    #pragma pt fuse
    {
        by_reference<<<blocks, threads>>>(pv, pa, places);
        copy<<<blocks, threads>>>(pt, pc, places);
    }
    for (int i = 0; i < places; ++i)
        want[i] = 2 * a[places - 1 - i];
    check::equal("by reference", dc, want);
    check::expect_ways("by reference", 0);

    check::device_array<counted> dn(places);
    CUDA_OK(cudaMemset(dn.get(), 0, places * sizeof(counted)));
    counted *pn = dn.get();
    #pragma pt fuse
    {
        add_to<<<blocks, threads>>>(pn, pa, places);
        add_to<<<blocks, threads>>>(pn, pa, places);
        sum_of<<<blocks, threads>>>(pn, pc, places);
    }
    for (int i = 0; i < places; ++i)
        want[i] = 2 * a[i];
    check::equal("copies", dc, want);
    check::expect_ways("copies", 0);

    check::device_array<spread<float>> ds(places + 1);
    CUDA_OK(cudaMemset(ds.get(), 0, (places + 1) * sizeof(float)));
    spread<float> *ps = ds.get();
    #pragma pt fuse
    {
        put<float><<<blocks, threads>>>(ps, 5.0f, places);
        get<float><<<blocks, threads>>>(ps, pc, places);
    }
    check::equal("by an operator", dc, std::vector<float>(places, 5.0f));
    check::expect_ways("by an operator", 0);

    check::device_array<float> dp(numbers(2 * places, 3));
    pair *pp = reinterpret_cast<pair *>(dp.get());
    #pragma pt fuse
    {
        set_x<<<blocks, threads>>>(pp, 1.0f, count);
        set_x<<<blocks, threads>>>(pp, 2.0f, count);
    }
    std::vector<float> pairs = numbers(2 * places, 3);
    for (int i = 0; i < count; ++i)
        pairs[2 * i] += 3;
    check::equal("pairs", dp, pairs);
    check::expect_ways("pairs", 0);

    dt.set(a);
    #pragma pt fuse
    {
        with_opaque<<<blocks, threads>>>(nullptr, pt, pt, count);
        with_opaque<<<blocks, threads>>>(nullptr, 0, pt, 0);
        with_opaque<<<blocks, threads>>>(nullptr, pa, pt, count);
    }
    want = a;
    for (int i = 0; i < count; ++i)
        want[i] += 2;
    check::equal("opaque", dt, want);
    check::expect_ways("opaque", 1);
}

// ---- constants and bounds ------------------------------------------------------------------------------------------------

constexpr float fractional = 128;
#pragma pt kernel
template <int size> __global__ void in_blocks_of(const float *t, float *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, k = blockIdx.x * size + threadIdx.x;
    if (i < n)
        c[i] = t[k];
}
#pragma pt kernel
__global__ void in_fractional_blocks(const float *t, float *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, k = blockIdx.x * fractional + threadIdx.x;
    if (i < n)
        c[i] = t[k];
}
#pragma pt kernel
__global__ void fill(float *t, long long limit, long long m)
{
    for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < limit && i < m; i += blockDim.x * gridDim.x)
        t[i] = static_cast<float>(i);
}
#pragma pt kernel
__global__ void backwards(const float *t, float *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = t[n - 1 - i];
}

static void bounds()
{
    const std::vector<float> a = numbers(places, 11);
    check::device_array<float> da(a), dt(places), dc(places);
    float *pa = da.get(), *pt = dt.get(), *pc = dc.get();
    std::vector<float> want(places);
    #pragma pt fuse
    {
        copy<<<blocks, threads>>>(pa, pt, places);
        in_blocks_of<0><<<blocks, threads>>>(pt, pc, places);
    }
    for (int i = 0; i < places; ++i)
        want[i] = a[i % threads];
    check::equal("blocks of none", dc, want);
    check::expect_ways("blocks of none", 0);
    #pragma pt fuse
    {
        copy<<<blocks, threads>>>(pa, pt, places);
        in_blocks_of<threads><<<blocks, threads>>>(pt, pc, places);
    }
    check::equal("blocks of 128", dc, a);
    check::expect_ways("blocks of 128", 1);
    dc.zero();
    #pragma pt fuse
    {
        copy<<<blocks, threads>>>(pa, pt, places);
        in_fractional_blocks<<<blocks, threads>>>(pt, pc, places);
    }
    check::equal("blocks of 128.0", dc, a);
    check::expect_ways("blocks of 128.0", 0);
    dc.zero();
    #pragma pt fuse
    {
        fill<<<blocks, threads>>>(pt, LLONG_MAX, count);
        backwards<<<blocks, threads>>>(pt, pc, count);
    }
    for (int i = 0; i < places; ++i)
        want[i] = i < count ? static_cast<float>(count - 1 - i) : 0;
    check::equal("without a limit", dc, want);
    check::expect_ways("without a limit", 0);
}

int main()
{
    check::begin("fuse_types");
    check::expect_ways("none", 0);
    elements();
    bounds();
    check::value("wrong ways", check::wrong_ways(), 0);
    return check::finish();
}
