// Loops whose synchronisations stand in the bodies of error macros: for the device, for a stream, and for the sake of what the host reads.
// expect: handled
#include "check.h"

#include <cstdlib>

#define SYNC_CHECK()                                                                  \
    do {                                                                              \
        cudaDeviceSynchronize();                                                      \
        const cudaError_t status_ = cudaGetLastError();                               \
        if (status_ != cudaSuccess) {                                                 \
            std::printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status_)); \
            std::exit(1);                                                             \
        }                                                                             \
    } while (0)
#define STREAM_CHECK(stream) CUDA_OK(cudaStreamSynchronize(stream))

#define CHECKED(call)                                                            \
    do {                                                                         \
        const cudaError_t result_ = (call);                                      \
        if (result_ != cudaSuccess) {                                            \
            std::printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(result_)); \
            std::exit(1);                                                        \
        }                                                                        \
    } while (0)
#define KERNEL_CHECKED()                  \
    do {                                  \
        CHECKED(cudaGetLastError());      \
        CHECKED(cudaDeviceSynchronize()); \
    } while (0)

enum { n = 5000, block = 128, blocks = (n + block - 1) / block };

#pragma pt kernel
__global__ void add(unsigned *x, unsigned v)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += v + i % 3;
}

static void of_device(unsigned *x)
{
#pragma pt loop
    for (unsigned t = 0; t < 300; t++) {
        add<<<blocks, block>>>(x, t);
        SYNC_CHECK();
    }
}

static void of_stream(unsigned *x, cudaStream_t stream)
{
#pragma pt loop
    for (unsigned t = 0; t < 100; t++) {
        add<<<blocks, block, 0, stream>>>(x, 1);
        STREAM_CHECK(stream);
        if (t % 50 == 0)
            SYNC_CHECK();
    }
}

// Macros of macros.
static void checked(unsigned *x)
{
#pragma pt loop
    for (unsigned t = 0; t < 40; t++) {
        add<<<blocks, block>>>(x, 3);
        KERNEL_CHECKED();
    }
}

// What the host reads through the pointer must be there.
static unsigned until(unsigned *x, const unsigned *seen, unsigned limit)
{
    unsigned turns = 0;
#pragma pt loop
    while (*seen < limit) {
        add<<<blocks, block>>>(x, 2);
        SYNC_CHECK();
        turns++;
    }
    return turns;
}

// A macro that names its argument three times makes three calls of what is written once.
#define NAMED_THRICE(call)                                                                      \
    {                                                                                           \
        if ((call) != cudaSuccess) {                                                            \
            std::printf("%s: %s\n", cudaGetErrorName(call), cudaGetErrorString(call));          \
            std::exit(1);                                                                       \
        }                                                                                       \
    }

#pragma pt kernel
__global__ void count_down(unsigned *more)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *more -= 1;
}

static unsigned named_thrice(unsigned *x, unsigned *more, unsigned *cleared)
{
    unsigned left = 0, turns = 0;
#pragma pt loop
    do {
        add<<<blocks, block>>>(x, 5);
        count_down<<<1, 32>>>(more);
        NAMED_THRICE(cudaMemsetAsync(cleared, 0, sizeof *cleared));
        NAMED_THRICE(cudaDeviceSynchronize());
        NAMED_THRICE(cudaMemcpy(&left, more, sizeof left, cudaMemcpyDeviceToHost));
        turns++;
    } while (left);
    return turns;
}

int main()
{
    check::begin("loop_sync_macros");
    unsigned *x = nullptr;
    CUDA_OK(cudaMallocManaged(&x, n * sizeof *x));
    for (unsigned i = 0; i < n; i++)
        x[i] = i;
    of_device(x);
    cudaStream_t stream;
    CUDA_OK(cudaStreamCreate(&stream));
    of_stream(x, stream);
    checked(x);
    const unsigned turns = until(x, x + 6, 45320);
    check::device_array<unsigned> more(std::vector<unsigned>{7, 9});
    check::value("rounds", named_thrice(x, more.get(), more.get() + 1), 7);
    check::equal("more", more.host(), std::vector<unsigned>{0, 0});
    CUDA_OK(cudaDeviceSynchronize());
    std::vector<unsigned> got(x, x + n), want(n);
    for (unsigned i = 0; i < n; i++)
        want[i] = i + 299 * 300 / 2 + 100 + 120 + 2 * turns + 35 + (447 + turns) * (i % 3);
    check::value("turns", turns, 122);
    check::equal("x", got, want);
    CUDA_OK(cudaStreamDestroy(stream));
    CUDA_OK(cudaFree(x));
    return check::finish();
}
