// `#pragma pt loop` against what else a program can do with a loop of launches.
//
// In:  names of parts (jacobi, stencil3d, floyd, cg, bfs, components; none: all); `small`: sizes for a check without a GPU.
//      Out: rows as bench.h has them: "plain" is a launch for each step, "graph" the same launches as a CUDA graph that exists
//      already, "loop" the same code with `#pragma pt loop`, "grid.sync" a cooperative kernel written by hand; "keep" has
//      `keep(in)` and blocks of 1024 threads, of which "graph/1024" is the graph, "keep/512" and "graph/512" have 512. The time is
//      that of the whole loop; `blocks` are those of a step.
// Time: each timed loop finds an idle device, so that what the host does before the first step runs counts. Between events;
//       loops that read something back in each step by the clock of the host, until the device is done.
// Checked first: all ways give the same bits, and searches take as many rounds as the graph has levels.
// The plain kernels are functions of their own, without a directive, so that nothing but CUDA takes part in their launches.
#include "bench.h"

#include <chrono>
#include <cooperative_groups.h>
#include <cstring>
#include <utility>

static bool is_small = false;

const unsigned threads = 256;

static unsigned blocks_for(size_t count) { return static_cast<unsigned>((count + threads - 1) / threads); }

// ---- Jacobi, 5 points ------------------------------------------------------------------------------------------------

static __device__ __forceinline__ void jacobi_point(const float *in, float *out, int n, int x, int y)
{
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1)
        return;
    const size_t i = size_t(y) * n + x;
    const float others = (in[i - 1] + in[i + 1]) + (in[i - n] + in[i + n]);
    out[i] = fmaf(0.125f, others, 0.5f * in[i]);
}

__global__ void jacobi_plain_step(const float *__restrict__ in, float *__restrict__ out, int n)
{
    jacobi_point(in, out, n, blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y);
}

#pragma pt kernel
__global__ void jacobi_step(const float *__restrict__ in, float *__restrict__ out, int n)
{
    jacobi_point(in, out, n, blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y);
}

// With its accesses where `keep` looks for them.
#pragma pt kernel
__global__ void jacobi_kept_step(const float *__restrict__ in, float *__restrict__ out, int n)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1)
        return;
    const size_t i = size_t(y) * n + x;
    const float others = (in[i - 1] + in[i + 1]) + (in[i - n] + in[i + n]);
    out[i] = fmaf(0.125f, others, 0.5f * in[i]);
}

__global__ void jacobi_by_hand(float *in, float *out, int n, int steps, dim3 tiles)
{
    for (int s = 0; s < steps; s++) {
        for (unsigned tile = blockIdx.x; tile < tiles.x * tiles.y; tile += gridDim.x) {
            const unsigned row = tile / tiles.x, column = tile - row * tiles.x;
            jacobi_point(in, out, n, column * blockDim.x + threadIdx.x, row * blockDim.y + threadIdx.y);
        }
        cooperative_groups::this_grid().sync();
        float *const other = in;
        in = out;
        out = other;
    }
}

static void jacobi_plain(dim3 grid, dim3 block, float *in, float *out, int n, int steps, cudaStream_t stream)
{
    for (int s = 0; s < steps; s++) {
        jacobi_plain_step<<<grid, block, 0, stream>>>(in, out, n);
        std::swap(in, out);
    }
}

static void jacobi_loop(dim3 grid, dim3 block, float *in, float *out, int n, int steps)
{
#pragma pt loop
    for (int s = 0; s < steps; s++) {
        jacobi_step<<<grid, block>>>(in, out, n);
        std::swap(in, out);
    }
}

static void jacobi_keep(dim3 grid, dim3 block, float *in, float *out, int n, int steps)
{
#pragma pt loop keep(in)
    for (int s = 0; s < steps; s++) {
        jacobi_kept_step<<<grid, block>>>(in, out, n);
        std::swap(in, out);
    }
}

static void jacobi_grid_sync(unsigned blocks, dim3 tiles, dim3 block, float *in, float *out, int n, int steps)
{
    void *arguments[] = {&in, &out, &n, &steps, &tiles};
    BENCH_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(jacobi_by_hand), dim3(blocks), block, arguments, 0,
                                            nullptr));
}

// ---- stencil in three dimensions, 7 points ---------------------------------------------------------------------------

static __device__ __forceinline__ void stencil_point(const float *in, float *out, int n, int x, int y, int z)
{
    if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1)
        return;
    const size_t row = n, plane = row * n, i = z * plane + y * row + x;
    const float others = ((in[i - 1] + in[i + 1]) + (in[i - row] + in[i + row])) + (in[i - plane] + in[i + plane]);
    out[i] = fmaf(0.0625f, others, 0.625f * in[i]);
}

__global__ void stencil_plain_step(const float *__restrict__ in, float *__restrict__ out, int n)
{
    stencil_point(in, out, n, blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                  blockIdx.z * blockDim.z + threadIdx.z);
}

