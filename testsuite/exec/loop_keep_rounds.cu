// #pragma pt loop keep(a): halos that are sent every few steps, and what a group computes for its neighbours in between. Edges and holes
// that nobody writes and that differ in the two arrays; reach on one side; threads of a warp of which some are needed; kernels whose
// reach grows away from the tiles' borders, which must not have such rounds.
// expect: handled
#include "check.h"

#include <utility>

// Five points; the edge stays, and so does each seventh column.
#pragma pt kernel
__global__ void star(const unsigned *__restrict__ in, unsigned *__restrict__ out, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1 || x % 7 == 3)
        return;
    const size_t i = size_t(y) * w + x;
    out[i] = 3u * in[i] + (in[i - 1] ^ in[i + 1]) + (in[i - w] + 7u * in[i + w]);
}

// Two rows up, none down.
#pragma pt kernel
__global__ void up(const unsigned *in, unsigned *out, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[y * w + x] = 5u * in[y * w + x] + (y >= 2 ? in[(y - 2) * w + x] : 11u);
}

// One dimension: a warp has elements of two tiles' halos and others.
#pragma pt kernel
__global__ void line(const unsigned long long *in, unsigned long long *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 3 && i < n - 5)
        out[i] = in[i - 3] * 3ull + (in[i + 5] ^ in[i]);
}

// The third row of each four reads further up than the others: at a tile's border that is two rows, in its inside four.
#pragma pt kernel
__global__ void uneven(const unsigned *in, unsigned *out, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h || y < 4)
        return;
    const int from = y % 4 == 2 ? y - 4 : y - 1;
    out[y * w + x] = 9u * in[y * w + x] + in[from * w + x];
}

template <class T> static std::vector<T> both(const T *a, const T *b, size_t count)
{
    std::vector<T> result(2 * count);
    CUDA_OK(cudaMemcpy(result.data(), a, count * sizeof(T), cudaMemcpyDeviceToHost));
    CUDA_OK(cudaMemcpy(result.data() + count, b, count * sizeof(T), cudaMemcpyDeviceToHost));
    return result;
}

static void run_star(unsigned *a, unsigned *b, dim3 grid, dim3 block, int w, int h, int steps)
{
#pragma pt loop keep(a)
    for (int t = 0; t < steps; ++t) {
        star<<<grid, block>>>(a, b, w, h);
        std::swap(a, b);
    }
}

// The same launches with several numbers of steps, one after the other, go on with each other's halos' memory.
static void stars(int w, int h, dim3 block)
{
    std::vector<unsigned> from = check::mixed_vector(w * h), to = check::mixed_vector(w * h, 5);
    check::device_array<unsigned> first(from), second(to);
    unsigned *a = first.get(), *b = second.get();
    for (int steps : {8, 2, 3, 5, 4, 13}) {
        run_star(a, b, dim3((w + block.x - 1) / block.x, (h + block.y - 1) / block.y), block, w, h, steps);
        for (int t = 0; t < steps; ++t) {
            for (int y = 1; y + 1 < h; ++y)
                for (int x = 1; x + 1 < w; ++x) {
                    const int i = y * w + x;
                    if (x % 7 != 3)
                        to[i] = 3u * from[i] + (from[i - 1] ^ from[i + 1]) + (from[i - w] + 7u * from[i + w]);
                }
            std::swap(from, to);
        }
        if (steps % 2)
            std::swap(a, b);
        std::vector<unsigned> expected = from;
        expected.insert(expected.end(), to.begin(), to.end());
        check::equal("star", both(a, b, from.size()), expected);
    }
}

static void rows(bool is_uneven, int w, int h, dim3 block, int steps)
{
    std::vector<unsigned> from = check::mixed_vector(w * h), to = check::mixed_vector(w * h, 5);
    check::device_array<unsigned> first(from), second(to);
    unsigned *a = first.get(), *b = second.get();
    const dim3 grid((w + block.x - 1) / block.x, (h + block.y - 1) / block.y);
    if (is_uneven) {
#pragma pt loop keep(a)
        for (int t = 0; t < steps; ++t) {
            uneven<<<grid, block>>>(a, b, w, h);
            std::swap(a, b);
        }
    } else {
#pragma pt loop keep(a)
        for (int t = 0; t < steps; ++t) {
            up<<<grid, block>>>(a, b, w, h);
            std::swap(a, b);
        }
    }
    for (int t = 0; t < steps; ++t) {
        for (int y = is_uneven ? 4 : 0; y < h; ++y)
            for (int x = 0; x < w; ++x) {
                const int i = y * w + x;
                to[i] = is_uneven ? 9u * from[i] + from[(y % 4 == 2 ? y - 4 : y - 1) * w + x] : 5u * from[i] + (y >= 2 ? from[i - 2 * w] : 11u);
            }
        std::swap(from, to);
    }
    from.insert(from.end(), to.begin(), to.end());
    check::equal(is_uneven ? "uneven" : "up", both(a, b, w * h), from);
}

static void lines(int n, int threads, int steps)
{
    const std::vector<unsigned> start = check::mixed_vector(n);
    std::vector<unsigned long long> from(start.begin(), start.end()), to(from.rbegin(), from.rend());
    check::device_array<unsigned long long> first(from), second(to);
    unsigned long long *a = first.get(), *b = second.get();
#pragma pt loop keep(a)
    for (int t = 0; t < steps; ++t) {
        line<<<(n + threads - 1) / threads, threads>>>(a, b, n);
        std::swap(a, b);
    }
    for (int t = 0; t < steps; ++t) {
        for (int i = 3; i < n - 5; ++i)
            to[i] = from[i - 3] * 3ull + (from[i + 5] ^ from[i]);
        std::swap(from, to);
    }
    from.insert(from.end(), to.begin(), to.end());
    check::equal("line", both(a, b, n), from);
}

int main()
{
    check::begin("loop_keep_rounds");
    stars(64, 64, dim3(16, 8));
    stars(60, 43, dim3(16, 4));
    stars(33, 100, dim3(64, 1));
    stars(40, 64, dim3(8, 2));
    for (int steps : {7, 12}) {
        rows(false, 32, 60, dim3(32, 4), steps);
        rows(true, 32, 64, dim3(32, 4), steps);
        lines(1000, 64, steps);
        lines(777, 96, steps);
    }
    return check::finish();
}
