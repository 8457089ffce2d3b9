// items(expression) by itself makes a launch begin before the one in front of it has ended, where the device can: what it reads, the count
// and through `const __restrict__`, must be what that one has written, step by step, and so in graphs and between other work.
// expect: handled
#include "check.h"

#include <algorithm>

#ifdef __PTCC__
#define LEAVES_IF(condition)
#else
#define LEAVES_IF(condition) \
    if (condition)           \
        return;
#endif

static __host__ __device__ inline unsigned step_of(unsigned left, unsigned own, unsigned right) { return check::mix(left + 3 * own) ^ right; }

// Some blocks write late, and the first one the count last.
__global__ void produce(unsigned *count, unsigned *out, unsigned blocks, unsigned seed, long long cycles)
{
    const long long begin = clock64();
    while (threadIdx.x == 0 && blockIdx.x % 64 == 0 && clock64() - begin < cycles) {
    }
    __syncthreads();
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = check::mix(i + seed);
    if (i == 0)
        *count = blocks;
}

// Each block reads from its neighbours, so that what a multiprocessor has in its cache was read in another step.
#pragma pt kernel items(*count)
__global__ void step(const unsigned *__restrict__ count, const unsigned *__restrict__ in, unsigned *out, unsigned n)
{
    LEAVES_IF(blockIdx.x >= *count)
    const unsigned i = blockIdx.x * 64 + threadIdx.x;
    out[i] = step_of(in[(i + n - 64) % n], in[i], in[(i + 64) % n]);
}

#pragma pt kernel items(*count) schedule(static)
__global__ void static_step(const unsigned *__restrict__ count, const unsigned *__restrict__ in, float *, unsigned *out, unsigned n)
{
    LEAVES_IF(blockIdx.x >= *count)
    const unsigned i = blockIdx.x * 64 + threadIdx.x;
    out[i] = step_of(in[(i + n - 64) % n], in[i], in[(i + 64) % n]);
}

#pragma pt kernel items(*count) schedule(dynamic, 1)
__global__ void dynamic_step(const unsigned *__restrict__ count, const unsigned *__restrict__ in, unsigned *out, unsigned n)
{
    LEAVES_IF(blockIdx.x >= *count)
    const unsigned i = blockIdx.x * 64 + threadIdx.x;
    out[i] = step_of(in[(i + n - 64) % n], in[i], in[(i + 64) % n]);
}

// With a state, the first part waits, too.
#pragma pt kernel items(*count) schedule(dynamic)
__global__ void sum(const unsigned *__restrict__ count, const unsigned *__restrict__ in, unsigned *out)
{
#pragma pt state
    unsigned own = *count - *count;
    if (blockIdx.x < *count)
        own += in[blockIdx.x * 64 + threadIdx.x];
#pragma pt finish
    {
        atomicAdd(out, own);
    }
}

template <class Launch> static void check_steps(const char *name, unsigned blocks, unsigned launched, unsigned steps, const Launch &launch)
{
    const unsigned n = launched * 64;
    check::device_array<unsigned> count(1), a(n), b(n), total(1);
    b.zero();
    total.zero();
    produce<<<launched, 64>>>(count.get(), a.get(), 1, 77, 0); // what an early reader would take
    produce<<<launched, 64>>>(count.get(), a.get(), blocks, 5, 100000);
    for (unsigned i = 0; i < steps; ++i) {
        if (i % 2 == 0)
            launch(count.get(), a.get(), b.get(), n);
        else
            launch(count.get(), b.get(), a.get(), n);
        if (i % 7 == 6)
            CUDA_OK(cudaMemsetAsync(i % 2 == 0 ? a.get() : b.get(), 0, 64 * sizeof(unsigned))); // other work in between
    }
    sum<<<launched, 64>>>(count.get(), a.get(), total.get());
    CUDA_OK(cudaGetLastError());
    std::vector<unsigned> from(n), to(n);
    for (unsigned i = 0; i < n; ++i)
        from[i] = check::mix(i + 5);
    for (unsigned s = 0; s < steps; ++s) {
        for (unsigned i = 0; i < blocks * 64; ++i)
            to[i] = step_of(from[(i + n - 64) % n], from[i], from[(i + 64) % n]);
        if (s % 7 == 6)
            std::fill(from.begin(), from.begin() + 64, 0u);
        std::swap(from, to);
    }
    unsigned want = 0;
    for (unsigned i = 0; i < blocks * 64; ++i)
        want += from[i];
    check::equal(name, a, from);
    check::equal("sum", total, std::vector<unsigned>(1, want));
}

