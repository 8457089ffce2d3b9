// Conjugate gradients, with the matrix of Poisson's equation in two dimensions: as many iterations as were asked for, and as many as are
// needed, by a residual that is read back in each.
//
// In:  nothing. Out: rows for several sizes.
#ifndef LOOPS_CG_CUH
#define LOOPS_CG_CUH

#include "measure.cuh"

#include <cooperative_groups.h>
#include <cstring>

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

static void measure_cg()
{
    for (int n : is_small ? std::vector<int>{24} : std::vector<int>{128, 256, 512})
        measure_cg(n, is_small ? 12 : 500);
}

#endif
