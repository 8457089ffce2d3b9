// Vertical blur of an image: each pixel becomes the mean of those above and below it.
//
// A block reads rows that its upper and lower neighbours read too. The hardware starts blocks row by row, so those
// neighbours run long before and after it; order(column) hands out blocks column by column, and they share the cache.
// Source: K. Gupta, J. A. Stuart, J. D. Owens, "A Study of Persistent Threads Style GPU Programming for GPGPU Workloads",
// InPar 2012, figure 3.
#include <cstdint>
#include <vector>

#include "../common/example.h"

constexpr int radius = 16;

__host__ __device__ inline std::uint8_t blurred(const std::uint8_t *in, int width, int height, int x, int y)
{
    int sum = 0;
    for (int i = y - radius; i <= y + radius; i++) {
        const int row = i < 0 ? 0 : i < height ? i : height - 1; // the border continues
        sum += in[row * width + x];
    }
    return static_cast<std::uint8_t>(sum / (2 * radius + 1));
}

#pragma pt kernel order(column)
__global__ void vertical_blur(const std::uint8_t *in, std::uint8_t *out, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = blurred(in, width, height, x, y);
}

int main()
{
    const int width = 2000, height = 1500;
    std::vector<std::uint8_t> in(width * height), wanted(in.size());
    for (int i = 0; i < width * height; i++)
        in[i] = static_cast<std::uint8_t>(i * 2654435761u >> 24);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            wanted[y * width + x] = blurred(in.data(), width, height, x, y);
    const example::device_array<std::uint8_t> device_in(in), device_out(in.size());

    const dim3 threads(64, 4);
    const dim3 blocks(example::blocks_for(width, threads.x), example::blocks_for(height, threads.y));
    vertical_blur<<<blocks, threads>>>(device_in.get(), device_out.get(), width, height);
    example::check(cudaGetLastError());
    return example::finish("vertical_blur", example::count_wrong(device_out.read(), wanted));
}
