// DESIGN part 3, schedule(steal): every block exactly once, whatever the chunk, the groups, the work and what else is in flight.
// expect: handled
#include "check.h"

__host__ __device__ inline unsigned rounds_of(unsigned block, unsigned pattern)
{
    if (pattern == 0)
        return 1;
    if (pattern == 1) // all of it lies in the first range
        return block < 40 ? 1000 : 1;
    return check::mix(block) % 200;
}

__host__ __device__ inline unsigned work(unsigned x, unsigned rounds)
{
    for (unsigned k = 0; k < rounds; ++k)
        x = x * 1664525u + 1013904223u;
    return x;
}

__device__ void turn(unsigned *out, unsigned pattern, unsigned block)
{
    const unsigned i = block * blockDim.x + threadIdx.x;
    atomicAdd(&out[i], work(i, rounds_of(block, pattern)));
}

#pragma pt kernel schedule(steal)
__global__ void stolen(unsigned *out, unsigned pattern) { turn(out, pattern, blockIdx.x); }

#pragma pt kernel schedule(steal, 1)
__global__ void stolen_1(unsigned *out, unsigned pattern) { turn(out, pattern, blockIdx.x); }

#pragma pt kernel schedule(steal, 3) groups(7)
__global__ void stolen_3_by_7(unsigned *out, unsigned pattern) { turn(out, pattern, blockIdx.x); }

#pragma pt kernel schedule(steal, 64)
__global__ void stolen_64(unsigned *out, unsigned pattern) { turn(out, pattern, blockIdx.x); }

#pragma pt kernel schedule(steal) groups(1)
__global__ void stolen_by_1(unsigned *out, unsigned pattern) { turn(out, pattern, blockIdx.x); }

#pragma pt kernel schedule(steal, 1) groups(2 per sm) order(morton)
__global__ void stolen_in_order(unsigned *out, unsigned pattern) { turn(out, pattern, blockIdx.y * gridDim.x + blockIdx.x); }

// Shared memory, threads that leave before a barrier, three dimensions.
#pragma pt kernel schedule(steal, 2)
__global__ void draining(unsigned *out, unsigned most)
{
    __shared__ unsigned tile[64];
    const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    if (threadIdx.x > block % most)
        return;
    tile[threadIdx.x] = block + threadIdx.x;
    __syncthreads();
    atomicAdd(&out[block * 64 + threadIdx.x], tile[block % most - threadIdx.x]);
}

// The number of blocks is the device's to say.
#pragma pt kernel schedule(steal, 1) items(*count)
__global__ void counted(const unsigned *count, unsigned *out)
{
#ifndef __PTCC__
    if (blockIdx.x >= *count)
        return;
#endif
    atomicAdd(&out[blockIdx.x * blockDim.x + threadIdx.x], blockIdx.x + 1);
}

// What a group keeps from block to block.
#pragma pt kernel schedule(steal)
__global__ void summed(unsigned *sum)
{
#pragma pt state
    unsigned own = 0;
    own += blockIdx.x % 7 + threadIdx.x;
#pragma pt finish
    {
        atomicAdd(sum, own);
    }
}

static std::vector<unsigned> expected(unsigned blocks, unsigned threads, unsigned pattern, unsigned times = 1)
{
    std::vector<unsigned> want(blocks * threads);
    for (unsigned i = 0; i < want.size(); ++i)
        want[i] = times * work(i, rounds_of(i / threads, pattern));
    return want;
}

template <class Launch> static void every_block_once(const char *name, unsigned threads, Launch launch)
{
    for (unsigned blocks : {1u, 5u, 131u, 1200u})
        for (unsigned pattern = 0; pattern < (blocks < 1000u ? 1u : 3u); ++pattern) {
            check::device_array<unsigned> out(blocks * threads);
            out.zero();
            launch(blocks, threads, out.get(), pattern);
            CUDA_OK(cudaGetLastError());
            check::equal(name, out, expected(blocks, threads, pattern));
        }
}