#pragma pt kernel
__global__ void stencil_step(const float *__restrict__ in, float *__restrict__ out, int n)
{
    stencil_point(in, out, n, blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                  blockIdx.z * blockDim.z + threadIdx.z);
}

#pragma pt kernel
__global__ void stencil_kept_step(const float *__restrict__ in, float *__restrict__ out, int n)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1)
        return;
    const size_t row = n, plane = row * n, i = z * plane + y * row + x;
    const float others = ((in[i - 1] + in[i + 1]) + (in[i - row] + in[i + row])) + (in[i - plane] + in[i + plane]);
    out[i] = fmaf(0.0625f, others, 0.625f * in[i]);
}

__global__ void stencil_by_hand(float *in, float *out, int n, int steps, dim3 tiles)
{
    for (int s = 0; s < steps; s++) {
        for (unsigned tile = blockIdx.x; tile < tiles.x * tiles.y * tiles.z; tile += gridDim.x) {
            const unsigned rows = tile / tiles.x, plane = rows / tiles.y, row = rows - plane * tiles.y;
            stencil_point(in, out, n, (tile - rows * tiles.x) * blockDim.x + threadIdx.x, row * blockDim.y + threadIdx.y,
                          plane * blockDim.z + threadIdx.z);
        }
        cooperative_groups::this_grid().sync();
        float *const other = in;
        in = out;
        out = other;
    }
}

static void stencil_plain(dim3 grid, dim3 block, float *in, float *out, int n, int steps, cudaStream_t stream)
{
    for (int s = 0; s < steps; s++) {
        stencil_plain_step<<<grid, block, 0, stream>>>(in, out, n);
        std::swap(in, out);
    }
}

static void stencil_loop(dim3 grid, dim3 block, float *in, float *out, int n, int steps)
{
#pragma pt loop
    for (int s = 0; s < steps; s++) {
        stencil_step<<<grid, block>>>(in, out, n);
        std::swap(in, out);
    }
}

static void stencil_keep(dim3 grid, dim3 block, float *in, float *out, int n, int steps)
{
#pragma pt loop keep(in)
    for (int s = 0; s < steps; s++) {
        stencil_kept_step<<<grid, block>>>(in, out, n);
        std::swap(in, out);
    }
}

static void stencil_grid_sync(unsigned blocks, dim3 tiles, dim3 block, float *in, float *out, int n, int steps)
{
    void *arguments[] = {&in, &out, &n, &steps, &tiles};
    BENCH_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(stencil_by_hand), dim3(blocks), block, arguments, 0,
                                            nullptr));
}

// ---- Floyd-Warshall --------------------------------------------------------------------------------------------------

static __device__ __forceinline__ void floyd_pair(int *lengths, int n, int k, int i, int j)
{
    if (i >= n || j >= n)
        return;
    const int through = lengths[size_t(i) * n + k] + lengths[size_t(k) * n + j];
    if (through < lengths[size_t(i) * n + j])
        lengths[size_t(i) * n + j] = through;
}

__global__ void floyd_plain_step(int *lengths, int n, int k)
{
    floyd_pair(lengths, n, k, blockIdx.y * blockDim.y + threadIdx.y, blockIdx.x * blockDim.x + threadIdx.x);
}

#pragma pt kernel
__global__ void floyd_step(int *lengths, int n, int k)
{
    floyd_pair(lengths, n, k, blockIdx.y * blockDim.y + threadIdx.y, blockIdx.x * blockDim.x + threadIdx.x);
}

static void floyd_plain(dim3 grid, dim3 block, int *lengths, int n, cudaStream_t stream)
{
    for (int k = 0; k < n; k++)
        floyd_plain_step<<<grid, block, 0, stream>>>(lengths, n, k);
}

static void floyd_loop(dim3 grid, dim3 block, int *lengths, int n)
{
#pragma pt loop
    for (int k = 0; k < n; k++)
        floyd_step<<<grid, block>>>(lengths, n, k);
}

// ---- conjugate gradient, the matrix of Poisson's equation in two dimensions ------------------------------------------

struct cg_scalars {
    double residual, alpha, beta; // residual: its square
};

struct cg_system {
    int n; // unknowns in a row
    unsigned blocks;
    double *x, *r, *p, *q, *partial;
    cg_scalars *scalars;
};

// Always in the same order; all threads of the block get it.
static __device__ __forceinline__ double sum_of_block(double value)
{
    __shared__ double of_warps[threads / 32];
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffffu, value, offset);
    if (threadIdx.x % 32 == 0)
        of_warps[threadIdx.x / 32] = value;
    __syncthreads();
    double sum = 0;
    for (unsigned i = 0; i < threads / 32; i++)
        sum += of_warps[i];
    return sum;
}

static __device__ __forceinline__ double sum_of_partial(const double *partial, unsigned count)
{
    double sum = 0;
    for (unsigned i = threadIdx.x; i < count; i += threads)
        sum += partial[i];
    return sum_of_block(sum);
}

