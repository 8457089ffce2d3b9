// What a step of a loop costs as a node of a CUDA graph, by hand: a relaxation in two dimensions, 1024 steps.
//
// In:  nothing. Out: CSV, a line for each side, block and way; times in microseconds for a step. "plain": the kernel as one would write
//      it; "early": it begins before the one in front of it has ended, and waits there (programmatic dependent launch), a block for each
//      group; "dealt": the same with as many groups as are resident, among which blocks are dealt out. `describe`, `instantiate`,
//      `update`: what the host does for a step of a new graph, and to bring one that is there up to date (with the same).
// Build: nvcc -O3 -std=c++17 -arch=sm_90 graph_steps.cu -o graph_steps (CUDA 13)
// Checked: all ways give the same bits.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(call)                                                                                                                      \
    do {                                                                                                                                 \
        const cudaError_t error = (call);                                                                                                \
        if (error != cudaSuccess) {                                                                                                      \
            fprintf(stderr, "%d: %s\n", __LINE__, cudaGetErrorString(error));                                                            \
            exit(1);                                                                                                                     \
        }                                                                                                                                \
    } while (0)

enum way { plain, early, dealt };

struct step {
    const float *in;
    float *out;
    int n;
    unsigned columns, blocks;
};

static __device__ __forceinline__ void relax(const step &s, unsigned column, unsigned row)
{
    const int n = s.n, x = column * blockDim.x + threadIdx.x, y = row * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1)
        return;
    const size_t i = size_t(y) * n + x;
    const float *const in = s.in;
    s.out[i] = fmaf(0.125f, (in[i - 1] + in[i + 1]) + (in[i - n] + in[i + n]), 0.5f * in[i]);
}

__global__ void plain_step(const __grid_constant__ step s) { relax(s, blockIdx.x, blockIdx.y); }

__global__ void early_step(const __grid_constant__ step s)
{
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
    asm volatile("griddepcontrol.wait;" ::: "memory");
    relax(s, blockIdx.x, blockIdx.y);
}

__global__ void dealt_step(const __grid_constant__ step s)
{
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
    asm volatile("griddepcontrol.wait;" ::: "memory");
    for (unsigned item = blockIdx.x; item < s.blocks; item += gridDim.x)
        relax(s, item % s.columns, item / s.columns);
}

static cudaGraph_t described(way w, dim3 grid, dim3 block, unsigned groups, step s, int steps)
{
    void *const kernels[] = {reinterpret_cast<void *>(plain_step), reinterpret_cast<void *>(early_step), reinterpret_cast<void *>(dealt_step)};
    cudaGraph_t graph;
    cudaGraphNode_t last = nullptr;
    cudaGraphEdgeData edge = {};
    edge.from_port = cudaGraphKernelNodePortProgrammatic;
    edge.type = cudaGraphDependencyTypeProgrammatic;
    CHECK(cudaGraphCreate(&graph, 0));
    for (int i = 0; i < steps; i++) {
        void *arguments[] = {&s};
        cudaKernelNodeParams node = {};
        node.func = kernels[w];
        node.gridDim = w == dealt ? dim3(std::min(groups, s.blocks)) : grid;
        node.blockDim = block;
        node.kernelParams = arguments;
        const cudaGraphNode_t before = last;
        CHECK(cudaGraphAddKernelNode(&last, graph, &before, before && w == plain ? 1 : 0, &node));
        if (before && w != plain)
            CHECK(cudaGraphAddDependencies(graph, &before, &last, &edge, 1));
        float *const other = const_cast<float *>(s.in);
        s.in = s.out;
        s.out = other;
    }
    return graph;
}

static double since(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
}

int main()
{
    enum { steps = 1024, steps_of_graph = 64, repeats = 9 };
    static const char *const names[] = {"plain", "early", "dealt"};
    cudaDeviceProp device;
    cudaStream_t stream;
    cudaEvent_t begin, end;
    CHECK(cudaGetDeviceProperties(&device, 0));
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    printf("side,block,blocks,way,step,describe,instantiate,update,device\n");
    for (int n : {256, 512, 1024, 2048, 4096})
        for (unsigned rows : {8u, 32u}) {
            const dim3 block(32, rows), grid(n / 32, n / rows);
            const unsigned groups = static_cast<unsigned>(device.multiProcessorCount) * (2048u / (32u * rows));
            const size_t count = size_t(n) * n;
            std::vector<float> start(count), first, result(count);
            for (size_t i = 0; i < count; i++)
                start[i] = float((i * 2654435761u >> 8) & 1023u);
            float *a, *b;
            CHECK(cudaMalloc(&a, count * sizeof *a));
            CHECK(cudaMalloc(&b, count * sizeof *b));
            for (way w : {plain, early, dealt}) {
                const step s = {a, b, n, grid.x, grid.x * grid.y};
                cudaGraphExec_t instance;
                cudaGraphExecUpdateResultInfo info;
                auto began = std::chrono::steady_clock::now();
                const cudaGraph_t graph = described(w, grid, block, groups, s, steps_of_graph);
                const double describe = since(began) / steps_of_graph;
                began = std::chrono::steady_clock::now();
                CHECK(cudaGraphInstantiate(&instance, graph, 0));
                const double instantiate = since(began) / steps_of_graph;
                std::vector<float> times;
                for (int r = 0; r < repeats; r++) {
                    float milliseconds;
                    CHECK(cudaMemcpy(a, start.data(), count * sizeof *a, cudaMemcpyHostToDevice));
                    CHECK(cudaMemcpy(b, start.data(), count * sizeof *b, cudaMemcpyHostToDevice));
                    CHECK(cudaDeviceSynchronize());
                    CHECK(cudaEventRecord(begin, stream));
                    for (int i = 0; i < steps; i += steps_of_graph)
                        CHECK(cudaGraphLaunch(instance, stream));
                    CHECK(cudaEventRecord(end, stream));
                    CHECK(cudaEventSynchronize(end));
                    CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
                    times.push_back(milliseconds * 1e3f / steps);
                }
                CHECK(cudaMemcpy(result.data(), a, count * sizeof *a, cudaMemcpyDeviceToHost));
                if (first.empty())
                    first = result;
                began = std::chrono::steady_clock::now();
                CHECK(cudaGraphExecUpdate(instance, graph, &info));
                const double update = since(began) / steps_of_graph;
                std::sort(times.begin(), times.end());
                if (memcmp(first.data(), result.data(), count * sizeof(float)) != 0)
                    printf("%d,%u,%u,%s,WRONG\n", n, 32u * rows, s.blocks, names[w]);
                else
                    printf("%d,%u,%u,%s,%.3f,%.2f,%.2f,%.2f,%s\n", n, 32u * rows, s.blocks, names[w], times[repeats / 2], describe, instantiate,
                           update, device.name);
                CHECK(cudaGraphExecDestroy(instance));
                CHECK(cudaGraphDestroy(graph));
            }
            CHECK(cudaFree(a));
            CHECK(cudaFree(b));
        }
    return 0;
}