static void others()
{
    check::device_array<unsigned> out(11 * 13 * 5 * 64);
    std::vector<unsigned> want(11 * 13 * 5 * 64);
    for (unsigned block = 0; block < 11 * 13 * 5; ++block)
        for (unsigned thread = 0; thread <= block % 50; ++thread)
            want[block * 64 + thread] = block + block % 50 - thread;
    out.zero();
    draining<<<dim3(11, 13, 5), 64>>>(out.get(), 50);
    CUDA_OK(cudaGetLastError());
    check::equal("draining", out, want);

    const unsigned launched = 900;
    check::device_array<unsigned> count(1), marks(launched * 32);
    for (unsigned blocks : {0u, 1u, 31u, 899u, 900u}) {
        count.set({blocks});
        marks.zero();
        counted<<<launched, 32>>>(count.get(), marks.get());
        CUDA_OK(cudaGetLastError());
        std::vector<unsigned> marked(launched * 32);
        for (unsigned i = 0; i < blocks * 32; ++i)
            marked[i] = i / 32 + 1;
        check::equal("counted", marks, marked);
    }

    check::device_array<unsigned> sum(1);
    sum.zero();
    summed<<<1001, 40>>>(sum.get());
    CUDA_OK(cudaGetLastError());
    unsigned all = 1001 * 39 * 20;
    for (unsigned block = 0; block < 1001; ++block)
        all += block % 7 * 40;
    check::equal("summed", sum, {all});
}

// Launches in flight together never draw from one counter.
static void on_streams()
{
    const unsigned blocks = 300, threads = 32, streams = 4, times = 4;
    cudaStream_t stream[streams];
    check::device_array<unsigned> out(streams * blocks * threads);
    out.zero();
    for (cudaStream_t &each : stream)
        CUDA_OK(cudaStreamCreateWithFlags(&each, cudaStreamNonBlocking));
    for (unsigned t = 0; t < times; ++t)
        for (unsigned s = 0; s < streams; ++s) {
            if (s % 2)
                stolen_1<<<blocks, threads, 0, stream[s]>>>(out.get() + s * blocks * threads, s % 3);
            else
                stolen_3_by_7<<<blocks, threads, 0, stream[s]>>>(out.get() + s * blocks * threads, s % 3);
        }
    CUDA_OK(cudaGetLastError());
    CUDA_OK(cudaDeviceSynchronize());
    std::vector<unsigned> want;
    for (unsigned s = 0; s < streams; ++s) {
        const std::vector<unsigned> one = expected(blocks, threads, s % 3, times);
        want.insert(want.end(), one.begin(), one.end());
        CUDA_OK(cudaStreamDestroy(stream[s]));
    }
    check::equal("on streams", out, want);
}

// More launches than there are queues: each is used again.
static void many_launches()
{
    const unsigned blocks = 60, threads = 32, times = 150;
    check::device_array<unsigned> out(blocks * threads);
    out.zero();
    for (unsigned t = 0; t < times; ++t)
        stolen_3_by_7<<<blocks, threads>>>(out.get(), 0);
    CUDA_OK(cudaGetLastError());
    check::equal("many launches", out, expected(blocks, threads, 0, times));
}

// A launch in a graph is another one each time: nothing of the last one may be left.
static void in_a_graph()
{
    const unsigned blocks = 300, threads = 40, times = 2;
    check::device_array<unsigned> out(blocks * threads);
    out.zero();
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t executable[2];
    CUDA_OK(cudaStreamCreate(&stream));
    CUDA_OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    stolen<<<blocks, threads, 0, stream>>>(out.get(), 2);
    stolen_1<<<blocks, threads, 0, stream>>>(out.get(), 2);
    CUDA_OK(cudaStreamEndCapture(stream, &graph));
    for (cudaGraphExec_t &each : executable)
        CUDA_OK(cudaGraphInstantiateWithFlags(&each, graph, 0));
    for (unsigned t = 0; t < times; ++t)
        for (cudaGraphExec_t each : executable)
            CUDA_OK(cudaGraphLaunch(each, stream));
    CUDA_OK(cudaStreamSynchronize(stream));
    check::equal("in a graph", out, expected(blocks, threads, 2, 4 * times));
    for (cudaGraphExec_t each : executable)
        CUDA_OK(cudaGraphExecDestroy(each));
    CUDA_OK(cudaGraphDestroy(graph));
    CUDA_OK(cudaStreamDestroy(stream));
}

#define RUN(kernel, threads) \
    every_block_once(#kernel, threads, \
                     [](unsigned blocks, unsigned count, unsigned *out, unsigned pattern) { kernel<<<blocks, count>>>(out, pattern); });

int main()
{
    check::begin("steal");
    RUN(stolen, 64)
    RUN(stolen, 7) // less than a warp
    RUN(stolen_1, 33)
    RUN(stolen_3_by_7, 64)
    RUN(stolen_64, 32)
    RUN(stolen_by_1, 40)
    every_block_once("stolen_in_order", 32, [](unsigned blocks, unsigned threads, unsigned *out, unsigned pattern) {
        stolen_in_order<<<dim3(1, blocks), threads>>>(out, pattern);
    });
    others();
    on_streams();
    many_launches();
    in_a_graph();
    return check::finish();
}
