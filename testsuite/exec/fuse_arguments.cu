// Launches made as one, whose arguments come out of macros, stand between #if lines, or change what the next launch is given; and what CUDA refuses.
// expect: handled
#include "check.h"

enum { count = 900, threads = 128, blocks = 8, size = blocks * threads };

#pragma pt kernel
__global__ void mix(float *out, const float *x, const float *y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = x[i] - 2 * y[i];
}
#pragma pt kernel
__global__ void add(float *t, float v, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[i] += v;
}
#pragma pt kernel
__global__ void __launch_bounds__(256) narrow(const float *a, float *t, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[i] = a[i] + 1;
}
#pragma pt kernel
__global__ void touches_nothing() {}
#pragma pt kernel
template <int by = 3, class T> __global__ void scale(T *t, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[i] *= by;
}

struct arrays {
    check::device_array<float> a, b, c, d;
    arrays() : a(ramp(0)), b(ramp(1000)), c(std::vector<float>(size, 0)), d(std::vector<float>(size, 0)) {}
    static std::vector<float> ramp(int from)
    {
        std::vector<float> all(size);
        for (int i = 0; i < size; ++i)
            all[static_cast<std::size_t>(i)] = static_cast<float>(from + i);
        return all;
    }
};

static double sum(const check::device_array<float> &x)
{
    double all = 0;
    for (float v : x.host())
        all += v;
    return all;
}
static void tell(const char *what, const check::device_array<float> &x, double want) { check::value(what, static_cast<long long>(sum(x)), static_cast<long long>(want)); }
static double ramp_sum(int n, int from) { return n * (n - 1.0) / 2 + static_cast<double>(n) * from; }

#define OUT_AND_FIRST c, a
#define SECOND_AND_COUNT b, count
#define FIRST(v) v,
#define TAKE(v) (v)--
#define TAKES_TOO(v) TAKE(v)

template <int, int> static int pick(int n) { return n; }

static void commas(arrays &x)
{
    float *a = x.a.get(), *b = x.b.get(), *c = x.c.get(), *d = x.d.get();
    #pragma pt fuse
    {
        mix<<<blocks, threads>>>(OUT_AND_FIRST, b, count);
        mix<<<blocks, threads>>>(d, b, b, count);
    }
    tell("a macro of two arguments", x.c, ramp_sum(count, 0) - 2 * ramp_sum(count, 1000));
    tell("behind it", x.d, -ramp_sum(count, 1000));
    #pragma pt fuse
    {
        mix<<<blocks, threads>>>(FIRST(c) b, a, count);
        mix<<<blocks, threads>>>(d, a, a, count);
    }
    tell("a comma in a macro", x.c, ramp_sum(count, 1000) - 2 * ramp_sum(count, 0));
    tell("behind it", x.d, -ramp_sum(count, 0));
    #pragma pt fuse
    {
        mix<<<blocks, threads>>>(c,
#ifdef NOBODY_DEFINES_THIS
                                 a,
#endif
                                 b, b, count);
        mix<<<blocks, threads>>>(d, a, b, count);
    }
    tell("skipped", x.c, -ramp_sum(count, 1000));
    tell("behind it", x.d, ramp_sum(count, 0) - 2 * ramp_sum(count, 1000));
    // As many commas as arguments.
    #pragma pt fuse
    {
        mix<<<blocks, threads>>>(
#ifdef NOBODY_DEFINES_THIS
            d,
#endif
            c, a, SECOND_AND_COUNT);
        mix<<<blocks, threads>>>(d, a, a, count);
    }
    tell("both", x.c, ramp_sum(count, 0) - 2 * ramp_sum(count, 1000));
    tell("behind it", x.d, -ramp_sum(count, 0));
    #pragma pt fuse
    {
        mix<<<blocks, threads>>>(OUT_AND_FIRST, b, pick<0, 1>(count));
        mix<<<blocks, threads>>>(d, b, b, count);
    }
    tell("a list of a template's", x.d, -ramp_sum(count, 1000));
    #pragma pt fuse
    {
        mix<<<blocks, threads>>>(c, a, b, count);
        mix<<<blocks, threads>>>(d, b, a, count);
    }
    tell("as written", x.c, ramp_sum(count, 0) - 2 * ramp_sum(count, 1000));
    tell("behind it", x.d, ramp_sum(count, 1000) - 2 * ramp_sum(count, 0));
}

static void changes()
{
    arrays x;
    float *c = x.c.get(), *d = x.d.get();
    int n = 500;
    #pragma pt fuse
    {
        add<<<blocks, threads>>>(c, 1, TAKE(n));
        add<<<blocks, threads>>>(d, 1, n);
    }
    tell("before it is taken", x.c, 500);
    tell("behind", x.d, 499);
    #pragma pt fuse
    {
        add<<<blocks, threads>>>(c, 1, n);
        add<<<(TAKES_TOO(n), blocks), threads>>>(d, 1, n);
    }
    tell("before the configuration", x.c, 500 + 499);
    tell("behind", x.d, 499 + 498);
}

static void branches()
{
    arrays x;
    float *c = x.c.get(), *d = x.d.get();
    #pragma pt fuse
    {
#ifdef NOBODY_DEFINES_THIS
        add<<<blocks, threads>>>(c, 7, count);
#else
        add<<<blocks, threads>>>(c, 1, count);
#endif
        touches_nothing<<<blocks, threads>>>();
        scale<2, float><<<blocks, threads>>>(c, count);
        add<<<blocks, threads>>>(d, 5, count);
    }
    tell("the branch that is there", x.c, 2 * count);
    tell("behind it", x.d, 5 * count);
}

// The program does without what CUDA refuses.
static void refused()
{
    arrays x;
    const float *a = x.a.get();
    float *c = x.c.get(), *d = x.d.get();
    bool failed = false;
    #pragma pt fuse
    {
        narrow<<<1, 512>>>(a, c, 500);
        failed = cudaGetLastError() != cudaSuccess;
        add<<<1, 512>>>(d, 1, 500);
    }
    check::value("refused", failed, true);
    check::value("behind it", cudaGetLastError(), cudaSuccess);
    tell("nothing", x.c, 0);
    tell("behind it", x.d, 500);
}

int main()
{
    check::begin("fuse_arguments");
    arrays x;
    commas(x);
    changes();
    branches();
    refused();
    return check::finish();
}
