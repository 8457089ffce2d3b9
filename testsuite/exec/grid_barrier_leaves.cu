// #pragma pt barrier in kernels of which threads leave, or seem to: before a barrier of the block in the last phase, all at once where
// a parameter says so, and in loops whose counters are named like a thread's index. What a parameter is changed to, too.
// expect: handled
#include "check.h"

constexpr int blocks = 10, threads = 64, count = blocks * threads;

// Half of the threads return before the block's last barrier.
#pragma pt kernel
__global__ void returns(const int *a, int *b, int *c, int *d, int *e, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.x * blockDim.x;
    b[i] = a[(i + 1) % n];
#pragma pt barrier
    if (threadIdx.x < 32)
        c[i] = b[n - 1 - i];
    __syncthreads();
    d[i] = c[first + threadIdx.x % 32];
    if (threadIdx.x >= 32)
        return;
    e[i] = d[i] + 1;
    __syncthreads();
    d[i] += e[first + (threadIdx.x + 7) % 32];
}

// They pass it by.
#pragma pt kernel
__global__ void passes_by(const int *a, int *b, int *c, int *d, int *e, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.x * blockDim.x;
    b[i] = a[(i + 1) % n];
#pragma pt barrier
    if (threadIdx.x < 32)
        c[i] = b[n - 1 - i];
    __syncthreads();
    d[i] = c[first + threadIdx.x % 32];
    if (threadIdx.x < 32) {
        e[i] = d[i] + 1;
        __syncthreads();
        d[i] += e[first + (threadIdx.x + 7) % 32];
    }
}

static std::vector<int> last_phase(const std::vector<int> &a)
{
    std::vector<int> b(count), d(count);
    for (int i = 0; i < count; i++)
        b[i] = a[(i + 1) % count];
    for (int first = 0; first < count; first += threads) {
        for (int t = 0; t < threads; t++)
            d[first + t] = b[count - 1 - (first + t % 32)];
        const std::vector<int> before = d;
        for (int t = 0; t < 32; t++)
            d[first + t] += before[first + (t + 7) % 32] + 1;
    }
    return d;
}

// All threads return where nothing is to be done, and a division by 0 or a loop without end would follow.
#pragma pt kernel
__global__ void divides(int *a, int *b, int n, int total, int chunk)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (chunk == 0)
        return;
    const int rounds = total / chunk;
    for (int t = 0; t < rounds; t++) {
        b[i] = a[(i + 1) % n];
#pragma pt barrier
        a[i] = b[i] + t;
#pragma pt barrier
    }
}

#pragma pt kernel
__global__ void counts_down(int *a, int *b, int n, unsigned times)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (times == 0)
        return;
    unsigned t = times;
    do {
        b[i] = a[(i + 1) % n];
#pragma pt barrier
        a[i] = b[i] + 1;
#pragma pt barrier
    } while (--t != 0);
}

// The division stands behind a return that all threads may take, each for itself.
#pragma pt kernel
__global__ void divides_by_size(int *a, int *b, int n, int total)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const int rounds = total / n;
    for (int t = 0; t < rounds; t++) {
        b[i] = a[(i + 1) % n];
#pragma pt barrier
        a[i] = b[i] + t;
#pragma pt barrier
    }
}

static std::vector<int> moved(std::vector<int> a, int rounds, int step)
{
    for (int t = 0; t < rounds; t++) {
        const std::vector<int> before = a;
        for (int i = 0; i < count; i++)
            a[i] = before[(i + 1) % count] + (step ? step : t);
    }
    return a;
}

// The second loop's counter has the name of the first one's index.
#pragma pt kernel
__global__ void same_name(int *a, int *b, int n, int rounds)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        b[i] = a[(i + 1) % n];
#pragma pt barrier
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < rounds; i++) {
        a[at] = b[(at + 1) % n] + i;
#pragma pt barrier
        b[at] = a[at];
#pragma pt barrier
    }
}

// Each thread changes its own copy of the parameter.
struct box {
    int v[2];
    mutable int c;
    __device__ int add(int by) const { return c += by; }
};

static __device__ void add(int *to, int what) { to[0] += what; }

#pragma pt kernel
__global__ void by_element(int *a, int *b, int n, box p)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = a[(i + 1) % n] + p.v[0];
#pragma pt barrier
    p.v[0] += i;
    a[i] = b[(i + 2) % n] + p.v[0];
#pragma pt barrier
    b[i] = a[i] + p.v[0] + p.v[1];
}

#pragma pt kernel
__global__ void by_pointer(int *a, int *b, int n, box p)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = a[(i + 1) % n] + p.v[0];
#pragma pt barrier
    add(p.v, i);
    a[i] = b[(i + 2) % n] + p.v[0];
