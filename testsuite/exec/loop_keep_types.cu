// One kernel template in a loop that keeps its arrays and, for other types, in a loop that keeps nothing; a kernel of a named type,
// and one of vectors, with a macro.
// expect: handled
#include "check.h"

#include <utility>

#pragma pt kernel
template <class T> __global__ void sums(const T *in, T *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1 || i >= n - 1)
        return;
    out[i] = in[i - 1] + in[i + 1];
}

// By the program's own name of a type.
typedef unsigned cell;

#pragma pt kernel
__global__ void sums_of_cells(const cell *in, cell *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const cell none = (cell)0;
    if (i < 1 || i >= n - 1)
        return;
    const cell left = in[i - 1], right = cell(in[i + 1]);
    out[i] = none + left + right;
}

#define MEAN(a, b) (0.5f * ((a) + (b)))

#pragma pt kernel
__global__ void means(const float2 *in, float2 *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1 || i >= n - 1)
        return;
    const float2 left = in[i - 1];
    float2 right = in[i + 1];
    right.x += left.x;
    right.y = MEAN(right.y, left.y);
    out[i] = right;
}

bool operator==(const float2 &a, const float2 &b) { return a.x == b.x && a.y == b.y; }
bool operator!=(const float2 &a, const float2 &b) { return !(a == b); }

// Numbers of which no sum is rounded.
static void vectors(int n, int steps)
{
    std::vector<float2> from(n), to;
    for (int i = 0; i < n; ++i)
        from[i] = make_float2(static_cast<float>(i % 61), static_cast<float>(i % 67));
    to = from;
    check::device_array<float2> first(from), second(to);
    float2 *a = first.get(), *b = second.get();
#pragma pt loop keep(a)
    for (int t = 0; t < steps; ++t) {
        means<<<(n + 95) / 96, 96>>>(a, b, n);
        std::swap(a, b);
    }
    CUDA_OK(cudaGetLastError());
    for (int t = 0; t < steps; ++t) {
        for (int i = 1; i < n - 1; ++i)
            to[i] = make_float2(from[i - 1].x + from[i + 1].x, MEAN(from[i + 1].y, from[i - 1].y));
        std::swap(from, to);
    }
    check::equal("vectors", first, from);
}

template <class T> static void sums_of(std::vector<T> &from, std::vector<T> &to, int steps)
{
    for (int t = 0; t < steps; ++t) {
        for (size_t i = 1; i + 1 < from.size(); ++i)
            to[i] = from[i - 1] + from[i + 1];
        std::swap(from, to);
    }
}

int main()
{
    check::begin("loop_keep_types");
    const int n = 4000, steps = 6;
    std::vector<unsigned> from = check::mixed_vector(n), to = from;
    check::device_array<unsigned> first(from), second(to);
    unsigned *a = first.get(), *b = second.get();
#pragma pt loop keep(a)
    for (int t = 0; t < steps; ++t) {
        sums<unsigned><<<(n + 95) / 96, 96>>>(a, b, n);
        std::swap(a, b);
    }
    CUDA_OK(cudaGetLastError());
    sums_of(from, to, steps);
    check::equal("kept", first, from);

    check::device_array<cell> cells(from), others(from);
    cell *e = cells.get(), *f = others.get();
#pragma pt loop keep(e)
    for (int t = 0; t < steps; ++t) {
        sums_of_cells<<<(n + 95) / 96, 96>>>(e, f, n);
        std::swap(e, f);
    }
    CUDA_OK(cudaGetLastError());
    std::vector<cell> cells_from = from, cells_to = from;
    sums_of(cells_from, cells_to, steps);
    check::equal("cells", cells, cells_from);

    std::vector<unsigned long long> wide_from(from.begin(), from.end()), wide_to = wide_from;
    check::device_array<unsigned long long> third(wide_from), fourth(wide_to);
    unsigned long long *c = third.get(), *d = fourth.get();
#pragma pt loop
    for (int t = 0; t < steps; ++t) {
        sums<unsigned long long><<<(n + 95) / 96, 96>>>(c, d, n);
        std::swap(c, d);
    }
    CUDA_OK(cudaGetLastError());
    sums_of(wide_from, wide_to, steps);
    check::equal("not kept", third, wide_from);
    vectors(n, steps);
    return check::finish();
}