// q = A p, and the blocks' parts of p q.
static __device__ __forceinline__ void cg_multiply_block(const double *p, double *q, double *partial, int n, unsigned block)
{
    const int i = static_cast<int>(block * threads + threadIdx.x), x = i % n, y = i / n;
    double product = 0;
    if (y < n) {
        const double left = x > 0 ? p[i - 1] : 0, right = x < n - 1 ? p[i + 1] : 0;
        const double above = y > 0 ? p[i - n] : 0, below = y < n - 1 ? p[i + n] : 0;
        q[i] = fma(4.0, p[i], -((left + right) + (above + below)));
        product = __dmul_rn(p[i], q[i]);
    }
    const double sum = sum_of_block(product);
    if (threadIdx.x == 0)
        partial[block] = sum;
}

static __device__ __forceinline__ void cg_alpha_block(const double *partial, unsigned count, cg_scalars *scalars)
{
    const double sum = sum_of_partial(partial, count);
    if (threadIdx.x == 0)
        scalars->alpha = sum > 0 ? scalars->residual / sum : 0;
}

// x += alpha p, r -= alpha q, and the blocks' parts of r r.
static __device__ __forceinline__ void cg_advance_block(double *x, double *r, const double *p, const double *q, double *partial,
                                                        int count, double alpha, unsigned block)
{
    const int i = static_cast<int>(block * threads + threadIdx.x);
    double square = 0;
    if (i < count) {
        const double rest = fma(-alpha, q[i], r[i]);
        x[i] = fma(alpha, p[i], x[i]);
        r[i] = rest;
        square = __dmul_rn(rest, rest);
    }
    const double sum = sum_of_block(square);
    if (threadIdx.x == 0)
        partial[block] = sum;
}

static __device__ __forceinline__ void cg_beta_block(const double *partial, unsigned count, cg_scalars *scalars)
{
    const double sum = sum_of_partial(partial, count);
    if (threadIdx.x == 0) {
        scalars->beta = scalars->residual > 0 ? sum / scalars->residual : 0;
        scalars->residual = sum;
    }
}

static __device__ __forceinline__ void cg_direct_block(const double *r, double *p, int count, double beta, unsigned block)
{
    const int i = static_cast<int>(block * threads + threadIdx.x);
    if (i < count)
        p[i] = fma(beta, p[i], r[i]);
}

__global__ void cg_plain_multiply(const double *p, double *q, double *partial, int n)
{
    cg_multiply_block(p, q, partial, n, blockIdx.x);
}

__global__ void cg_plain_alpha(const double *partial, unsigned count, cg_scalars *scalars)
{
    cg_alpha_block(partial, count, scalars);
}

__global__ void cg_plain_advance(double *x, double *r, const double *p, const double *q, double *partial, int count,
                                 const cg_scalars *scalars)
{
    cg_advance_block(x, r, p, q, partial, count, scalars->alpha, blockIdx.x);
}

__global__ void cg_plain_beta(const double *partial, unsigned count, cg_scalars *scalars)
{
    cg_beta_block(partial, count, scalars);
}

__global__ void cg_plain_direct(const double *r, double *p, int count, const cg_scalars *scalars)
{
    cg_direct_block(r, p, count, scalars->beta, blockIdx.x);
}

#pragma pt kernel
__global__ void cg_multiply(const double *p, double *q, double *partial, int n) { cg_multiply_block(p, q, partial, n, blockIdx.x); }

#pragma pt kernel
__global__ void cg_alpha(const double *partial, unsigned count, cg_scalars *scalars) { cg_alpha_block(partial, count, scalars); }

#pragma pt kernel
__global__ void cg_advance(double *x, double *r, const double *p, const double *q, double *partial, int count,
                           const cg_scalars *scalars)
{
    cg_advance_block(x, r, p, q, partial, count, scalars->alpha, blockIdx.x);
}

#pragma pt kernel
__global__ void cg_beta(const double *partial, unsigned count, cg_scalars *scalars) { cg_beta_block(partial, count, scalars); }

#pragma pt kernel
__global__ void cg_direct(const double *r, double *p, int count, const cg_scalars *scalars)
{
    cg_direct_block(r, p, count, scalars->beta, blockIdx.x);
}

// Every block adds up the parts for itself, so that an iteration needs three barriers and not five; `partial` has room for the
// parts of both sums, as some blocks still read the one while others write the other.
__global__ void cg_by_hand(cg_system s, int iterations)
{
    const int count = s.n * s.n;
    double residual = s.scalars->residual, alpha = s.scalars->alpha, beta = s.scalars->beta;
    for (int i = 0; i < iterations; i++) {
        for (unsigned b = blockIdx.x; b < s.blocks; b += gridDim.x) {
            cg_multiply_block(s.p, s.q, s.partial, s.n, b);
            __syncthreads();
        }
        cooperative_groups::this_grid().sync();
        const double product = sum_of_partial(s.partial, s.blocks);
        alpha = product > 0 ? residual / product : 0;
        __syncthreads();
        for (unsigned b = blockIdx.x; b < s.blocks; b += gridDim.x) {
            cg_advance_block(s.x, s.r, s.p, s.q, s.partial + s.blocks, count, alpha, b);
            __syncthreads();
        }
        cooperative_groups::this_grid().sync();
        const double square = sum_of_partial(s.partial + s.blocks, s.blocks);
        beta = residual > 0 ? square / residual : 0;
        residual = square;
        for (unsigned b = blockIdx.x; b < s.blocks; b += gridDim.x)
            cg_direct_block(s.r, s.p, count, beta, b);
        cooperative_groups::this_grid().sync();
    }
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *s.scalars = {residual, alpha, beta};
}