static void check_graph()
{
    const unsigned blocks = 100, n = blocks * 64, steps = 10;
    check::device_array<unsigned> count(1), a(n), b(n);
    produce<<<blocks, 64>>>(count.get(), a.get(), blocks, 9, 0);
    CUDA_OK(cudaDeviceSynchronize());
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    CUDA_OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CUDA_OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (unsigned i = 0; i < steps; i += 2) {
        dynamic_step<<<blocks, 64, 0, stream>>>(count.get(), a.get(), b.get(), n);
        dynamic_step<<<blocks, 64, 0, stream>>>(count.get(), b.get(), a.get(), n);
    }
    CUDA_OK(cudaStreamEndCapture(stream, &graph));
    CUDA_OK(cudaGraphInstantiate(&executable, graph, 0));
    CUDA_OK(cudaGraphLaunch(executable, stream));
    dynamic_step<<<blocks, 64, 0, stream>>>(count.get(), a.get(), b.get(), n);
    CUDA_OK(cudaGraphLaunch(executable, stream));
    CUDA_OK(cudaStreamSynchronize(stream));
    std::vector<unsigned> from(n), to(n);
    for (unsigned i = 0; i < n; ++i)
        from[i] = check::mix(i + 9);
    for (unsigned s = 0; s < 2 * steps; ++s) {
        for (unsigned i = 0; i < n; ++i)
            to[i] = step_of(from[(i + n - 64) % n], from[i], from[(i + 64) % n]);
        std::swap(from, to);
    }
    check::equal("graph", a, from);
    CUDA_OK(cudaGraphExecDestroy(executable));
    CUDA_OK(cudaGraphDestroy(graph));
    CUDA_OK(cudaStreamDestroy(stream));
}

// What is in front of it may be in another stream: one that the default stream waits for, or one whose event is waited for. And
// what is in front in its own stream may have ended long before.
static void check_streams()
{
    const unsigned blocks = 100, n = blocks * 64;
    check::device_array<unsigned> count(1), a(n), b(n), other(n), one(1);
    cudaStream_t blocking, own;
    cudaEvent_t written;
    CUDA_OK(cudaStreamCreate(&blocking));
    CUDA_OK(cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking));
    CUDA_OK(cudaEventCreateWithFlags(&written, cudaEventDisableTiming));
    std::vector<unsigned> from(n), to(n);
    for (unsigned round = 0; round < 6; ++round) {
        produce<<<blocks, 64>>>(count.get(), a.get(), 1, round + 70, 0); // what an early reader would take
        CUDA_OK(cudaDeviceSynchronize());
        produce<<<blocks, 64, 0, blocking>>>(count.get(), a.get(), blocks, round, 300000);
        cudaStream_t reader = 0;
        if (round % 2 == 1) {
            reader = own;
            CUDA_OK(cudaEventRecord(written, blocking));
            CUDA_OK(cudaStreamWaitEvent(own, written, 0));
        }
        if (round >= 4)
            produce<<<blocks, 64, 0, reader>>>(one.get(), other.get(), 1, 1, 0);
        dynamic_step<<<blocks, 64, 0, reader>>>(count.get(), a.get(), b.get(), n);
        CUDA_OK(cudaGetLastError());
        CUDA_OK(cudaDeviceSynchronize());
        for (unsigned i = 0; i < n; ++i)
            from[i] = check::mix(i + round);
        for (unsigned i = 0; i < n; ++i)
            to[i] = step_of(from[(i + n - 64) % n], from[i], from[(i + 64) % n]);
        check::equal(round % 2 ? "event" : "default stream", b, to);
    }
    CUDA_OK(cudaEventDestroy(written));
    CUDA_OK(cudaStreamDestroy(own));
    CUDA_OK(cudaStreamDestroy(blocking));
}

int main()
{
    check::begin("items_begins_early");
    const unsigned shapes[][3] = {{30, 40, 100}, {300, 300, 40}, {4001, 5000, 6}}; // blocks that there are, launched, steps
    for (const auto &s : shapes) {
        const unsigned launched = s[1], steps = s[2];
        check_steps("auto", s[0], launched, steps, [=](const unsigned *c, const unsigned *in, unsigned *out, unsigned n) { step<<<launched, 64>>>(c, in, out, n); });
        check_steps("static", s[0], launched, steps, [=](const unsigned *c, const unsigned *in, unsigned *out, unsigned n) { static_step<<<launched, 64>>>(c, in, nullptr, out, n); });
        check_steps("dynamic", s[0], launched, steps, [=](const unsigned *c, const unsigned *in, unsigned *out, unsigned n) { dynamic_step<<<launched, 64>>>(c, in, out, n); });
    }
    check_graph();
    check_streams();
    return check::finish();
}
