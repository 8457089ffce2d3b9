// Launches that are made as one, and the host's text around them: arguments that have other values in each launch though they look the
// same, and those that are left pending by an exception.
// expect: handled
#include "check.h"

#include <stdexcept>

enum { count = 500, threads = 64, blocks = (count + threads - 1) / threads };

#pragma pt kernel
__global__ void next(const float *a, float *t, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[i] = a[i] + 1;
}

#pragma pt kernel
__global__ void with_defaults(float *t, int n, int s = 7, int u = 1)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[i] = s + u;
}

#pragma pt kernel
__global__ void added(const float *t, float *c, int s)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = t[i] + s;
}

#pragma pt kernel
__global__ void extra(const float *a, const float *not_touched, float *t, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[i] = 2 * a[i];
}

struct arrays {
    check::device_array<float> a, b, c, d;
    explicit arrays() : a(padded()), b(padded()), c(padded()), d(padded()) { reset(); }
    static size_t padded() { return blocks * threads; }
    void reset()
    {
        std::vector<float> values(padded());
        for (size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>(i % 97);
        a.set(values);
        for (float &v : values)
            v += 1000;
        b.set(values);
        c.zero();
        d.zero();
    }
};

// What is in the first and the last elements, as one number: nothing of it is rounded.
static void tell(const char *name, const check::device_array<float> &array, double want)
{
    double sum = 0;
    for (float v : array.host())
        sum += v;
    check::value(name, static_cast<long long>(sum), static_cast<long long>(want));
}

static double sum_of(int n, double begin) // of the elements that are there
{
    double sum = 0;
    for (int i = 0; i < n; ++i)
        sum += begin + i % 97;
    return sum;
}

template <int a, int b, int c> static int pick(int n) { return n + 0 * (a + b + c); }

static int less(int *n)
{
    *n -= 100;
    return *n;
}

static void other_values(arrays &x)
{
    float *a = x.a.get(), *b = x.b.get(), *c = x.c.get(), *d = x.d.get();
    bool flip = true;
    #define CURRENT (flip ? a : b)
    #pragma pt fuse
    {
        next<<<blocks, threads>>>(CURRENT, c, count);
        flip = !flip;
        next<<<blocks, threads>>>(CURRENT, d, count);
    }
    tell("by a macro, first", x.c, sum_of(count, 1));
    tell("by a macro, second", x.d, sum_of(count, 1001));

    int n = count;
    x.reset();
    #define ONE_LESS n -= 100
    #pragma pt fuse
    {
        next<<<blocks, threads>>>(a, c, ONE_LESS);
        next<<<blocks, threads>>>(c, d, ONE_LESS);
    }
    tell("a macro that changes, first", x.c, sum_of(400, 1));
    tell("a macro that changes, second", x.d, sum_of(300, 2));

    n = count;
    x.reset();
    #pragma pt fuse
    {
        next<<<blocks, threads>>>(a, b, n);
        next<<<blocks, threads>>>(b, c, n >>= 1);
        next<<<blocks, threads>>>(c, d, n);
    }
    tell("shifted", x.d, sum_of(250, 3));

    n = count;
    x.reset();
    #pragma pt fuse
    {
        next<<<blocks, threads>>>(a, b, n);
        next<<<blocks, threads>>>(b, c, (n) -= 100);
        next<<<blocks, threads>>>(c, d, n);
    }
    tell("in parentheses", x.d, sum_of(400, 3));

    n = count;
    x.reset();
    #pragma pt fuse
    {
        next<<<blocks, threads>>>(a, b, n);
        next<<<blocks, threads>>>(b, c, less(&n));
        next<<<blocks, threads>>>(c, d, n);
    }
    tell("by a call", x.d, sum_of(400, 3));

    n = count;
    x.reset();
    #pragma pt fuse
    {
        next<<<blocks, threads>>>(a, c, n);
        n -= 300;
        next<<<blocks, threads>>>(c, d, n);
    }
    tell("by a statement", x.d, sum_of(200, 2));

    n = count;
    x.reset();
    const auto lessens = [&] { n -= 200; };
    #pragma pt fuse
    {
        next<<<blocks, threads>>>(a, c, n);
        lessens();
        next<<<blocks, threads>>>(c, d, n);
    }
    tell("by a lambda", x.d, sum_of(300, 2));

    n = count;
    x.reset();
    #define ANOTHER int n = 50
    #pragma pt fuse
    {
        next<<<blocks, threads>>>(a, c, n);
        ANOTHER;
        next<<<blocks, threads>>>(c, d, n);
    }
    tell("another variable", x.d, sum_of(50, 2));

    x.reset();
    #pragma pt fuse
    {
        with_defaults<<<blocks, threads>>>(a, pick<1, 2, 3>(count));
        added<<<blocks, threads>>>(a, c, 2);
    }
    tell("default arguments", x.a, count * 8 + sum_of(512, 0) - sum_of(500, 0));
    tell("behind them", x.c, count * 10 + sum_of(512, 2) - sum_of(500, 2));

    x.reset();
    #pragma pt fuse
    {
        next<<<blocks, threads>>>(a, b, n);
        next<<<blocks, threads>>>(b, c, n);
        extra<<<blocks, threads>>>(a, b, c, n);
    }
    tell("an array that is not touched", x.c, 2 * sum_of(count, 0));
}

// Copies to the host when it ends.
struct at_the_end {
    const float *from;
    float *to;
    ~at_the_end() { CUDA_OK(cudaMemcpy(to, from, sizeof(float), cudaMemcpyDeviceToHost)); }
};

static int refuses(int n)
{
    if (n > 3)
        throw std::runtime_error("no");
    return n;
}

static void pending(arrays &x)
{
    float *a = x.a.get(), *b = x.b.get(), *c = x.c.get(), at_end = 0;
    x.reset();
    try {
        #pragma pt fuse
        {
            const at_the_end last = {b, &at_end};
            next<<<blocks, threads>>>(a, b, count);
            next<<<blocks, threads>>>(a, c, refuses(count));
        }
    } catch (const std::runtime_error &) {
    }
    check::value("at the end", static_cast<long long>(at_end), 1);
    tell("before the exception", x.b, sum_of(count, 1) + sum_of(512, 1000) - sum_of(500, 1000));
    tell("behind the exception", x.c, 0);
}

// Its conversion and its operators are known where the template is used.
struct alternating {
    float *first, *second;
    mutable bool is_second;
    operator float *() const
    {
        is_second = !is_second;
        return is_second ? first : second;
    }
};

template <class Pointer> static void in_template(float *a, float *c, int n, Pointer p)
{
    #pragma pt fuse
    {
        next<<<blocks, threads>>>(a, p, n);
        next<<<blocks, threads>>>(p, c, n);
    }
}

static void templates(arrays &x)
{
    x.reset();
    in_template(x.a.get(), x.c.get(), count, x.d.get());
    tell("a pointer", x.c, sum_of(count, 2));
    x.reset();
    in_template(x.a.get(), x.c.get(), count, alternating{x.d.get(), x.b.get(), false});
    tell("converted to a pointer", x.c, sum_of(count, 1001));
}

int main()
{
    check::begin("fuse_host");
    arrays x;
    other_values(x);
    pending(x);
    templates(x);
    return check::finish();
}