static void cg_grid_sync(unsigned resident, cg_system s, int iterations)
{
    void *arguments[] = {&s, &iterations};
    BENCH_CHECK(cudaLaunchCooperativeKernel(cg_by_hand, dim3(resident), dim3(threads), arguments, 0, 0));
}

static void cg_plain(const cg_system &s, int iterations, cudaStream_t stream)
{
    const int count = s.n * s.n;
    for (int i = 0; i < iterations; i++) {
        cg_plain_multiply<<<s.blocks, threads, 0, stream>>>(s.p, s.q, s.partial, s.n);
        cg_plain_alpha<<<1, threads, 0, stream>>>(s.partial, s.blocks, s.scalars);
        cg_plain_advance<<<s.blocks, threads, 0, stream>>>(s.x, s.r, s.p, s.q, s.partial, count, s.scalars);
        cg_plain_beta<<<1, threads, 0, stream>>>(s.partial, s.blocks, s.scalars);
        cg_plain_direct<<<s.blocks, threads, 0, stream>>>(s.r, s.p, count, s.scalars);
    }
}

static void cg_loop(const cg_system &s, int iterations)
{
    const int count = s.n * s.n;
#pragma pt loop
    for (int i = 0; i < iterations; i++) {
        cg_multiply<<<s.blocks, threads>>>(s.p, s.q, s.partial, s.n);
        cg_alpha<<<1, threads>>>(s.partial, s.blocks, s.scalars);
        cg_advance<<<s.blocks, threads>>>(s.x, s.r, s.p, s.q, s.partial, count, s.scalars);
        cg_beta<<<1, threads>>>(s.partial, s.blocks, s.scalars);
        cg_direct<<<s.blocks, threads>>>(s.r, s.p, count, s.scalars);
    }
}

static int cg_plain_until(const cg_system &s, double residual, double enough, int most)
{
    const int count = s.n * s.n;
    int i = 0;
    while (residual > enough && i < most) {
        cg_plain_multiply<<<s.blocks, threads>>>(s.p, s.q, s.partial, s.n);
        cg_plain_alpha<<<1, threads>>>(s.partial, s.blocks, s.scalars);
        cg_plain_advance<<<s.blocks, threads>>>(s.x, s.r, s.p, s.q, s.partial, count, s.scalars);
        cg_plain_beta<<<1, threads>>>(s.partial, s.blocks, s.scalars);
        cg_plain_direct<<<s.blocks, threads>>>(s.r, s.p, count, s.scalars);
        BENCH_CHECK(cudaMemcpy(&residual, &s.scalars->residual, sizeof residual, cudaMemcpyDeviceToHost));
        i++;
    }
    return i;
}

static int cg_loop_until(cg_system s, double residual, double enough, int most)
{
    const int count = s.n * s.n;
    int i = 0;
#pragma pt loop
    while (residual > enough && i < most) {
        cg_multiply<<<s.blocks, threads>>>(s.p, s.q, s.partial, s.n);
        cg_alpha<<<1, threads>>>(s.partial, s.blocks, s.scalars);
        cg_advance<<<s.blocks, threads>>>(s.x, s.r, s.p, s.q, s.partial, count, s.scalars);
        cg_beta<<<1, threads>>>(s.partial, s.blocks, s.scalars);
        cg_direct<<<s.blocks, threads>>>(s.r, s.p, count, s.scalars);
        BENCH_CHECK(cudaMemcpy(&residual, &s.scalars->residual, sizeof residual, cudaMemcpyDeviceToHost));
        i++;
    }
    return i;
}

// ---- searches in a graph, level by level -----------------------------------------------------------------------------

struct graph_view {
    int vertices;
    const int *begins, *others; // the edges of v: others[begins[v]] to others[begins[v + 1] - 1]
};

static __device__ __forceinline__ void bfs_vertex(graph_view g, int *levels, int level, int *again, int v)
{
    if (v >= g.vertices || levels[v] != level)
        return;
    for (int e = g.begins[v]; e < g.begins[v + 1]; e++)
        if (levels[g.others[e]] < 0) {
            levels[g.others[e]] = level + 1;
            *again = 1;
        }
}

__global__ void bfs_plain_level(graph_view g, int *levels, int level, int *again)
{
    bfs_vertex(g, levels, level, again, blockIdx.x * blockDim.x + threadIdx.x);
}

#pragma pt kernel
__global__ void bfs_level(graph_view g, int *levels, int level, int *again)
{
    bfs_vertex(g, levels, level, again, blockIdx.x * blockDim.x + threadIdx.x);
}

