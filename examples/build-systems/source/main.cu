// The smallest program of two files that shows whether it was built right.
#include <cstdio>
#include <vector>

#include "square.cuh"

int main()
{
    const int n = 10000;
    std::vector<int> out(n);
    int *device_out = nullptr;
    cudaMalloc(&device_out, n * sizeof(int));
    square<<<(n + 127) / 128, 128>>>(device_out, n);
    if (cudaMemcpy(out.data(), device_out, n * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) {
        std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(cudaGetLastError()));
        return 1;
    }
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] - out[0] != i * i;
    std::printf(wrong ? "build-systems: %d values are wrong\n" : "build-systems: ok\n", wrong);
    return wrong != 0;
}
