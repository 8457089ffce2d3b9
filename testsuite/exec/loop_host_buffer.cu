// #pragma pt loop: what a stream is printed to may be a buffer of the program's, which looks at what the launches have done; and a
// container's memory may be registered with the device.
// expect: handled
#include "check.h"

#include <iostream>
#include <streambuf>

constexpr int steps = 5, total = 15; // 1 + 2 + 3 + 4 + 5

#pragma pt kernel
__global__ void increase(int *value)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        ++*value;
}

struct looks : std::streambuf {
    const int *from;
    int *to;
    int overflow(int c) override
    {
        CUDA_OK(cudaDeviceSynchronize());
        *to += *from;
        return c;
    }
};

static int by_stream_of_its_own(int *device)
{
    int sum = 0;
    looks buffer;
    buffer.from = device;
    buffer.to = &sum;
    std::ostream out(&buffer);
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        out << 'x';
    }
    return sum;
}

static int by_reference(int *device, std::ostream &out, const int &sum)
{
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        out << 'x';
    }
    return sum;
}

static int by_standard_output(int *device)
{
    int sum = 0;
    looks buffer;
    buffer.from = device;
    buffer.to = &sum;
    std::streambuf *const before = std::cout.rdbuf(&buffer);
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        std::cout << 'x';
    }
    std::cout.rdbuf(before);
    return sum;
}

static int by_registered_vector()
{
    std::vector<int> values(1, 0);
    int sum = 0, *device = nullptr;
    CUDA_OK(cudaHostRegister(values.data(), sizeof(int), cudaHostRegisterMapped));
    CUDA_OK(cudaHostGetDevicePointer(reinterpret_cast<void **>(&device), values.data(), 0));
#pragma pt loop
    for (int i = 0; i < steps; ++i) {
        increase<<<2, 32>>>(device);
        CUDA_OK(cudaDeviceSynchronize());
        sum += values[0];
    }
    CUDA_OK(cudaHostUnregister(values.data()));
    return sum;
}

int main()
{
    check::begin("loop_host_buffer");
    int *device = nullptr;
    CUDA_OK(cudaMallocManaged(&device, sizeof *device));
    CUDA_OK(cudaMemset(device, 0, sizeof *device));
    check::value("a stream of its own", by_stream_of_its_own(device), total);
    CUDA_OK(cudaMemset(device, 0, sizeof *device));
    int sum = 0;
    looks buffer;
    buffer.from = device;
    buffer.to = &sum;
    std::ostream out(&buffer);
    check::value("by reference", by_reference(device, out, sum), total);
    CUDA_OK(cudaMemset(device, 0, sizeof *device));
    check::value("standard output", by_standard_output(device), total);
    CUDA_OK(cudaFree(device));
    check::value("a vector that is registered", by_registered_vector(), total);
    return check::finish();
}