#pragma pt barrier
    b[i] = a[i] + p.v[0] + p.v[1];
}

#pragma pt kernel
__global__ void by_sum(int *a, int *b, int n, box p)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = a[(i + 1) % n] + p.v[0];
#pragma pt barrier
    *(p.v + 0) += i;
    a[i] = b[(i + 2) % n] + p.v[0];
#pragma pt barrier
    b[i] = a[i] + p.v[0] + p.v[1];
}

#pragma pt kernel
__global__ void by_const(int *a, int *b, int n, box p)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = a[(i + 1) % n] + p.v[0];
#pragma pt barrier
    a[i] = b[(i + 2) % n] + p.v[0] + p.add(i);
#pragma pt barrier
    b[i] = a[i] + p.v[0] + p.v[1] + p.c;
}

static std::vector<int> changed(std::vector<int> a)
{
    std::vector<int> b(count);
    for (int i = 0; i < count; i++)
        b[i] = a[(i + 1) % count] + 3;
    for (int i = 0; i < count; i++)
        a[i] = b[(i + 2) % count] + 3 + i;
    for (int i = 0; i < count; i++)
        b[i] = a[i] + 3 + i + 4;
    return b;
}

int main()
{
    check::begin("grid_barrier_leaves");
    std::vector<int> start(count);
    for (int i = 0; i < count; i++)
        start[i] = i * 7 % 1001;
    const auto leaves = [&](const char *name, void (*launch)(const int *, int *, int *, int *, int *)) {
        check::device_array<int> a(start), b(count), c(count), d(count), e(count);
        const std::vector<int> want = last_phase(start);
        BARRIER_LAUNCH(launch(a.get(), b.get(), c.get(), d.get(), e.get()), d, want);
        check::equal(name, d, want);
    };
    leaves("returns", [](const int *a, int *b, int *c, int *d, int *e) { returns<<<blocks, threads>>>(a, b, c, d, e, count); });
    leaves("passes by", [](const int *a, int *b, int *c, int *d, int *e) { passes_by<<<blocks, threads>>>(a, b, c, d, e, count); });
    for (int chunk : {0, 2}) {
        check::device_array<int> a(start), b(count);
        const std::vector<int> want = moved(start, chunk ? 6 / chunk : 0, 0);
        BARRIER_LAUNCH((divides<<<blocks, threads>>>(a.get(), b.get(), count, 6, chunk)), a, want);
        check::equal("divides", a, want);
    }
    for (unsigned times : {0u, 3u}) {
        check::device_array<int> a(start), b(count);
        const std::vector<int> want = moved(start, static_cast<int>(times), 1);
        BARRIER_LAUNCH((counts_down<<<blocks, threads>>>(a.get(), b.get(), count, times)), a, want);
        check::equal("counts down", a, want);
    }
    for (int n : {0, count}) {
        check::device_array<int> a(start), b(count);
        const std::vector<int> want = moved(start, n ? 2 : 0, 0);
        BARRIER_LAUNCH((divides_by_size<<<blocks, threads>>>(a.get(), b.get(), n, 2 * count)), a, want);
        check::equal("divides by its size", a, want);
    }
    {
        check::device_array<int> a(start), b(count);
        std::vector<int> want = moved(start, 1, 0);
        for (int t = 0; t < 3; t++) {
            const std::vector<int> before = want;
            for (int i = 0; i < count; i++)
                want[i] = before[(i + 1) % count] + t;
        }
        BARRIER_LAUNCH((same_name<<<blocks, threads>>>(a.get(), b.get(), count, 3)), b, want);
        check::equal("same name", b, want);
    }
    const auto changes = [&](const char *name, void (*launch)(int *, int *)) {
        check::device_array<int> a(start), b(count);
        const std::vector<int> want = changed(start);
        BARRIER_LAUNCH(launch(a.get(), b.get()), b, want);
        check::equal(name, b, want);
    };
    changes("by element", [](int *a, int *b) { by_element<<<blocks, threads>>>(a, b, count, box{{3, 4}, 0}); });
    changes("by pointer", [](int *a, int *b) { by_pointer<<<blocks, threads>>>(a, b, count, box{{3, 4}, 0}); });
    changes("by const", [](int *a, int *b) { by_const<<<blocks, threads>>>(a, b, count, box{{3, 4}, 0}); });
    changes("by sum", [](int *a, int *b) { by_sum<<<blocks, threads>>>(a, b, count, box{{3, 4}, 0}); });
    return check::finish();
}