static int bfs_plain(const graph_view &g, int *levels, int *again)
{
    int level = 0, flag = 0;
    do {
        flag = 0;
        BENCH_CHECK(cudaMemcpy(again, &flag, sizeof flag, cudaMemcpyHostToDevice));
        bfs_plain_level<<<blocks_for(g.vertices), threads>>>(g, levels, level++, again);
        BENCH_CHECK(cudaMemcpy(&flag, again, sizeof flag, cudaMemcpyDeviceToHost));
    } while (flag);
    return level;
}

static int bfs_loop(const graph_view &g, int *levels, int *again)
{
    int level = 0, flag = 0;
#pragma pt loop
    do {
        flag = 0;
        BENCH_CHECK(cudaMemcpy(again, &flag, sizeof flag, cudaMemcpyHostToDevice));
        bfs_level<<<blocks_for(g.vertices), threads>>>(g, levels, level++, again);
        BENCH_CHECK(cudaMemcpy(&flag, again, sizeof flag, cudaMemcpyDeviceToHost));
    } while (flag);
    return level;
}

// Two arrays, so that the number of rounds does not depend on the order in which blocks run.
static __device__ __forceinline__ void components_vertex(graph_view g, const int *in, int *out, int *again, int v)
{
    if (v >= g.vertices)
        return;
    int least = in[v];
    for (int e = g.begins[v]; e < g.begins[v + 1]; e++)
        least = min(least, in[g.others[e]]);
    if (least != in[v])
        *again = 1;
    out[v] = least;
}

__global__ void components_plain_round(graph_view g, const int *__restrict__ in, int *__restrict__ out, int *again)
{
    components_vertex(g, in, out, again, blockIdx.x * blockDim.x + threadIdx.x);
}

#pragma pt kernel
__global__ void components_round(graph_view g, const int *__restrict__ in, int *__restrict__ out, int *again)
{
    components_vertex(g, in, out, again, blockIdx.x * blockDim.x + threadIdx.x);
}

static int components_plain(const graph_view &g, int *in, int *out, int *again)
{
    int rounds = 0, flag = 0;
    do {
        BENCH_CHECK(cudaMemset(again, 0, sizeof *again));
        components_plain_round<<<blocks_for(g.vertices), threads>>>(g, in, out, again);
        BENCH_CHECK(cudaMemcpy(&flag, again, sizeof flag, cudaMemcpyDeviceToHost));
        std::swap(in, out);
        rounds++;
    } while (flag);
    return rounds;
}

static int components_loop(const graph_view &g, int *in, int *out, int *again)
{
    int rounds = 0, flag = 0;
#pragma pt loop
    do {
        BENCH_CHECK(cudaMemset(again, 0, sizeof *again));
        components_round<<<blocks_for(g.vertices), threads>>>(g, in, out, again);
        BENCH_CHECK(cudaMemcpy(&flag, again, sizeof flag, cudaMemcpyDeviceToHost));
        std::swap(in, out);
        rounds++;
    } while (flag);
    return rounds;
}

// ---- measuring -------------------------------------------------------------------------------------------------------

template <class T> class array {
  public:
    explicit array(size_t count) : count_(count) { BENCH_CHECK(cudaMalloc(&data_, count * sizeof(T))); }
    explicit array(const std::vector<T> &values) : array(values.size())
    {
        BENCH_CHECK(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice));
    }
    array(const array &) = delete;
    array &operator=(const array &) = delete;
    ~array() { cudaFree(data_); }

    T *get() const { return data_; }
    void copy(const array &from) { BENCH_CHECK(cudaMemcpy(data_, from.data_, count_ * sizeof(T), cudaMemcpyDeviceToDevice)); }
    void append_to(std::vector<unsigned char> &bytes) const
    {
        const size_t before = bytes.size();
        bytes.resize(before + count_ * sizeof(T));
        BENCH_CHECK(cudaMemcpy(bytes.data() + before, data_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
    }

  private:
    T *data_ = nullptr;
    size_t count_;
};

static cudaGraphExec_t captured(const std::function<void(cudaStream_t)> &launch)
{
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    BENCH_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    BENCH_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    launch(stream);
    BENCH_CHECK(cudaStreamEndCapture(stream, &graph));
    BENCH_CHECK(cudaGraphInstantiate(&executable, graph, 0));
    BENCH_CHECK(cudaGraphDestroy(graph));
    BENCH_CHECK(cudaStreamDestroy(stream));
    return executable;
}

static unsigned resident_blocks(const void *kernel)
{
    int resident = 0, multiprocessors = 0;
    BENCH_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, static_cast<int>(threads), 0));
    BENCH_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    return static_cast<unsigned>(resident * multiprocessors);
}

enum timer { by_events, by_host };

struct work {
    std::string name;
    unsigned blocks;
    timer time;
    std::function<void()> reset;
    std::function<void(std::vector<unsigned char> &)> append_result;
};

