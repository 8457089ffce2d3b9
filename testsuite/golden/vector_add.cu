// Vector addition: the smallest program that ptcc makes persistent. One line differs from plain CUDA.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

#pragma pt kernel
__global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    c[i] = a[i] + b[i];
}

static void check(cudaError_t error)
{
    if (error != cudaSuccess) {
        std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(error));
        std::exit(1);
    }
}

int main()
{
    const int n = 1 << 22;
    const size_t size_bytes = n * sizeof(float);
    std::vector<float> a(n), b(n), c(n);
    for (int i = 0; i < n; i++) {
        a[i] = static_cast<float>(i % 1000);
        b[i] = 0.5f * static_cast<float>(i % 77);
    }

    float *device_a, *device_b, *device_c;
    check(cudaMalloc(&device_a, size_bytes));
    check(cudaMalloc(&device_b, size_bytes));
    check(cudaMalloc(&device_c, size_bytes));
    check(cudaMemcpy(device_a, a.data(), size_bytes, cudaMemcpyHostToDevice));
    check(cudaMemcpy(device_b, b.data(), size_bytes, cudaMemcpyHostToDevice));

    const int threads = 256;
    const int blocks = (n + threads - 1) / threads;
    vector_add<<<blocks, threads>>>(device_a, device_b, device_c, n);
    check(cudaGetLastError());
    check(cudaMemcpy(c.data(), device_c, size_bytes, cudaMemcpyDeviceToHost));

    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += c[i] != a[i] + b[i];
    check(cudaFree(device_a));
    check(cudaFree(device_b));
    check(cudaFree(device_c));
    std::printf("vector_add: %d blocks, %d elements, %d wrong\n", blocks, n, wrong);
    return wrong != 0;
}
