// DESIGN part 4, Launches: per-thread default streams: launches of two host threads without a stream argument do not wait for each other.
// expect: handled
// nvcc: --default-stream per-thread
#include "check.h"
#include <thread>

__device__ unsigned released;

// Waits (for at most some seconds) for what only another thread's default stream can bring.
#pragma pt kernel
__global__ void wait_for_release(unsigned *seen)
{
    if (threadIdx.x != 0)
        return;
    unsigned long long start = clock64();
    while (atomicAdd(&released, 0u) == 0 && clock64() - start < 8000000000ll)
        ;
    seen[blockIdx.x] = atomicAdd(&released, 0u);
}

#pragma pt kernel
__global__ void release(unsigned value)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        atomicExch(&released, value);
}

#pragma pt kernel
__global__ void fill(unsigned *out, unsigned factor) { out[blockIdx.x] = blockIdx.x * factor; }

int main()
{
    check::begin("per_thread_stream");
    check::device_array<unsigned> seen(3), warm(5107), first(5107), second(5107);
    // load every kernel first: lazy loading may synchronise
    fill<<<5107, 1>>>(warm.get(), 1);
    release<<<1, 32>>>(1);
    wait_for_release<<<3, 32>>>(seen.get());
    release<<<1, 32>>>(0);
    CUDA_OK(cudaDeviceSynchronize());
    seen.poison();
    std::thread waiting([&] {
        wait_for_release<<<3, 32>>>(seen.get());
        fill<<<5107, 1>>>(first.get(), 2);
        CUDA_OK(cudaStreamSynchronize(cudaStreamPerThread));
    });
    std::thread releasing([&] {
        fill<<<5107, 1>>>(second.get(), 3);
        release<<<7, 32>>>(77);
        CUDA_OK(cudaStreamSynchronize(cudaStreamPerThread));
    });
    waiting.join();
    releasing.join();
    CUDA_OK(cudaGetLastError());
    check::equal("seen", seen, std::vector<unsigned>(3, 77));
    std::vector<unsigned> want_first(5107), want_second(5107);
    for (unsigned b = 0; b < 5107; ++b)
        want_first[b] = b * 2, want_second[b] = b * 3;
    check::equal("first", first, want_first);
    check::equal("second", second, want_second);
    return check::finish();
}