static double microseconds_by_host(const std::function<void()> &launch)
{
    const auto begin = std::chrono::steady_clock::now();
    launch();
    BENCH_CHECK(cudaDeviceSynchronize());
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
}

static void prepare(const work &w)
{
    w.reset();
    BENCH_CHECK(cudaDeviceSynchronize());
}

static std::vector<unsigned char> result_of(const work &w, const bench_way &way)
{
    std::vector<unsigned char> bytes;
    prepare(w);
    way.launch();
    BENCH_CHECK(cudaGetLastError());
    BENCH_CHECK(cudaDeviceSynchronize());
    w.append_result(bytes);
    return bytes;
}

// ways[0] is the plain launch.
static void measure(const work &w, const std::vector<bench_way> &ways)
{
    bench_clock clock;
    {
        const std::vector<unsigned char> expected = result_of(w, ways[0]);
        for (size_t i = 1; i < ways.size(); i++)
            if (result_of(w, ways[i]) != expected) {
                fprintf(stderr, "loops: %s: %s differs\n", w.name.c_str(), ways[i].name.c_str());
                exit(1);
            }
    }
    prepare(w);
    const double first = microseconds_by_host(ways[0].launch);
    const int repeats = is_small ? 1 : first > 100e3 ? 3 : first > 10e3 ? 7 : 15;
    std::vector<std::vector<double>> times(ways.size());
    for (int i = 0; i < repeats; i++)
        for (size_t k = 0; k < ways.size(); k++)
            for (const bool is_timed : {false, true}) {
                prepare(w);
                const double t = w.time == by_host ? microseconds_by_host(ways[k].launch) : clock.microseconds(ways[k].launch);
                BENCH_CHECK(cudaGetLastError());
                if (is_timed)
                    times[k].push_back(t);
            }
    bench_rows("loops", w.name.c_str(), w.blocks, threads, ways, times, repeats);
    fprintf(stderr, "\n");
}

static std::string squared(int n) { return std::to_string(n) + "x" + std::to_string(n); }

static dim3 tiles_of(int n, dim3 block, bool is_deep)
{
    const unsigned side = static_cast<unsigned>(n);
    return dim3((side + block.x - 1) / block.x, (side + block.y - 1) / block.y, is_deep ? (side + block.z - 1) / block.z : 1);
}

struct stencil {
    const char *name;
    bool is_deep;
    dim3 block, large_block, half_block; // of 256, 1024 and 512 threads
    void (*plain)(dim3, dim3, float *, float *, int, int, cudaStream_t);
    void (*loop)(dim3, dim3, float *, float *, int, int), (*keep)(dim3, dim3, float *, float *, int, int);
    void (*grid_sync)(unsigned, dim3, dim3, float *, float *, int, int);
    const void *by_hand; // the kernel of grid_sync
};

static void measure_stencil(const stencil &s, int n, int steps)
{
    const size_t count = size_t(n) * n * (s.is_deep ? n : 1);
    std::vector<float> values(count);
    for (size_t i = 0; i < count; i++)
        values[i] = static_cast<float>(i % 1009) * 0.01f;
    const array<float> start(values);
    array<float> in(count), out(count);
    const dim3 grid = tiles_of(n, s.block, s.is_deep), large = tiles_of(n, s.large_block, s.is_deep),
               half = tiles_of(n, s.half_block, s.is_deep);
    const unsigned resident = std::min(grid.x * grid.y * grid.z, resident_blocks(s.by_hand));
    const cudaGraphExec_t graph =
        captured([&](cudaStream_t stream) { s.plain(grid, s.block, in.get(), out.get(), n, steps, stream); });
    const cudaGraphExec_t large_graph =
        captured([&](cudaStream_t stream) { s.plain(large, s.large_block, in.get(), out.get(), n, steps, stream); });
    const cudaGraphExec_t half_graph =
        captured([&](cudaStream_t stream) { s.plain(half, s.half_block, in.get(), out.get(), n, steps, stream); });
    const work w = {std::string(s.name) + " " + squared(n) + (s.is_deep ? "x" + std::to_string(n) : "") + " " +
                        std::to_string(steps) + " steps",
                    grid.x * grid.y * grid.z, by_events,
                    [&] {
                        in.copy(start);
                        out.copy(start);
                    },
                    [&](std::vector<unsigned char> &bytes) { (steps % 2 ? out : in).append_to(bytes); }};
    measure(w, {{"plain", [&] { s.plain(grid, s.block, in.get(), out.get(), n, steps, 0); }},
                {"loop", [&] { s.loop(grid, s.block, in.get(), out.get(), n, steps); }},
                {"graph", [&] { BENCH_CHECK(cudaGraphLaunch(graph, 0)); }},
                {"grid.sync", [&] { s.grid_sync(resident, grid, s.block, in.get(), out.get(), n, steps); }},
                {"keep", [&] { s.keep(large, s.large_block, in.get(), out.get(), n, steps); }},
                {"graph/1024", [&] { BENCH_CHECK(cudaGraphLaunch(large_graph, 0)); }},
                {"keep/512", [&] { s.keep(half, s.half_block, in.get(), out.get(), n, steps); }},
                {"graph/512", [&] { BENCH_CHECK(cudaGraphLaunch(half_graph, 0)); }}});
    BENCH_CHECK(cudaGraphExecDestroy(graph));
    BENCH_CHECK(cudaGraphExecDestroy(large_graph));
    BENCH_CHECK(cudaGraphExecDestroy(half_graph));
}

