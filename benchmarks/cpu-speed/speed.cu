// How fast the CPU back end is: threads that have nothing to do with each other, barriers, and warp operations.
//
// In:  nothing; PTRT_CPU_SMS and the like. Out: on stdout a row for each kernel and way: what, way, processors, the median
//      of the processor time over elements, in nanoseconds each, and how many a second and processor that makes.
// Invariant: results are checked before anything is timed. Processor time, of all threads: what else the machine does at
//            the time is not counted, but for the caches.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <vector>

#pragma pt kernel schedule(static)
__global__ void saxpy(float *y, const float *x, float a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

#pragma pt kernel schedule(static)
__global__ void barriers(unsigned *out, int rounds)
{
    __shared__ unsigned values[256];
    values[threadIdx.x] = threadIdx.x;
    for (int r = 0; r < rounds; r++) {
        __syncthreads();
        if (threadIdx.x == r % 256)
            values[threadIdx.x]++;
    }
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = values[threadIdx.x];
}

#pragma pt kernel schedule(static)
__global__ void shuffles(unsigned *out, int rounds)
{
    unsigned v = threadIdx.x;
    for (int r = 0; r < rounds; r++)
        v = __shfl_xor_sync(0xffffffffu, v, 1);
    out[blockIdx.x * 256 + threadIdx.x] = v;
}

// Each atomic operation gives the turn to the next thread: a switch of fibers, and little else.
#pragma pt kernel schedule(static)
__global__ void turns(unsigned *out, int rounds)
{
    __shared__ unsigned values[256];
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    for (int r = 0; r < rounds; r++)
        atomicAdd(&values[threadIdx.x], 1u);
    out[blockIdx.x * 256 + threadIdx.x] = values[threadIdx.x];
}

static double processor_seconds()
{
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static void measure(const char *what, const char *way, double elements, const std::function<void()> &launch)
{
    std::vector<double> times;
    for (int i = 0; i < 9; i++) {
        const double began = processor_seconds();
        launch();
        cudaDeviceSynchronize();
        times.push_back(processor_seconds() - began);
    }
    std::sort(times.begin(), times.end());
    const double nanoseconds = times[times.size() / 2] / elements * 1e9;
    printf("%s,%s,%.2f,%.1f\n", what, way, nanoseconds, 1e3 / nanoseconds);
}

int main()
{
    const int n = 1 << 22, blocks = 64, rounds = 512;
    float *x, *y;
    unsigned *out;
    if (cudaMallocManaged(&x, n * sizeof *x) || cudaMallocManaged(&y, n * sizeof *y) ||
        cudaMallocManaged(&out, blocks * 256 * sizeof *out))
        return 1;
    for (int i = 0; i < n; i++) {
        x[i] = i;
        y[i] = 1;
    }
    saxpy<<<n / 256, 256>>>(y, x, 2, n);
    barriers<<<blocks, 256>>>(out, rounds);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        if (y[i] != 2.0f * i + 1)
            return 1;
    for (int i = 0; i < blocks * 256; i++)
        if (out[i] != i % 256 + 2u)
            return 1;
    shuffles<<<blocks, 256>>>(out, rounds);
    cudaDeviceSynchronize();
    for (int i = 0; i < blocks * 256; i++)
        if (out[i] != i % 256u)
            return 1;
    turns<<<blocks, 256>>>(out, rounds);
    cudaDeviceSynchronize();
    for (int i = 0; i < blocks * 256; i++)
        if (out[i] != i % 256u + rounds)
            return 1;
    printf("what,way,nanoseconds_each,millions_per_second_and_processor\n");
    measure("independent thread (saxpy)", "persistent", n, [=] { saxpy<<<n / 256, 256>>>(y, x, 2, n); });
    measure("independent thread (saxpy)", "plain", n, [=] {
#pragma pt launch mode(nonpt)
        saxpy<<<n / 256, 256>>>(y, x, 2, n);
    });
    measure("turn of a thread", "persistent", double(blocks) * 256 * rounds, [=] { turns<<<blocks, 256>>>(out, rounds); });
    measure("barrier of a thread", "persistent", double(blocks) * 256 * rounds, [=] { barriers<<<blocks, 256>>>(out, rounds); });
    measure("shuffle of a thread", "persistent", double(blocks) * 256 * rounds, [=] { shuffles<<<blocks, 256>>>(out, rounds); });
    return 0;
}
