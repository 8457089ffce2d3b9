// order(...): the sequence in which blocks are handed out, and so what they find in the cache. A vertical blur, whose blocks read
// what those above and below them read, and a transpose, whose blocks write rows beside each other only a column of blocks later.
//
// In:  nothing. Out: see bench.h; "linear" and the orders are schedule(dynamic), so that it is the sequence that differs.
// Source: K. Gupta, J. A. Stuart, J. D. Owens, "A Study of Persistent Threads Style GPU Programming for GPGPU Workloads", InPar 2012,
//         figure 3.
#include "bench.h"

const int radius = 16, side = 32, rows_at_once = 8;

static __device__ __forceinline__ void blur(const float *in, float *out, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float sum = 0;
    for (int i = y - radius; i <= y + radius; i++)
        sum += in[static_cast<size_t>(i < 0 ? 0 : i < height ? i : height - 1) * width + x];
    out[static_cast<size_t>(y) * width + x] = sum;
}

// Width and height are multiples of a tile's.
static __device__ __forceinline__ void transpose_tile(float (&tile)[side][side + 1], const float *in, float *out, int width, int height)
{
    const int x = blockIdx.x * side + threadIdx.x, y = blockIdx.y * side + threadIdx.y;
    for (int i = 0; i < side; i += rows_at_once)
        tile[threadIdx.y + i][threadIdx.x] = in[static_cast<size_t>(y + i) * width + x];
    __syncthreads();
    const int to_x = blockIdx.y * side + threadIdx.x, to_y = blockIdx.x * side + threadIdx.y;
    for (int i = 0; i < side; i += rows_at_once)
        out[static_cast<size_t>(to_y + i) * height + to_x] = tile[threadIdx.x][threadIdx.y + i];
}

__global__ void blur_plain(const float *in, float *out, int width, int height) { blur(in, out, width, height); }

#pragma pt kernel schedule(dynamic)
__global__ void blur_linear(const float *in, float *out, int width, int height) { blur(in, out, width, height); }

#pragma pt kernel schedule(dynamic) order(column)
__global__ void blur_column(const float *in, float *out, int width, int height) { blur(in, out, width, height); }

#pragma pt kernel schedule(dynamic) order(tile(16, 16))
__global__ void blur_tile(const float *in, float *out, int width, int height) { blur(in, out, width, height); }

__global__ void transpose_plain(const float *in, float *out, int width, int height)
{
    __shared__ float tile[side][side + 1];
    transpose_tile(tile, in, out, width, height);
}

#pragma pt kernel schedule(dynamic)
__global__ void transpose_linear(const float *in, float *out, int width, int height)
{
    __shared__ float tile[side][side + 1];
    transpose_tile(tile, in, out, width, height);
}

#pragma pt kernel schedule(dynamic) order(column)
__global__ void transpose_column(const float *in, float *out, int width, int height)
{
    __shared__ float tile[side][side + 1];
    transpose_tile(tile, in, out, width, height);
}

#pragma pt kernel schedule(dynamic) order(tile(8, 8))
__global__ void transpose_tiles(const float *in, float *out, int width, int height)
{
    __shared__ float tile[side][side + 1];
    transpose_tile(tile, in, out, width, height);
}

struct image {
    int width, height;
    float *in, *out;
};

static bool measure(const char *name, const image &m, dim3 grid, dim3 block, const std::vector<bench_way> &ways)
{
    std::vector<float> expected(static_cast<size_t>(m.width) * m.height), got(expected.size());
    for (size_t i = 0; i < ways.size(); i++) {
        std::vector<float> &result = i ? got : expected;
        BENCH_CHECK(cudaMemset(m.out, 0xff, result.size() * sizeof(float)));
        ways[i].launch();
        BENCH_CHECK(cudaGetLastError());
        BENCH_CHECK(cudaMemcpy(result.data(), m.out, result.size() * sizeof(float), cudaMemcpyDeviceToHost));
        if (i && got != expected) {
            fprintf(stderr, "%s, %s: results differ\n", name, ways[i].name.c_str());
            return false;
        }
    }
    const std::string title = std::string(name) + " " + std::to_string(m.width) + " x " + std::to_string(m.height);
    bench_compare("order", title.c_str(), grid.x * grid.y, block.x * block.y, ways, bench_repeats(300), 0);
    return true;
}

int main()
{
    bench_header();
    for (const auto &size : {std::pair<int, int>{2048, 1536}, {8192, 8192}, {32768, 16384}, {65536, 8192}}) {
        image m = {size.first, size.second, nullptr, nullptr};
        const size_t n = static_cast<size_t>(m.width) * m.height;
        BENCH_CHECK(cudaMalloc(&m.in, n * sizeof(float)));
        BENCH_CHECK(cudaMalloc(&m.out, n * sizeof(float)));
        std::vector<float> in(n);
        for (size_t i = 0; i < n; i++)
            in[i] = static_cast<float>(static_cast<unsigned>(i) * 2654435761u >> 20);
        BENCH_CHECK(cudaMemcpy(m.in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice));
        const auto way = [&](const char *name, auto launch) { return bench_way{name, launch}; };
        const dim3 block(64, 4), grid(m.width / block.x, m.height / block.y);
        const dim3 tile_block(side, rows_at_once), tiles(m.width / side, m.height / side);
        const bool good =
            measure("blur", m, grid, block,
                    {way("plain", [&] { blur_plain<<<grid, block>>>(m.in, m.out, m.width, m.height); }),
                     way("linear", [&] { blur_linear<<<grid, block>>>(m.in, m.out, m.width, m.height); }),
                     way("column", [&] { blur_column<<<grid, block>>>(m.in, m.out, m.width, m.height); }),
                     way("tile(16;16)", [&] { blur_tile<<<grid, block>>>(m.in, m.out, m.width, m.height); })}) &&
            measure("transpose", m, tiles, tile_block,
                    {way("plain", [&] { transpose_plain<<<tiles, tile_block>>>(m.in, m.out, m.width, m.height); }),
                     way("linear", [&] { transpose_linear<<<tiles, tile_block>>>(m.in, m.out, m.width, m.height); }),
                     way("column", [&] { transpose_column<<<tiles, tile_block>>>(m.in, m.out, m.width, m.height); }),
                     way("tile(8;8)", [&] { transpose_tiles<<<tiles, tile_block>>>(m.in, m.out, m.width, m.height); })});
        BENCH_CHECK(cudaFree(m.in));
        BENCH_CHECK(cudaFree(m.out));
        if (!good)
            return 1;
    }
    return 0;
}
