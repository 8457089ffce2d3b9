// DESIGN part 4, Launches: one kernel in flight on many streams at once, with different grids; events between streams.
// expect: handled
#include "check.h"

enum { STREAMS = 12, ROUNDS = 20 };

#pragma pt kernel schedule(dynamic, 1)
__global__ void add(unsigned *out, unsigned value)
{
    unsigned x = blockIdx.x;
    for (unsigned k = 0; k < 20; ++k)
        x = check::mix(x);
    out[blockIdx.x * blockDim.x + threadIdx.x] += value + (x & 1);
}

int main()
{
    check::begin("streams");
    cudaStream_t streams[STREAMS];
    std::vector<check::device_array<unsigned> *> outs;
    for (int s = 0; s < STREAMS; ++s) {
        CUDA_OK(cudaStreamCreateWithFlags(&streams[s], s % 2 ? cudaStreamNonBlocking : cudaStreamDefault));
        outs.push_back(new check::device_array<unsigned>((1000 + 97 * s) * 40));
        outs.back()->zero();
    }
    for (unsigned round = 0; round < ROUNDS; ++round)
        for (int s = 0; s < STREAMS; ++s)
            add<<<1000 + 97 * s, 40, 0, streams[s]>>>(outs[s]->get(), round + s);
    CUDA_OK(cudaGetLastError());
    // a chain over two streams, ordered by events
    check::device_array<unsigned> chained(5107 * 40);
    chained.zero();
    cudaEvent_t event;
    CUDA_OK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    for (unsigned round = 0; round < ROUNDS; ++round) {
        cudaStream_t now = streams[round % 2], next = streams[(round + 1) % 2];
        add<<<5107, 40, 0, now>>>(chained.get(), 1);
        CUDA_OK(cudaEventRecord(event, now));
        CUDA_OK(cudaStreamWaitEvent(next, event, 0));
    }
    CUDA_OK(cudaDeviceSynchronize());
    auto low_bit = [](unsigned b) { unsigned x = b; for (unsigned k = 0; k < 20; ++k) x = check::mix(x); return x & 1; };
    for (int s = 0; s < STREAMS; ++s) {
        std::vector<unsigned> want((1000 + 97 * s) * 40);
        for (unsigned i = 0; i < want.size(); ++i)
            want[i] = ROUNDS * (ROUNDS - 1) / 2 + ROUNDS * s + ROUNDS * low_bit(i / 40);
        check::equal("stream", *outs[s], want);
        delete outs[s];
        CUDA_OK(cudaStreamDestroy(streams[s]));
    }
    std::vector<unsigned> want(5107 * 40);
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = ROUNDS + ROUNDS * low_bit(i / 40);
    check::equal("chained", chained, want);
    CUDA_OK(cudaEventDestroy(event));
    return check::finish();
}
