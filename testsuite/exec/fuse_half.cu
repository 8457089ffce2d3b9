// Launches made as one, of kernels of half and bfloat16 numbers, alone and in pairs, by operators and by functions, and of templates made for
// them: bit for bit what the launches one by one give, also where a product of one kernel and the sum of the next could be contracted.
// expect: handled
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

enum { count = 1000, threads = 128, blocks = 8, size = blocks * threads };

// Fractions that products do not keep.
template <class T> __global__ void begin(T *a, int seed)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = static_cast<T>(1.0f + static_cast<float>(check::mix(static_cast<unsigned>(i * 7 + seed)) % 4096u) / 4096.0f);
}

#pragma pt kernel
__global__ void square(const __half *a, __half *t, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[i] = a[i] * a[i];
}
#pragma pt kernel
__global__ void add(const half *t, const half *b, half *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        half sum = t[i];
        sum += b[i];
        c[i] = sum;
    }
}
#pragma pt kernel
__global__ void scale(const half *t, const float *by, half *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = __float2half(__half2float(t[i]) * by[i]);
}
#pragma pt kernel
__global__ void pairs(half2 *a, const half2 *b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const half2 product = __hmul2(a[i], b[i]);
    a[i] = __hadd2(product, b[i]);
}
#pragma pt kernel
__global__ void decay(__nv_bfloat16 *a, const __nv_bfloat16 *b, float by, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = __float2bfloat16(__bfloat162float(a[i]) * by + static_cast<float>(b[i]));
}
// Compilers contract a product and a sum in one kernel, and may not do so in two.
#pragma pt kernel
template <class T> __global__ void times(const T *a, const T *b, T *t, T by, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[i] = a[i] * b[i] * by;
}
#pragma pt kernel
template <class T> __global__ void plus(const T *t, const T *b, T *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        T sum = t[i];
        sum += b[i];
        c[i] = sum;
    }
}

// Memory of halves, compared bit for bit.
template <class T> struct halves {
    check::device_array<unsigned short> bits;
    explicit halves(int seed) : bits(size)
    {
        begin<T><<<blocks, threads>>>(get(), seed);
        CUDA_OK(cudaGetLastError());
    }
    T *get() { return reinterpret_cast<T *>(bits.get()); }
    std::vector<unsigned short> values() { return bits.host(); }
};

static void by_functions()
{
    halves<half> a(1), b(2), t(3), c(4), d(5), t_want(3), c_want(4), d_want(5);
    const std::vector<float> numbers(size, 0.7f);
    check::device_array<float> factors(numbers);
    half *pa = a.get(), *pb = b.get(), *pt = t.get(), *pc = c.get(), *pd = d.get();
    square<<<blocks, threads>>>(pa, t_want.get(), count);
    add<<<blocks, threads>>>(t_want.get(), pb, c_want.get(), count);
    scale<<<blocks, threads>>>(c_want.get(), factors.get(), d_want.get(), count);
    #pragma pt fuse
    {
        square<<<blocks, threads>>>(pa, pt, count);
        add<<<blocks, threads>>>(pt, pb, pc, count);
        scale<<<blocks, threads>>>(pc, factors.get(), pd, count);
    }
    check::equal("squares", t.bits, t_want.values());
    check::equal("sums", c.bits, c_want.values());
    check::equal("scaled", d.bits, d_want.values());
    check::expect_ways("functions", 1);
}

static void in_pairs()
{
    halves<half> a(1), b(2), a_want(1);
    half2 *pa = reinterpret_cast<half2 *>(a.get()), *pb = reinterpret_cast<half2 *>(b.get()), *want = reinterpret_cast<half2 *>(a_want.get());
    pairs<<<blocks / 2, threads>>>(want, pb, count / 2);
    pairs<<<blocks / 2, threads>>>(want, pb, count / 2);
    #pragma pt fuse
    {
        pairs<<<blocks / 2, threads>>>(pa, pb, count / 2);
        pairs<<<blocks / 2, threads>>>(pa, pb, count / 2);
    }
    check::equal("pairs", a.bits, a_want.values());
    check::expect_ways("pairs", 1);
}

static void bfloats()
{
    halves<__nv_bfloat16> a(1), b(2), a_want(1);
    __nv_bfloat16 *pa = a.get(), *pb = b.get();
    decay<<<blocks, threads>>>(a_want.get(), pb, 0.3f, count);
    decay<<<blocks, threads>>>(a_want.get(), pb, 0.9f, count);
    #pragma pt fuse
    {
        decay<<<blocks, threads>>>(pa, pb, 0.3f, count);
        decay<<<blocks, threads>>>(pa, pb, 0.9f, count);
    }
    check::equal("bfloats", a.bits, a_want.values());
    check::expect_ways("bfloats", 1);
}

template <class T> static void of_template(const char *what, T by)
{
    halves<T> a(1), b(2), t(3), c(4), t_want(3), c_want(4);
    T *pa = a.get(), *pb = b.get(), *pt = t.get(), *pc = c.get();
    times<T><<<blocks, threads>>>(pa, pb, t_want.get(), by, count);
    plus<T><<<blocks, threads>>>(t_want.get(), pb, c_want.get(), count);
    #pragma pt fuse
    {
        times<T><<<blocks, threads>>>(pa, pb, pt, by, count);
        plus<T><<<blocks, threads>>>(pt, pb, pc, count);
    }
    check::equal(what, t.bits, t_want.values());
    check::equal(what, c.bits, c_want.values());
    check::expect_ways(what, 1);
}

int main()
{
    check::begin("fuse_half");
    check::expect_ways("none", 0);
    by_functions();
    in_pairs();
    bfloats();
    of_template<half>("template of half", __float2half(0.7f));
    of_template<__nv_bfloat16>("template of bfloat16", __float2bfloat16(0.7f));
    check::value("wrong ways", check::wrong_ways(), 0);
    return check::finish();
}
