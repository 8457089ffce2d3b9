// Memory: blocks that wait for memory and for barriers, where what a persistent loop keeps in registers between items can
// cost occupancy.
//
// In:  nothing. Out: see bench.h.
#include "bench.h"

constexpr int tile_width = 32;

// Tiles through shared memory, with a barrier between writing and reading them.
#define TRANSPOSE_BODY                                                                                        \
    {                                                                                                         \
        __shared__ float tile[tile_width][tile_width + 1];                                                    \
        const int x = blockIdx.x * tile_width + threadIdx.x, y = blockIdx.y * tile_width + threadIdx.y;       \
        for (int k = 0; k < tile_width; k += 8)                                                               \
            tile[threadIdx.y + k][threadIdx.x] = in[size_t(y + k) * n + x];                                   \
        __syncthreads();                                                                                      \
        const int u = blockIdx.y * tile_width + threadIdx.x, v = blockIdx.x * tile_width + threadIdx.y;       \
        for (int k = 0; k < tile_width; k += 8)                                                               \
            out[size_t(v + k) * n + u] = tile[threadIdx.x][threadIdx.y + k];                                  \
    }

// A row of a matrix times a column, from memory: a loop of n steps.
__device__ void multiply_at(const float *in, float *out, int n, int x, int y)
{
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += in[size_t(y) * n + k] * in[size_t(k) * n + x];
    out[size_t(y) * n + x] = sum;
}

// A column through a window of rows: few steps of memory.
__device__ void blur_at(const float *in, float *out, int n, int x, int y)
{
    float sum = 0;
    for (int k = -4; k <= 4; k++)
        sum += in[size_t(min(max(y + k, 0), n - 1)) * n + x];
    out[size_t(y) * n + x] = sum / 9;
}

#pragma pt kernel schedule(auto)
__global__ void transpose(const float *in, float *out, int n) TRANSPOSE_BODY
#pragma pt kernel schedule(static)
__global__ void transpose_static(const float *in, float *out, int n) TRANSPOSE_BODY
#pragma pt kernel schedule(dynamic)
__global__ void transpose_dynamic(const float *in, float *out, int n) TRANSPOSE_BODY

#pragma pt kernel schedule(auto)
__global__ void multiply(const float *in, float *out, int n)
{
    multiply_at(in, out, n, blockIdx.x * 32 + threadIdx.x, blockIdx.y * 8 + threadIdx.y);
}
#pragma pt kernel schedule(static)
__global__ void multiply_static(const float *in, float *out, int n)
{
    multiply_at(in, out, n, blockIdx.x * 32 + threadIdx.x, blockIdx.y * 8 + threadIdx.y);
}
#pragma pt kernel schedule(dynamic)
__global__ void multiply_dynamic(const float *in, float *out, int n)
{
    multiply_at(in, out, n, blockIdx.x * 32 + threadIdx.x, blockIdx.y * 8 + threadIdx.y);
}

// With the loop's own registers, ptxas loads one value at a time in a twin of 32 registers, unless it is told that it must do with them.
#pragma pt kernel schedule(static)
__global__ void __launch_bounds__(256, 8) multiply_static_bounded(const float *in, float *out, int n)
{
    multiply_at(in, out, n, blockIdx.x * 32 + threadIdx.x, blockIdx.y * 8 + threadIdx.y);
}
#pragma pt kernel schedule(dynamic)
__global__ void __launch_bounds__(256, 8) multiply_dynamic_bounded(const float *in, float *out, int n)
{
    multiply_at(in, out, n, blockIdx.x * 32 + threadIdx.x, blockIdx.y * 8 + threadIdx.y);
}

#pragma pt kernel schedule(auto)
__global__ void blur(const float *in, float *out, int n)
{
    blur_at(in, out, n, blockIdx.x * 32 + threadIdx.x, blockIdx.y * 8 + threadIdx.y);
}
#pragma pt kernel schedule(static)
__global__ void blur_static(const float *in, float *out, int n)
{
    blur_at(in, out, n, blockIdx.x * 32 + threadIdx.x, blockIdx.y * 8 + threadIdx.y);
}
#pragma pt kernel schedule(dynamic)
__global__ void blur_dynamic(const float *in, float *out, int n)
{
    blur_at(in, out, n, blockIdx.x * 32 + threadIdx.x, blockIdx.y * 8 + threadIdx.y);
}
#pragma pt kernel schedule(static)
__global__ void __launch_bounds__(256, 8) blur_static_bounded(const float *in, float *out, int n)
{
    blur_at(in, out, n, blockIdx.x * 32 + threadIdx.x, blockIdx.y * 8 + threadIdx.y);
}
#pragma pt kernel schedule(dynamic)
__global__ void __launch_bounds__(256, 8) blur_dynamic_bounded(const float *in, float *out, int n)
{
    blur_at(in, out, n, blockIdx.x * 32 + threadIdx.x, blockIdx.y * 8 + threadIdx.y);
}

