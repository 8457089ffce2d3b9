// #pragma pt loop: memory of the host that kernels write, registered by cudaHostRegister and read by its name: where the device's pointer
// is an argument, where it is none, and where the loop would else run ahead.
// expect: handled
#include "check.h"

#pragma pt kernel
__global__ void count(int *progress, int *done)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        *progress += 1;
        *done = *progress > 30;
    }
}

__device__ int *known;

#pragma pt kernel
__global__ void add_known(int what)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        *known += what;
}

#pragma pt kernel
__global__ void add_second(int *to, int what)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        to[1] += what;
}

static int progress, by_helper[16];

static int *on_device(void *memory, size_t bytes)
{
    int *p = nullptr;
    CUDA_OK(cudaHostRegister(memory, bytes, cudaHostRegisterMapped));
    CUDA_OK(cudaHostGetDevicePointer(reinterpret_cast<void **>(&p), memory, 0));
    return p;
}

// A value is read back in each round, and another one lies where the device writes it.
static void runs_ahead()
{
    int *p = nullptr, done = 0, i = 0;
    unsigned sum = 0;
    CUDA_OK(cudaHostRegister(&progress, sizeof progress, cudaHostRegisterMapped));
    CUDA_OK(cudaHostGetDevicePointer(reinterpret_cast<void **>(&p), &progress, 0));
    check::device_array<int> d(1);
#pragma pt loop
    for (i = 0; i < 100; i++) {
        count<<<2, 32>>>(p, d.get());
        cudaMemcpy(&done, d.get(), sizeof done, cudaMemcpyDeviceToHost);
        if (done)
            break;
        sum = sum * 3 + static_cast<unsigned>(progress);
    }
    unsigned expected = 0;
    for (int k = 1; k <= 30; k++)
        expected = expected * 3 + static_cast<unsigned>(k);
    check::equal("runs ahead", std::vector<unsigned>{static_cast<unsigned>(i), sum, static_cast<unsigned>(progress)},
                 std::vector<unsigned>{30u, expected, 31u});
    CUDA_OK(cudaHostUnregister(&progress));
}

// The pointer is a variable of the device's, or is moved by one.
static void synchronises()
{
    int *const p = on_device(by_helper, sizeof by_helper);
    CUDA_OK(cudaMemcpyToSymbol(known, &p, sizeof p));
    unsigned sum = 0, expected = 0, second = 0;
#pragma pt loop
    for (int i = 0; i < 10; i++) {
        add_known<<<2, 32>>>(i);
        cudaDeviceSynchronize();
        sum = sum * 3 + static_cast<unsigned>(by_helper[0]);
    }
    by_helper[0] = 0;
#pragma pt loop
    for (int i = 0; i < 10; i++) {
        add_second<<<2, 32>>>(p - 1, i);
        cudaDeviceSynchronize();
        second = second * 3 + static_cast<unsigned>(by_helper[0]);
    }
    for (unsigned i = 0, all = 0; i < 10; i++)
        expected = expected * 3 + (all += i);
    check::equal("synchronises", std::vector<unsigned>{sum, second}, std::vector<unsigned>{expected, expected});
    CUDA_OK(cudaHostUnregister(by_helper));
}

int main()
{
    check::begin("loop_registered");
    runs_ahead();
    synchronises();
    return check::finish();
}
