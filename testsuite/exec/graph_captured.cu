// DESIGN part 4, Launches: captured into a graph; instantiated twice and both replayed at once; captured as the kernel's first launch.
// expect: handled
#include "check.h"

enum { BLOCKS = 5107 };

#pragma pt kernel schedule(dynamic, 1)
__global__ void step(unsigned *from_to, unsigned add)
{
    unsigned i = blockIdx.x * 32 + threadIdx.x;
    from_to[i] = check::mix(from_to[i] + add) + blockIdx.x;
}

#pragma pt kernel
__global__ void tally(unsigned *count) { if (threadIdx.x == 0) atomicAdd(count, blockIdx.x % 7); }

int main()
{
    check::begin("graph_captured");
    const unsigned n = BLOCKS * 32;
    check::device_array<unsigned> data(n), count(1), outside(n);
    data.zero();
    count.zero();
    outside.zero();
    cudaStream_t capture, streams[2];
    CUDA_OK(cudaStreamCreate(&capture));
    for (cudaStream_t &stream : streams)
        CUDA_OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CUDA_OK(cudaStreamBeginCapture(capture, cudaStreamCaptureModeGlobal));
    for (unsigned k = 0; k < 5; ++k)
        tally<<<BLOCKS, 32, 0, capture>>>(count.get());
    CUDA_OK(cudaGetLastError());
    cudaGraph_t graph;
    CUDA_OK(cudaStreamEndCapture(capture, &graph));
    size_t nodes = 0;
    CUDA_OK(cudaGraphGetNodes(graph, nullptr, &nodes));
    check::value("nodes", static_cast<long long>(nodes), 5);
    cudaGraphExec_t first, second;
    CUDA_OK(cudaGraphInstantiate(&first, graph, 0));
    CUDA_OK(cudaGraphInstantiate(&second, graph, 0));
    for (int replay = 0; replay < 30; ++replay) { // both at once, and plain launches beside them
        CUDA_OK(cudaGraphLaunch(first, streams[0]));
        CUDA_OK(cudaGraphLaunch(second, streams[1]));
        if (replay % 5 == 0)
            tally<<<BLOCKS, 32, 0, capture>>>(count.get());
    }
    CUDA_OK(cudaGetLastError());
    CUDA_OK(cudaDeviceSynchronize());
    unsigned sum = 0;
    for (unsigned b = 0; b < BLOCKS; ++b)
        sum += b % 7;
    check::equal("count", count, std::vector<unsigned>(1, sum * (30 * 10 + 6)));
    CUDA_OK(cudaGraphExecDestroy(first));
    CUDA_OK(cudaGraphExecDestroy(second));
    CUDA_OK(cudaGraphDestroy(graph));

    // a graph with dependent launches, and a fork and join inside the capture
    cudaStream_t forked = streams[0];
    cudaEvent_t fork, join;
    CUDA_OK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
    CUDA_OK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
    CUDA_OK(cudaStreamBeginCapture(capture, cudaStreamCaptureModeThreadLocal));
    step<<<BLOCKS, 32, 0, capture>>>(data.get(), 1);
    CUDA_OK(cudaEventRecord(fork, capture));
    CUDA_OK(cudaStreamWaitEvent(forked, fork, 0));
    step<<<BLOCKS, 32, 0, forked>>>(outside.get(), 9);
    CUDA_OK(cudaEventRecord(join, forked));
    step<<<BLOCKS, 32, 0, capture>>>(data.get(), 2);
    CUDA_OK(cudaStreamWaitEvent(capture, join, 0));
    step<<<BLOCKS, 32, 0, capture>>>(outside.get(), 8);
    CUDA_OK(cudaGetLastError());
    CUDA_OK(cudaStreamEndCapture(capture, &graph));
    CUDA_OK(cudaGraphInstantiate(&first, graph, 0));
    for (int replay = 0; replay < 4; ++replay)
        CUDA_OK(cudaGraphLaunch(first, capture));
    CUDA_OK(cudaDeviceSynchronize());
    std::vector<unsigned> want(n), want_outside(n);
    for (unsigned i = 0; i < n; ++i)
        for (int replay = 0; replay < 4; ++replay) {
            want[i] = check::mix(check::mix(want[i] + 1) + i / 32 + 2) + i / 32;
            want_outside[i] = check::mix(check::mix(want_outside[i] + 9) + i / 32 + 8) + i / 32;
        }
    check::equal("data", data, want);
    check::equal("outside", outside, want_outside);
    CUDA_OK(cudaGraphExecDestroy(first));
    CUDA_OK(cudaGraphDestroy(graph));
    return check::finish();
}