// Compares the results of all ways with the first one's, then times them.
static void compare(const char *name, int n, dim3 grid, dim3 block, float *out, const std::vector<bench_way> &ways)
{
    const size_t words = size_t(n) * n;
    std::vector<float> expected(words), got(words);
    for (size_t way = 0; way < ways.size(); way++) {
        BENCH_CHECK(cudaMemset(out, 0xff, words * sizeof(float)));
        ways[way].launch();
        BENCH_CHECK(cudaMemcpy((way ? got : expected).data(), out, words * sizeof(float), cudaMemcpyDeviceToHost));
        if (way && got != expected) {
            fprintf(stderr, "memory: %s: results differ\n", name);
            exit(1);
        }
    }
    const std::string title = std::string(name) + " " + std::to_string(n);
    bench_compare("memory", title.c_str(), grid.x * grid.y, block.x * block.y, ways, n > 2000 ? 31 : 201, n > 2000 ? 100 : 400);
}

int main()
{
    bench_header();
    for (int n : {1024, 4096}) {
        const size_t words = size_t(n) * n;
        std::vector<float> values(words);
        for (size_t i = 0; i < words; i++)
            values[i] = i % 1000 / 1000.0f;
        float *in, *out;
        BENCH_CHECK(cudaMalloc(&in, words * sizeof(float)));
        BENCH_CHECK(cudaMalloc(&out, words * sizeof(float)));
        BENCH_CHECK(cudaMemcpy(in, values.data(), words * sizeof(float), cudaMemcpyHostToDevice));
        const dim3 block(32, 8), tiles(n / 32, n / 32), rows(n / 32, n / 8);
        compare("transpose", n, tiles, block, out,
                {{"plain",
                  [=] {
#pragma pt launch mode(nonpt)
                      transpose<<<tiles, block, bench_fresh>>>(in, out, n);
                  }},
                 {"auto", [=] { transpose<<<tiles, block, bench_fresh>>>(in, out, n); }},
                 {"static", [=] { transpose_static<<<tiles, block>>>(in, out, n); }},
                 {"dynamic", [=] { transpose_dynamic<<<tiles, block>>>(in, out, n); }}});
        compare("multiply", n, rows, block, out,
                {{"plain",
                  [=] {
#pragma pt launch mode(nonpt)
                      multiply<<<rows, block, bench_fresh>>>(in, out, n);
                  }},
                 {"auto", [=] { multiply<<<rows, block, bench_fresh>>>(in, out, n); }},
                 {"static", [=] { multiply_static<<<rows, block>>>(in, out, n); }},
                 {"dynamic", [=] { multiply_dynamic<<<rows, block>>>(in, out, n); }},
                 {"static bounded", [=] { multiply_static_bounded<<<rows, block>>>(in, out, n); }},
                 {"dynamic bounded", [=] { multiply_dynamic_bounded<<<rows, block>>>(in, out, n); }}});
        compare("blur", n, rows, block, out,
                {{"plain",
                  [=] {
#pragma pt launch mode(nonpt)
                      blur<<<rows, block, bench_fresh>>>(in, out, n);
                  }},
                 {"auto", [=] { blur<<<rows, block, bench_fresh>>>(in, out, n); }},
                 {"static", [=] { blur_static<<<rows, block>>>(in, out, n); }},
                 {"dynamic", [=] { blur_dynamic<<<rows, block>>>(in, out, n); }},
                 {"static bounded", [=] { blur_static_bounded<<<rows, block>>>(in, out, n); }},
                 {"dynamic bounded", [=] { blur_dynamic_bounded<<<rows, block>>>(in, out, n); }}});
        BENCH_CHECK(cudaFree(in));
        BENCH_CHECK(cudaFree(out));
    }
    return 0;
}
