// DESIGN part 4, Launches: a host loop whose continuation is read back from the device; host functions and copies between launches.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void collatz(unsigned *values, unsigned *changed, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || values[i] <= 1)
        return;
    values[i] = values[i] % 2 ? (values[i] * 3 + 1) % 65536 : values[i] / 2;
    if (values[i] > 1)
        atomicExch(changed, 1u); // by many threads
}

int main()
{
    check::begin("launch_until_done");
    const unsigned n = 5555 * 32 - 3;
    std::vector<unsigned> values(n);
    for (unsigned i = 0; i < n; ++i)
        values[i] = i % 30;
    check::device_array<unsigned> data(values), changed(1);
    int calls = 0, rounds = 0;
    unsigned again = 1;
    while (again) {
        CUDA_OK(cudaMemsetAsync(changed.get(), 0, sizeof again));
        collatz<<<(n + 31) / 32, 32>>>(data.get(), changed.get(), n);
        CUDA_OK(cudaGetLastError());
        CUDA_OK(cudaLaunchHostFunc(nullptr, [](void *p) { ++*static_cast<int *>(p); }, &calls));
        CUDA_OK(cudaMemcpy(&again, changed.get(), sizeof again, cudaMemcpyDeviceToHost));
        ++rounds;
    }
    CUDA_OK(cudaDeviceSynchronize());
    for (unsigned &v : values)
        while (v > 1)
            v = v % 2 ? (v * 3 + 1) % 65536 : v / 2;
    check::equal("values", data, values);
    check::value("rounds", rounds, 111);
    check::value("calls", calls, rounds);
    return check::finish();
}
