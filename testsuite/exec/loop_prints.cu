// #pragma pt loop: what kernels print comes out at the synchronisations behind them, between what the host prints, and before the
// program ends in the middle of the loop; a copy to the host that does not wait is waited for.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void tell(int step)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        printf("step %d\n", step);
}

#pragma pt kernel
__global__ void increase(int *value)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        ++*value;
}

static void copies_later()
{
    check::device_array<int> value(1);
    value.zero();
    int *const device = value.get();
    int seen[2] = {0, 0}, sum = 0;
    cudaStream_t stream;
    CUDA_OK(cudaHostRegister(seen, sizeof seen, 0));
    CUDA_OK(cudaStreamCreate(&stream));
#pragma pt loop
    for (int i = 0; i < 40; ++i) {
        increase<<<2, 32, 0, stream>>>(device);
        CUDA_OK(cudaMemcpyAsync(&seen[1], device, sizeof *device, cudaMemcpyDeviceToHost, stream));
        increase<<<2, 32, 0, stream>>>(device);
        CUDA_OK(cudaStreamSynchronize(stream));
        sum += seen[1];
    }
    CUDA_OK(cudaStreamDestroy(stream));
    CUDA_OK(cudaHostUnregister(seen));
    check::value("copied", sum, 1600);
}

int main()
{
    check::begin("loop_prints");
    copies_later();
#pragma pt loop
    for (int i = 0; i < 3; ++i) {
        tell<<<2, 32>>>(i);
        CUDA_OK(cudaDeviceSynchronize());
        printf("seen %d\n", i);
        fflush(stdout);
    }
#pragma pt loop
    for (int i = 0; i < 5; ++i) {
        tell<<<2, 32>>>(10 + i);
        CUDA_OK(cudaDeviceSynchronize());
        if (i == 2)
            exit(check::finish());
    }
    return 1;
}