static void measure_floyd(int n)
{
    std::vector<int> values(size_t(n) * n);
    for (int i = 0; i < n; i++) // around a ring; many short edges beat a long one, so that shortest paths have many vertices
        for (int j = 0; j < n; j++) {
            const int along = (j - i + n) % n;
            values[size_t(i) * n + j] = along * along + (along ? (i * 37 + j * 11) % 8 : 0);
        }
    const array<int> start(values);
    array<int> lengths(values.size());
    const dim3 block(32, threads / 32), grid = tiles_of(n, block, false);
    const cudaGraphExec_t graph = captured([&](cudaStream_t stream) { floyd_plain(grid, block, lengths.get(), n, stream); });
    const work w = {"floyd " + squared(n), grid.x * grid.y, by_events, [&] { lengths.copy(start); },
                    [&](std::vector<unsigned char> &bytes) { lengths.append_to(bytes); }};
    measure(w, {{"plain", [&] { floyd_plain(grid, block, lengths.get(), n, 0); }},
                {"loop", [&] { floyd_loop(grid, block, lengths.get(), n); }},
                {"graph", [&] { BENCH_CHECK(cudaGraphLaunch(graph, 0)); }}});
    BENCH_CHECK(cudaGraphExecDestroy(graph));
}

static void append_int(std::vector<unsigned char> &bytes, int value)
{
    bytes.resize(bytes.size() + sizeof value);
    memcpy(bytes.data() + bytes.size() - sizeof value, &value, sizeof value);
}

static void measure_cg(int n, int iterations)
{
    const size_t count = size_t(n) * n;
    std::vector<double> values(count);
    double square = 0;
    for (size_t i = 0; i < count; i++) {
        values[i] = static_cast<double>(i % 1009) / 1009 - 0.5;
        square += values[i] * values[i];
    }
    const array<double> right_side(values), zero(std::vector<double>(count, 0.0));
    const array<cg_scalars> first(std::vector<cg_scalars>{{square, 0, 0}});
    const unsigned blocks = blocks_for(count);
    array<double> x(count), r(count), p(count), q(count), partial(2 * blocks);
    array<cg_scalars> scalars(1);
    const cg_system s = {n, blocks, x.get(), r.get(), p.get(), q.get(), partial.get(), scalars.get()};
    int done = 0;
    work w = {"cg " + squared(n) + " " + std::to_string(iterations) + " iterations", blocks, by_events,
              [&] {
                  x.copy(zero);
                  r.copy(right_side);
                  p.copy(right_side);
                  scalars.copy(first);
                  done = 0;
              },
              [&](std::vector<unsigned char> &bytes) {
                  x.append_to(bytes);
                  scalars.append_to(bytes);
                  append_int(bytes, done);
              }};
    const unsigned resident = std::min(blocks, resident_blocks(reinterpret_cast<const void *>(cg_by_hand)));
    const cudaGraphExec_t graph = captured([&](cudaStream_t stream) { cg_plain(s, iterations, stream); });
    measure(w, {{"plain", [&] { cg_plain(s, iterations, 0); }},
                {"loop", [&] { cg_loop(s, iterations); }},
                {"graph", [&] { BENCH_CHECK(cudaGraphLaunch(graph, 0)); }},
                {"grid.sync", [&] { cg_grid_sync(resident, s, iterations); }}});
    BENCH_CHECK(cudaGraphExecDestroy(graph));

    const double enough = square * 1e-12;
    const int most = 10000;
    prepare(w);
    const int needed = cg_plain_until(s, square, enough, most);
    if (needed == most) {
        fprintf(stderr, "loops: cg %d does not converge\n", n);
        exit(1);
    }
    w.name = "cg " + squared(n) + " read back " + std::to_string(needed) + " iterations";
    w.time = by_host;
    measure(w, {{"plain", [&] { done = cg_plain_until(s, square, enough, most); }},
                {"loop", [&] { done = cg_loop_until(s, square, enough, most); }}});
}

// The points of a rectangle, each with an edge to the next ones in its row and column.
struct rectangle {
    int width, height;
    std::vector<int> begins, others;

    rectangle(int w, int h) : width(w), height(h), begins(1, 0)
    {
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                const int v = y * w + x;
                if (y > 0)
                    others.push_back(v - w);
                if (x > 0)
                    others.push_back(v - 1);
                if (x + 1 < w)
                    others.push_back(v + 1);
                if (y + 1 < h)
                    others.push_back(v + w);
                begins.push_back(static_cast<int>(others.size()));
            }
    }
    int vertices() const { return width * height; }
    int levels() const { return width + height - 1; } // from the first vertex, in a corner
    std::string name() const
    {
        return std::to_string(width) + "x" + std::to_string(height) + " " + std::to_string(levels()) + " levels";
    }
};

