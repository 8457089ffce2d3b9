// The Mandelbrot set: blocks inside the set do a thousand times the work of those outside.
//
// In:  nothing. Out: see bench.h.
#include "bench.h"

#define MANDELBROT_BODY                                                                                       \
    {                                                                                                         \
        const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;       \
        if (x >= width || y >= height)                                                                        \
            return;                                                                                           \
        const float cr = -2.2f + x * step, ci = -1.2f + y * step;                                             \
        float zr = 0.0f, zi = 0.0f;                                                                           \
        int i = 0;                                                                                            \
        for (; i < most && zr * zr + zi * zi <= 4.0f; i++) {                                                  \
            const float t = zr * zr - zi * zi + cr;                                                           \
            zi = 2.0f * zr * zi + ci;                                                                         \
            zr = t;                                                                                           \
        }                                                                                                     \
        out[y * width + x] = i;                                                                               \
    }

#pragma pt kernel schedule(auto)
__global__ void mandelbrot(int *out, int width, int height, float step, int most)
MANDELBROT_BODY

#pragma pt kernel schedule(dynamic)
__global__ void mandelbrot_dynamic(int *out, int width, int height, float step, int most)
MANDELBROT_BODY

#pragma pt kernel schedule(guided)
__global__ void mandelbrot_guided(int *out, int width, int height, float step, int most)
MANDELBROT_BODY

int main()
{
    bench_header();
    for (int size : {1024, 4096})
        for (int most : {50, 2000}) {
            const size_t words = size_t(size) * size;
            int *out, *expected;
            BENCH_CHECK(cudaMalloc(&out, words * 4));
            BENCH_CHECK(cudaMalloc(&expected, words * 4));
            const dim3 block(16, 16), grid((size + 15) / 16, (size + 15) / 16);
            const float step = 2.4f / size;
#pragma pt launch mode(nonpt)
            mandelbrot<<<grid, block>>>(expected, size, size, step, most);
            std::vector<int> a(words), b(words);
            BENCH_CHECK(cudaMemcpy(a.data(), expected, words * 4, cudaMemcpyDeviceToHost));
            for (int way = 0; way < 2; way++) {
                BENCH_CHECK(cudaMemset(out, 0, words * 4));
                if (way == 0)
                    mandelbrot_dynamic<<<grid, block>>>(out, size, size, step, most);
                else
                    mandelbrot_guided<<<grid, block>>>(out, size, size, step, most);
                BENCH_CHECK(cudaMemcpy(b.data(), out, words * 4, cudaMemcpyDeviceToHost));
                if (a != b) {
                    fprintf(stderr, "mandelbrot: results differ\n");
                    return 1;
                }
            }
            const std::string name = std::to_string(size) + "x" + std::to_string(size) + " " + std::to_string(most);
            bench_compare("mandelbrot", name.c_str(), grid.x * grid.y, 256,
                          {{"plain",
                            [=] {
#pragma pt launch mode(nonpt)
                                mandelbrot<<<grid, block, bench_fresh>>>(out, size, size, step, most);
                            }},
                           {"auto", [=] { mandelbrot<<<grid, block, bench_fresh>>>(out, size, size, step, most); }},
                           {"dynamic", [=] { mandelbrot_dynamic<<<grid, block>>>(out, size, size, step, most); }},
                           {"guided", [=] { mandelbrot_guided<<<grid, block>>>(out, size, size, step, most); }}},
                          bench_repeats(words * most * (most < 100 ? 2.8e-7 : 1.2e-7)), 400);
            BENCH_CHECK(cudaFree(out));
            BENCH_CHECK(cudaFree(expected));
        }
    return 0;
}
