// DESIGN part 4, Shared memory: two host threads launch one kernel with more shared memory than by default, for the first time, with
// different amounts. Neither takes from the other what it needs.
// expect: handled
#include "check.h"
#include <atomic>
#include <thread>

enum { BLOCK = 32, BLOCKS = 3, ROUNDS = 100, FIRST = 49 * 1024, STEP = 256 };

#pragma pt kernel
template <int> __global__ void ends(unsigned *out, unsigned words, unsigned value)
{
    extern __shared__ unsigned tile[];
    tile[words - 1 - threadIdx.x] = value + blockIdx.x;
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = tile[words - BLOCK + threadIdx.x];
}

// In each round both need more than ever before, now the one thread more than the other, now the other one.
template <int N> static int launch(unsigned thread, unsigned *out, std::atomic<int> &arrived)
{
    int errors = 0;
    cudaStream_t stream;
    if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess)
        return 1;
    for (unsigned round = 0; round < ROUNDS; ++round) {
        const unsigned bytes = FIRST + (2 * round + 1 + (round % 2 == thread)) * STEP;
        ++arrived;
        for (unsigned turn = 0; arrived < static_cast<int>(2 * (N * ROUNDS + round + 1)); ++turn)
            if (turn > 2000) // both begin at once, where there are processors for both
                std::this_thread::yield();
#pragma pt launch mode(max)
        ends<N><<<BLOCKS, BLOCK, bytes, stream>>>(out, bytes / 4, N * ROUNDS + round);
        if (cudaGetLastError() != cudaSuccess)
            ++errors;
    }
    if (cudaStreamSynchronize(stream) != cudaSuccess || cudaStreamDestroy(stream) != cudaSuccess)
        ++errors;
    return errors;
}

int main()
{
    check::begin("shared_optin_host_threads");
    const auto set_limit = [](int bytes) {
        for (auto kernel : {ends<0>, ends<1>, ends<2>, ends<3>})
            CUDA_OK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    };
    set_limit(FIRST + 2 * ROUNDS * STEP);
    std::vector<unsigned> want(BLOCKS * BLOCK);
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = 4 * ROUNDS - 1 + i / BLOCK;
    check::device_array<unsigned> first(want.size()), second(want.size());
    std::atomic<int> arrived(0), errors(0);
    const auto launch_all = [&](unsigned thread, unsigned *out) {
        errors += launch<0>(thread, out, arrived) + launch<1>(thread, out, arrived) + launch<2>(thread, out, arrived) +
                  launch<3>(thread, out, arrived);
    };
    std::thread other(launch_all, 1u, second.get());
    launch_all(0u, first.get());
    other.join();
    check::value("errors", errors, 0);
    check::equal("first", first, want);
    check::equal("second", second, want);
    set_limit(48 * 1024); // as it was
    return check::finish();
}