static void expect_levels(const rectangle &graph, int rounds)
{
    if (rounds == graph.levels())
        return;
    fprintf(stderr, "loops: %d rounds in a graph of %d levels\n", rounds, graph.levels());
    exit(1);
}

static void measure_bfs(const rectangle &graph)
{
    std::vector<int> values(static_cast<size_t>(graph.vertices()), -1);
    values[0] = 0;
    const array<int> begins(graph.begins), others(graph.others), start(values);
    array<int> levels(values.size()), again(1);
    const graph_view g = {graph.vertices(), begins.get(), others.get()};
    int rounds = 0;
    const work w = {"bfs " + graph.name(), blocks_for(values.size()), by_host, [&] { levels.copy(start); },
                    [&](std::vector<unsigned char> &bytes) {
                        expect_levels(graph, rounds);
                        levels.append_to(bytes);
                    }};
    measure(w, {{"plain", [&] { rounds = bfs_plain(g, levels.get(), again.get()); }},
                {"loop", [&] { rounds = bfs_loop(g, levels.get(), again.get()); }}});
}

static void measure_components(const rectangle &graph)
{
    std::vector<int> values(static_cast<size_t>(graph.vertices()));
    for (size_t i = 0; i < values.size(); i++)
        values[i] = static_cast<int>(i);
    const array<int> begins(graph.begins), others(graph.others), start(values);
    array<int> in(values.size()), out(values.size()), again(1);
    const graph_view g = {graph.vertices(), begins.get(), others.get()};
    int rounds = 0;
    const work w = {"components " + graph.name(), blocks_for(values.size()), by_host, [&] { in.copy(start); },
                    [&](std::vector<unsigned char> &bytes) {
                        expect_levels(graph, rounds);
                        (rounds % 2 ? out : in).append_to(bytes);
                    }};
    measure(w, {{"plain", [&] { rounds = components_plain(g, in.get(), out.get(), again.get()); }},
                {"loop", [&] { rounds = components_loop(g, in.get(), out.get(), again.get()); }}});
}

static void measure_jacobi()
{
    const stencil jacobi = {"jacobi", false, dim3(32, threads / 32), dim3(256, 4), dim3(256, 2), jacobi_plain, jacobi_loop, jacobi_keep,
                            jacobi_grid_sync, reinterpret_cast<const void *>(jacobi_by_hand)};
    for (int n : is_small ? std::vector<int>{50, 96} : std::vector<int>{256, 512, 1024, 2048, 4096, 8192})
        measure_stencil(jacobi, n, is_small ? 35 : 1000);
}

static void measure_stencil3d()
{
    const stencil deep = {"stencil3d", true, dim3(32, 4, threads / 128), dim3(64, 16), dim3(64, 8), stencil_plain, stencil_loop,
                          stencil_keep, stencil_grid_sync, reinterpret_cast<const void *>(stencil_by_hand)};
    for (int steps : is_small ? std::vector<int>{6} : std::vector<int>{100, 1000})
        for (int n : is_small ? std::vector<int>{20} : std::vector<int>{64, 128, 256})
            measure_stencil(deep, n, steps);
}

static std::vector<rectangle> graphs()
{
    std::vector<rectangle> all;
    all.emplace_back(is_small ? 30 : 1000, is_small ? 30 : 1000);
    all.emplace_back(4, is_small ? 197 : 19997); // a path, nearly
    return all;
}

int main(int count, char **arguments)
{
    const struct {
        std::string name;
        std::function<void()> measure;
    } parts[] = {
        {"jacobi", measure_jacobi},
        {"stencil3d", measure_stencil3d},
        {"floyd",
         [] {
             for (int n : is_small ? std::vector<int>{40} : std::vector<int>{256, 512, 1024, 2048})
                 measure_floyd(n);
         }},
        {"cg",
         [] {
             for (int n : is_small ? std::vector<int>{24} : std::vector<int>{128, 256, 512})
                 measure_cg(n, is_small ? 12 : 500);
         }},
        {"bfs",
         [] {
             for (const rectangle &graph : graphs())
                 measure_bfs(graph);
         }},
        {"components",
         [] {
             for (const rectangle &graph : graphs())
                 measure_components(graph);
         }},
    };
    std::vector<std::string> wanted;
    for (int i = 1; i < count; i++) {
        const std::string word = arguments[i];
        bool is_known = word == "small";
        for (const auto &part : parts)
            is_known |= word == part.name;
        if (!is_known) {
            fprintf(stderr, "loops: unknown part '%s'\n", word.c_str());
            return 2;
        }
        if (word == "small")
            is_small = true;
        else
            wanted.push_back(word);
    }
    bench_header();
    for (const auto &part : parts)
        if (wanted.empty() || std::find(wanted.begin(), wanted.end(), part.name) != wanted.end())
            part.measure();
    return 0;
}
