// #pragma pt loop: an error of the device in one of the steps: the steps before it have been, those behind it are not, and the
// synchronisation behind the loop tells of it as it would have.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void step(unsigned *noted, unsigned *data, unsigned number, unsigned bad)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] += number;
    if (number == bad)
        __trap();
    if (i == 0) {
        noted[number] = data[i];
        __threadfence_system();
    }
}

int main()
{
    check::begin("loop_device_error");
    const unsigned blocks = 6, block = 64, steps = 8, bad = 5;
    unsigned *noted = nullptr, *on_device = nullptr;
    CUDA_OK(cudaHostAlloc(reinterpret_cast<void **>(&noted), steps * sizeof *noted, cudaHostAllocMapped));
    CUDA_OK(cudaHostGetDevicePointer(reinterpret_cast<void **>(&on_device), noted, 0));
    check::device_array<unsigned> data(blocks * block);
    for (unsigned limit : {steps, bad}) { // the first time no step fails
        data.zero();
        for (unsigned i = 0; i < steps; i++)
            noted[i] = 0;
        unsigned made = 0;
#pragma pt loop
        for (unsigned i = 0; i < steps; i++) {
            step<<<blocks, block>>>(on_device, data.get(), i, limit);
            made++;
        }
        check::error("ended", cudaDeviceSynchronize(), limit < steps ? cudaErrorLaunchFailure : cudaSuccess);
        check::value("made", static_cast<int>(made), static_cast<int>(steps));
        for (unsigned i = 0; i < steps; i++)
            check::value("noted", static_cast<int>(noted[i]), i < limit ? static_cast<int>(i * (i + 1) / 2) : 0);
    }
    check::error("sticky", cudaGetLastError(), cudaErrorLaunchFailure);
    std::printf("%s %s%s\n", check::current().name.c_str(), check::current().failures ? "FAILED" : "ok", check::current().checksums.c_str());
    std::fflush(stdout);
    _Exit(check::current().failures ? 1 : 0); // the context is gone: nothing can be freed
}
