// Jacobi iteration in two dimensions: a loop of the host whose launches are made together.
//
// A step takes a few microseconds, about as long as its launch. With `#pragma pt loop` the steps become one launch or a CUDA graph,
// whatever is faster; with `keep(a)` the two arrays stay in shared memory from step to step, and neighbours exchange the edges of
// their parts. The arrays are swapped by the host, as before.
#include <utility>
#include <vector>

#include "../common/example.h"

#pragma pt kernel
__global__ void jacobi(const float *in, float *out, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
        return;
    const int i = y * width + x;
    out[i] = (in[i - 1] + in[i + 1] + in[i - width] + in[i + width]) * 0.25f;
}

static std::vector<float> on_host(std::vector<float> a, int width, int height, int steps)
{
    std::vector<float> b = a;
    for (int step = 0; step < steps; step++) {
        for (int y = 1; y < height - 1; y++)
            for (int i = y * width + 1; i < y * width + width - 1; i++)
                b[i] = (a[i - 1] + a[i + 1] + a[i - width] + a[i + width]) * 0.25f;
        std::swap(a, b);
    }
    return a;
}

int main()
{
    const int width = 512, height = 384, steps = 100;
    std::vector<float> start(width * height);
    for (int x = 0; x < width; x++)
        start[x] = 100; // one edge is hot

    const example::device_array<float> first(start), second(start);
    float *a = first.get(), *b = second.get();
    const dim3 block(256, 4), grid(example::blocks_for(width, block.x), example::blocks_for(height, block.y));
    #pragma pt loop keep(a)
    for (int step = 0; step < steps; step++) {
        jacobi<<<grid, block>>>(a, b, width, height);
        float *swapped = a;
        a = b;
        b = swapped;
    }
    example::check(cudaGetLastError());
    return example::finish("jacobi", example::count_wrong((a == first.get() ? first : second).read(), on_host(start, width, height, steps)));
}
