// Steps that need each other's results: a launch for each step against one launch with a barrier of the grid between steps,
// by number of steps, blocks and work of a step.
//
// In:  nothing. Out: rows as bench.h has them: "plain" is a launch for each step; "graph" the same launches as a CUDA graph
//      that exists already; "barrier" the kernel with `#pragma pt barrier`; "grid.sync" the same loop written by hand for
//      cooperative groups. The time is that of all steps.
// Checked first: all ways give the same numbers, and each step reads what a far block wrote in the step before.
// Source: Gupta, Stuart, Owens, "A Study of Persistent Threads Style GPU Programming", figure 10.
#include "bench.h"

#include <cooperative_groups.h>

static __device__ __forceinline__ float work(float x, int count)
{
    for (int k = 0; k < count; k++)
        x = fmaf(x, 0.999f, 0.5f);
    return x;
}

__global__ void step(const float *in, float *out, int count)
{
    const unsigned n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = work(in[(i + n / 2 + 1) % n], count);
}

#pragma pt kernel
__global__ void all_steps(float *in, float *out, int count, int steps)
{
    const unsigned n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int s = 0; s < steps; s++) {
        out[i] = work(in[(i + n / 2 + 1) % n], count);
#pragma pt barrier
        float *const other = in;
        in = out;
        out = other;
    }
}

__global__ void all_steps_by_hand(float *in, float *out, int count, int steps, unsigned blocks)
{
    const unsigned n = blocks * blockDim.x;
    for (int s = 0; s < steps; s++) {
        for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
            out[i] = work(in[(i + n / 2 + 1) % n], count);
        cooperative_groups::this_grid().sync();
        float *const other = in;
        in = out;
        out = other;
    }
}

struct buffers {
    float *in, *out;
    size_t bytes;
    std::vector<float> start, result;

    explicit buffers(unsigned n) : bytes(n * sizeof(float)), start(n), result(n)
    {
        BENCH_CHECK(cudaMalloc(&in, bytes));
        BENCH_CHECK(cudaMalloc(&out, bytes));
        for (unsigned i = 0; i < n; i++)
            start[i] = static_cast<float>(i % 1009) * 0.01f;
    }
    ~buffers()
    {
        cudaFree(in);
        cudaFree(out);
    }
    const std::vector<float> &after(const std::function<void()> &launch, int steps)
    {
        BENCH_CHECK(cudaMemcpy(in, start.data(), bytes, cudaMemcpyHostToDevice));
        BENCH_CHECK(cudaMemset(out, 0, bytes));
        launch();
        BENCH_CHECK(cudaGetLastError());
        BENCH_CHECK(cudaMemcpy(result.data(), steps % 2 ? out : in, bytes, cudaMemcpyDeviceToHost));
        return result;
    }
};

static cudaGraphExec_t captured(const std::function<void(cudaStream_t)> &launch)
{
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    BENCH_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    BENCH_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    launch(stream);
    BENCH_CHECK(cudaStreamEndCapture(stream, &graph));
    BENCH_CHECK(cudaGraphInstantiate(&executable, graph, 0));
    BENCH_CHECK(cudaGraphDestroy(graph));
    BENCH_CHECK(cudaStreamDestroy(stream));
    return executable;
}

static void measure(unsigned blocks, unsigned threads, int count, int steps, unsigned resident)
{
    buffers b(blocks * threads);
    const auto launches = [&](cudaStream_t stream) {
        float *in = b.in, *out = b.out;
        for (int s = 0; s < steps; s++) {
            step<<<blocks, threads, 0, stream>>>(in, out, count);
            std::swap(in, out);
        }
    };
    const cudaGraphExec_t graph = captured(launches);
    const std::vector<bench_way> ways = {
        {"plain", [&] { launches(0); }},
        {"barrier", [&] { all_steps<<<blocks, threads>>>(b.in, b.out, count, steps); }},
        {"graph", [&] { BENCH_CHECK(cudaGraphLaunch(graph, 0)); }},
        {"grid.sync",
         [&] {
             unsigned all = blocks;
             void *arguments[] = {&b.in, &b.out, &count, &steps, &all};
             BENCH_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(all_steps_by_hand),
                                                     dim3(std::min(blocks, resident)), dim3(threads), arguments, 0, nullptr));
         }},
    };
    const std::vector<float> expected = b.after(ways[0].launch, steps);
    for (const bench_way &way : ways)
        if (b.after(way.launch, steps) != expected) {
            fprintf(stderr, "steps: %s differs\n", way.name.c_str());
            exit(1);
        }
    const std::string name = std::to_string(steps) + " steps of " + std::to_string(count) + " FMA";
    bench_compare("steps", name.c_str(), blocks, threads, ways, 15, 0);
    BENCH_CHECK(cudaGraphExecDestroy(graph));
}

int main()
{
    const unsigned threads = 256;
    int resident = 0, multiprocessors = 0;
    BENCH_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, all_steps_by_hand, threads, 0));
    BENCH_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    bench_header();
    for (unsigned blocks : {132u, 528u, 1056u, 4224u})
        for (int steps : {10, 100, 1000})
            for (int count : {1, 100, 1000})
                measure(blocks, threads, count, steps, static_cast<unsigned>(resident * multiprocessors));
    return 0;
}
