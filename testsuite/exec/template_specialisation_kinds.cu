// DESIGN part 4, C++: explicit specialisations of another kind than their template: threads that leave before a barrier, grid barriers,
// live values, state, steps of a loop. Each is described by itself.
// expect: handled
#include "check.h"

#include <utility>

enum { threads = 32 };

static std::vector<int> numbers(int n, int modulus)
{
    std::vector<int> v(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i)
        v[static_cast<std::size_t>(i)] = i % modulus;
    return v;
}

// ---- threads leave in the specialisation -----------------------------------------------------------------------------------

#pragma pt kernel schedule(static)
template <class T> __global__ void add_up(const T *x, T *sum, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(sum, x[i]);
}
template <> __global__ void add_up<int>(const int *x, int *sum, int n)
{
    __shared__ int part[threads];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    part[threadIdx.x] = x[i];
    __syncthreads();
    atomicAdd(sum, part[threadIdx.x]);
}

static void leaving()
{
    const int n = 9973, blocks = (n + threads - 1) / threads;
    const std::vector<int> x = numbers(n, 7);
    long long want = 0;
    for (int one : x)
        want += one;
    check::device_array<int> dx(x), sum(std::vector<int>(1, 0));
    add_up<<<blocks, threads>>>(dx.get(), sum.get(), n);
    CUDA_OK(cudaGetLastError());
    check::value("leaving", sum.host()[0], want);
    std::vector<unsigned> u(x.begin(), x.end());
    check::device_array<unsigned> du(u), total(std::vector<unsigned>(1, 0));
    add_up<<<blocks, threads>>>(du.get(), total.get(), n);
    CUDA_OK(cudaGetLastError());
    check::value("its template", total.host()[0], want);
}

// ---- barriers of the grid --------------------------------------------------------------------------------------------------

#pragma pt kernel
template <class T> __global__ void turn(T *x, T *y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i];
    #pragma pt barrier
    x[i] = y[n - 1 - i];
}
template <> __global__ void turn<int>(int *x, int *y, int n) // v lives
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int v = x[i];
    y[i] = 2 * v;
    #pragma pt barrier
    x[i] = y[n - 1 - i] + v;
}
template <> __global__ void turn<short>(short *x, short *y, int n) // in one piece
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i];
    switch (n) {
    default:;
        #pragma pt barrier
    }
    x[i] = static_cast<short>(y[n - 1 - i] + 1);
}
template <> __global__ void turn<unsigned>(unsigned *x, unsigned *y, int n) // without any
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i] + static_cast<unsigned>(n);
}

// Declared alone.
#pragma pt kernel
template <class T> __global__ void meet(T *x, T *y, int n);
template <> __global__ void meet<int>(int *x, int *y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i];
    #pragma pt barrier
    x[i] = y[n - 1 - i] + 1;
}

