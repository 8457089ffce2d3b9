// Vector addition: the smallest program that ptcc makes persistent. One line differs from plain CUDA.
#include <vector>

#include "../common/example.h"

#pragma pt kernel
__global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    c[i] = a[i] + b[i];
}

int main()
{
    const int n = (1 << 22) - 5; // the last block is not full
    std::vector<float> a(n), b(n), wanted(n);
    for (int i = 0; i < n; i++) {
        a[i] = static_cast<float>(i % 1000);
        b[i] = 0.5f * static_cast<float>(i % 77);
        wanted[i] = a[i] + b[i];
    }
    const example::device_array<float> device_a(a), device_b(b), device_c(n);

    const unsigned threads = 256;
    vector_add<<<example::blocks_for(n, threads), threads>>>(device_a.get(), device_b.get(), device_c.get(), n);
    example::check(cudaGetLastError());
    return example::finish("vector_add", example::count_wrong(device_c.read(), wanted));
}
