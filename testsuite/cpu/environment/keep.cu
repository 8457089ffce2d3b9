// Loops with keep(a): how they run is told with PTRT_VERBOSE=1, and the sum of what they give is the same without.
#include <cstdio>
#include <utility>
#include <vector>

#pragma pt kernel
__global__ void beside(const unsigned *in, unsigned *out, const unsigned *more, int reach, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= reach && i < n)
        out[i] = in[i] + 3u * in[i - reach] + more[i];
}

#pragma pt kernel
__global__ void columns(const unsigned *in, unsigned *out, int n)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y;
    if (x < n)
        out[y * n + x] = in[y * n + x] * 5u + 1u;
}

#pragma pt kernel
__global__ void bytes(const unsigned char *in, unsigned char *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * 3 + 1;
}

static void run(unsigned *a, unsigned *b, const unsigned *more, int reach, int n, int steps)
{
#pragma pt loop keep(a)
    for (int t = 0; t < steps; t++) {
        beside<<<(n + 63) / 64, 64>>>(a, b, more, reach, n);
        std::swap(a, b);
    }
}

int main()
{
    const int n = 1024;
    unsigned *memory = nullptr, sum = 0;
    cudaMalloc(&memory, 3 * n * sizeof *memory);
    cudaMemset(memory, 1, 3 * n * sizeof *memory);
    unsigned *a = memory, *b = memory + n, *c = memory + 2 * n;
    run(a, b, c, 1, n, 8);     // kept
    run(a, b, c, 1, n, 30);    // kept, by the same probe, in two launches
    run(a, b, c, 64, n, 8);    // kept, with a halo as large as a tile
    run(a, b, c, 65, n, 8);    // kept, with fewer steps from halo to halo, since four times that is more than a tile
    run(a, b, c, 600, n, 8);   // nothing is written by most of the tiles
    run(a, b, b + 9, 1, n, 8); // an array by another name
    run(a, a + 4, c, 1, n, 2); // one array in the other, whatever that gives
    cudaMemset(memory, 2, 3 * n * sizeof *memory);
#pragma pt loop keep(a)
    for (int t = 0; t < 8; t++) { // blocks beside each other write the same rows
        columns<<<4, dim3(64, 4)>>>(a, b, n / 4);
        std::swap(a, b);
    }
    unsigned char *small = reinterpret_cast<unsigned char *>(a), *other = reinterpret_cast<unsigned char *>(c);
#pragma pt loop keep(small)
    for (int t = 0; t < 8; t++) {
        bytes<<<8, 64>>>(small, other, 500);
        std::swap(small, other);
    }
    for (int round = 0; round < 2; round++) { // what stands in the way of these is told once
        unsigned *spare = memory + 2 * n;
        a = memory, b = memory + n;
#pragma pt loop keep(a)
        for (int t = 0; t < 8; t++) {
            beside<<<n / 64, 64>>>(a, b, spare, 1, n);
            cudaMemcpy(a, b, 64, cudaMemcpyDeviceToDevice);
            std::swap(a, b);
        }
#pragma pt loop keep(a)
        for (int t = 0; t < 8; t++) {
            columns<<<4, dim3(64, 4)>>>(a, b, n / 4);
            unsigned *const last = a;
            a = b, b = spare, spare = last;
        }
#pragma pt loop keep(a)
        for (int t = 0; t < 8; t++) {
            beside<<<n / 64, 64>>>(a, b, spare, 1, n - t);
            std::swap(a, b);
        }
#pragma pt loop keep(a)
        for (int t = 0; t < 8; t++) {
            beside<<<n / 64, 64>>>(a, b, spare, 1, t < 4 ? n : n - 1);
            std::swap(a, b);
        }
#pragma pt loop keep(a)
        for (int t = 0; t < 8; t++) {
            beside<<<(n - 64 * (t % 2)) / 64, 64>>>(a, b, spare, 1, n);
            std::swap(a, b);
        }
#pragma pt loop keep(a)
        for (int t = 0; t < 8; t++)
            beside<<<n / 64, 64>>>(a, b, spare, 1, n);
    }
    std::vector<unsigned> result(3 * n);
    cudaMemcpy(result.data(), memory, result.size() * sizeof result[0], cudaMemcpyDeviceToHost);
    for (unsigned x : result)
        sum = sum * 31u + x;
    printf("%u %s\n", sum, cudaGetErrorString(cudaGetLastError()));
    return 0;
}