template <class T> static std::vector<T> turned(const std::vector<T> &x, int factor, int more, bool itself)
{
    std::vector<T> want(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
        want[i] = static_cast<T>(factor * x[x.size() - 1 - i] + more + (itself ? x[i] : 0));
    return want;
}

static void barriers()
{
    const int blocks = 20000, few = 5; // more than run at once
    const std::vector<int> x = numbers(blocks * threads, 1000);
    std::vector<int> want = turned(x, 2, 0, true);
    check::device_array<int> dx(x), dy(x.size());
    BARRIER_LAUNCH((turn<<<blocks, threads>>>(dx.get(), dy.get(), blocks * threads)), dx, want);
    check::equal("live", dx, want);

    const std::vector<float> f(x.begin(), x.end());
    const std::vector<float> want_f = turned(f, 1, 0, false);
    check::device_array<float> df(f), dg(f.size());
    BARRIER_LAUNCH((turn<<<blocks, threads>>>(df.get(), dg.get(), blocks * threads)), df, want_f);
    check::equal("its template", df, want_f);

    const std::vector<short> s(x.begin(), x.begin() + few * threads);
    const std::vector<short> want_s = turned(s, 1, 1, false);
    check::device_array<short> ds(s), dt(s.size());
    BARRIER_LAUNCH((turn<<<few, threads>>>(ds.get(), dt.get(), few * threads)), ds, want_s);
    check::equal("in one piece", ds, want_s);

    const std::vector<unsigned> u(x.begin(), x.end());
    std::vector<unsigned> want_u(u);
    for (unsigned &one : want_u)
        one += blocks * threads;
    check::device_array<unsigned> du(u), dv(u.size());
    turn<<<blocks, threads>>>(du.get(), dv.get(), blocks * threads);
    CUDA_OK(cudaGetLastError());
    check::equal("without any", dv, want_u);

    want = turned(x, 1, 1, false);
    check::device_array<int> da(x), db(x.size());
    BARRIER_LAUNCH((meet<<<blocks, threads>>>(da.get(), db.get(), blocks * threads)), da, want);
    check::equal("declared alone", da, want);
}

// ---- state -----------------------------------------------------------------------------------------------------------------

#pragma pt kernel
template <class T> __global__ void collect(const T *x, T *sum)
{
    #pragma pt state
    T own = 0;
    own += x[blockIdx.x * blockDim.x + threadIdx.x];
    #pragma pt finish
    {
        atomicAdd(sum, own);
    }
}
template <> __global__ void collect<int>(const int *x, int *sum)
{
    atomicAdd(sum, 2 * x[blockIdx.x * blockDim.x + threadIdx.x]);
}

static void states()
{
    const int blocks = 3001;
    const std::vector<int> x = numbers(blocks * threads, 11);
    const std::vector<unsigned> u(x.begin(), x.end());
    long long want = 0;
    for (int one : x)
        want += one;
    check::device_array<int> dx(x), sum(std::vector<int>(1, 0));
    check::device_array<unsigned> du(u), total(std::vector<unsigned>(1, 0));
    collect<<<blocks, threads>>>(dx.get(), sum.get());
    collect<<<blocks, threads>>>(du.get(), total.get());
    CUDA_OK(cudaGetLastError());
    check::value("without a state", sum.host()[0], 2 * want);
    check::value("with one", total.host()[0], want);
}

// ---- arguments that are not written ----------------------------------------------------------------------------------------

#pragma pt kernel
template <class T> __global__ void scale(int *p, T by)
{
    if (threadIdx.x == 0)
        atomicAdd(p, 1 + static_cast<int>(by));
}
template <> __global__ void scale(int *p, double by)
{
    if (threadIdx.x == 0)
        atomicAdd(p, static_cast<int>(by) * 100);
}

static void deduced()
{
    check::device_array<int> sum(std::vector<int>(1, 0));
    scale<<<3, threads>>>(sum.get(), 2.0);
    scale<<<3, threads>>>(sum.get(), 2);
    CUDA_OK(cudaGetLastError());
    check::value("deduced", sum.host()[0], 609);
}

// ---- steps -----------------------------------------------------------------------------------------------------------------

#pragma pt kernel
template <class T> __global__ void next(const T *in, T *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[(i + 1) % n];
}
template <> __global__ void next<int>(const int *in, int *out, int n)
{
    __shared__ int s[threads];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    s[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = (s[threadIdx.x] + s[0] + in[(i + 1) % n]) % 1009;
}
// Launched by its specialisation alone.
namespace apart {
#pragma pt kernel
template <class T> __global__ void other(const T *in, T *out, int n);
}
template <> __global__ void apart::other<int>(const int *in, int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (in[(i + 1) % n] + 1) % 1009;
}

template <class T> static void steps(const char *label, const std::vector<T> &start, bool is_special, int count)
{
    const int n = static_cast<int>(start.size()), blocks = (n + threads - 1) / threads;
    std::vector<T> want(start), old;
    for (int t = 0; t < count; ++t) {
        old = want;
        for (int i = 0; i < n; ++i)
            want[static_cast<std::size_t>(i)] = is_special ? static_cast<T>((static_cast<int>(old[static_cast<std::size_t>(i)]) + static_cast<int>(old[static_cast<std::size_t>(i / threads * threads)]) +
                                                                               static_cast<int>(old[static_cast<std::size_t>((i + 1) % n)])) % 1009)
                                                           : old[static_cast<std::size_t>((i + 1) % n)];
    }
    check::device_array<T> da(start), db(start.size());
    T *a = da.get(), *b = db.get();
    #pragma pt loop
    for (int t = 0; t < count; t++) {
        next<T><<<blocks, threads>>>(a, b, n);
        std::swap(a, b);
    }
    CUDA_OK(cudaGetLastError());
    check::equal(label, count % 2 ? db : da, want);
}

static void in_loops()
{
    const std::vector<int> x = numbers(1999, 997);
    steps("steps", x, true, 9);
    steps("steps of its template", std::vector<float>(x.begin(), x.end()), false, 9);
    const int n = static_cast<int>(x.size()), blocks = (n + threads - 1) / threads;
    std::vector<int> want(x.size());
    for (int i = 0; i < n; ++i)
        want[static_cast<std::size_t>(i)] = (x[static_cast<std::size_t>((i + 6) % n)] + 6) % 1009;
    check::device_array<int> da(x), db(x.size());
    int *a = da.get(), *b = db.get();
    #pragma pt loop
    for (int t = 0; t < 6; t++) {
        apart::other<int><<<blocks, threads>>>(a, b, n);
        std::swap(a, b);
    }
    CUDA_OK(cudaGetLastError());
    check::equal("by the specialisation alone", da, want);
}

int main()
{
    check::begin("template_specialisation_kinds");
    leaving();
    barriers();
    states();
    deduced();
    in_loops();
    return check::finish();
}
