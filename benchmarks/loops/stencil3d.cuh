// A stencil in three dimensions, 7 points.
//
// In:  nothing. Out: rows for several sizes and numbers of steps (stencil.cuh).
#ifndef LOOPS_STENCIL3D_CUH
#define LOOPS_STENCIL3D_CUH

#include "stencil.cuh"

#include <cooperative_groups.h>
#include <utility>

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

static void measure_stencil3d()
{
    const stencil deep = {"stencil3d", true, dim3(32, 4, threads / 128), dim3(64, 16), dim3(64, 8), stencil_plain, stencil_loop,
                          stencil_keep, stencil_grid_sync, reinterpret_cast<const void *>(stencil_by_hand)};
    for (int steps : is_small ? std::vector<int>{6} : std::vector<int>{100, 1000})
        for (int n : is_small ? std::vector<int>{20} : std::vector<int>{64, 128, 256})
            measure_stencil(deep, n, steps);
}

#endif
