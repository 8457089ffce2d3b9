// The Mandelbrot set, as a PNG: mandelbrot [FILE]
//
// Irregular work: a block outside of the set is done after a few iterations, one inside takes all of them, and the two
// lie in different parts of the grid. With schedule(dynamic) a thread group that had easy blocks fetches more of them.
#include <cstdint>
#include <cstdio>
#include <vector>

#include "../common/example.h"
#include "../common/png.h"

constexpr unsigned width = 1536, height = 1024;
constexpr int iteration_limit = 1000;

// Fixed point with 28 fractional bits, so that host and device agree to the last bit.
constexpr int fraction_bits = 28;
constexpr long long one = 1ll << fraction_bits;

// Iterations of z = z * z + c until z leaves the disc of radius 2.
__host__ __device__ inline int iterations(unsigned px, unsigned py)
{
    const long long cx = 3 * one * px / width - 9 * one / 4, cy = 2 * one * py / height - one;
    long long x = 0, y = 0;
    int n = 0;
    while (n < iteration_limit) {
        const long long xx = x * x / one, yy = y * y / one;
        if (xx + yy > 4 * one)
            break;
        y = 2 * x * y / one + cy;
        x = xx - yy + cx;
        n++;
    }
    return n;
}

#pragma pt kernel schedule(dynamic)
__global__ void mandelbrot(int *out)
{
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = iterations(x, y);
}

static std::vector<std::uint8_t> colours(const std::vector<int> &image)
{
    std::vector<std::uint8_t> rgb;
    rgb.reserve(image.size() * 3);
    for (const int n : image) {
        const bool inside = n == iteration_limit;
        for (const int speed : {3, 5, 9})
            rgb.push_back(static_cast<std::uint8_t>(inside ? 0 : 255 - 255 / (1 + n * speed / 32)));
    }
    return rgb;
}

int main(int argc, char **argv)
{
    const example::device_array<int> out(width * height);
    const dim3 threads(16, 16);
    const dim3 blocks(example::blocks_for(width, threads.x), example::blocks_for(height, threads.y));
    mandelbrot<<<blocks, threads>>>(out.get());
    example::check(cudaGetLastError());
    const std::vector<int> image = out.read();

    std::vector<int> wanted(width * height);
    for (unsigned y = 0; y < height; y++)
        for (unsigned x = 0; x < width; x++)
            wanted[y * width + x] = iterations(x, y);

    const char *path = argc > 1 ? argv[1] : "mandelbrot.png";
    if (!example::png_writer::write(path, width, height, colours(image))) {
        std::perror(path);
        return 1;
    }
    return example::finish("mandelbrot", example::count_wrong(image, wanted));
}
