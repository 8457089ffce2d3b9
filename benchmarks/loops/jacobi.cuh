// Jacobi's method, 5 points in two dimensions.
//
// In:  nothing. Out: rows for several sizes (stencil.cuh).
#ifndef LOOPS_JACOBI_CUH
#define LOOPS_JACOBI_CUH

#include "stencil.cuh"

#include <cooperative_groups.h>
#include <utility>

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

static void measure_jacobi()
{
    const stencil jacobi = {"jacobi", false, dim3(32, threads / 32), dim3(256, 4), dim3(256, 2), jacobi_plain, jacobi_loop, jacobi_keep,
                            jacobi_grid_sync, reinterpret_cast<const void *>(jacobi_by_hand)};
    for (int n : is_small ? std::vector<int>{50, 96} : std::vector<int>{256, 512, 1024, 2048, 4096, 8192})
        measure_stencil(jacobi, n, is_small ? 35 : 1000);
}

#endif
