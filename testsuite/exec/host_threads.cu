// DESIGN part 4, Launches: several host threads launch the same kernels at once, also for the first time.
// expect: handled
#include "check.h"
#include <atomic>
#include <memory>
#include <thread>

enum { THREADS = 8, ROUNDS = 30, BLOCKS = 2003 };

#pragma pt kernel schedule(dynamic)
__global__ void add(unsigned *out, unsigned value) { out[blockIdx.x * 32 + threadIdx.x] += value + blockIdx.x; }

#pragma pt kernel
template <int N> __global__ void multiply(unsigned *out) { out[blockIdx.x * 32 + threadIdx.x] = out[blockIdx.x * 32 + threadIdx.x] * N + 1; }

int main()
{
    check::begin("host_threads");
    std::vector<std::unique_ptr<check::device_array<unsigned>>> outs;
    for (int t = 0; t < THREADS; ++t) {
        outs.emplace_back(new check::device_array<unsigned>(BLOCKS * 32));
        outs.back()->zero();
    }
    std::atomic<int> ready(0), errors(0);
    std::vector<std::thread> threads;
    for (int t = 0; t < THREADS; ++t)
        threads.emplace_back([&, t] {
            cudaStream_t stream;
            if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess)
                ++errors;
            ++ready;
            while (ready < THREADS)
                std::this_thread::yield();
            for (unsigned round = 0; round < ROUNDS; ++round) {
                add<<<BLOCKS, 32, 0, stream>>>(outs[t]->get(), round * t);
                multiply<3><<<BLOCKS, 32, 0, stream>>>(outs[t]->get());
                if (t % 2)
                    multiply<5><<<BLOCKS, 32, 0, stream>>>(outs[t]->get());
                if (cudaGetLastError() != cudaSuccess)
                    ++errors;
            }
            if (cudaStreamSynchronize(stream) != cudaSuccess || cudaStreamDestroy(stream) != cudaSuccess)
                ++errors;
        });
    for (std::thread &thread : threads)
        thread.join();
    check::value("errors", errors, 0);
    for (int t = 0; t < THREADS; ++t) {
        std::vector<unsigned> want(BLOCKS * 32);
        for (unsigned i = 0; i < want.size(); ++i)
            for (unsigned round = 0; round < ROUNDS; ++round) {
                want[i] = (want[i] + round * t + i / 32) * 3 + 1;
                if (t % 2)
                    want[i] = want[i] * 5 + 1;
            }
        check::equal("thread", *outs[t], want);
    }
    return check::finish();
}
