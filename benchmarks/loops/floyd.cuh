// Shortest paths between all vertices: Floyd and Warshall's algorithm, a launch for each vertex that paths may go through.
//
// In:  nothing. Out: rows for several sizes.
#ifndef LOOPS_FLOYD_CUH
#define LOOPS_FLOYD_CUH

#include "measure.cuh"

static __device__ __forceinline__ void floyd_pair(int *lengths, int n, int k, int i, int j)
{
    if (i >= n || j >= n)
        return;
    const int through = lengths[size_t(i) * n + k] + lengths[size_t(k) * n + j];
    if (through < lengths[size_t(i) * n + j])
        lengths[size_t(i) * n + j] = through;
}

__global__ void floyd_plain_step(int *lengths, int n, int k)
{
    floyd_pair(lengths, n, k, blockIdx.y * blockDim.y + threadIdx.y, blockIdx.x * blockDim.x + threadIdx.x);
}

#pragma pt kernel
__global__ void floyd_step(int *lengths, int n, int k)
{
    floyd_pair(lengths, n, k, blockIdx.y * blockDim.y + threadIdx.y, blockIdx.x * blockDim.x + threadIdx.x);
}

static void floyd_plain(dim3 grid, dim3 block, int *lengths, int n, cudaStream_t stream)
{
    for (int k = 0; k < n; k++)
        floyd_plain_step<<<grid, block, 0, stream>>>(lengths, n, k);
}

static void floyd_loop(dim3 grid, dim3 block, int *lengths, int n)
{
#pragma pt loop
    for (int k = 0; k < n; k++)
        floyd_step<<<grid, block>>>(lengths, n, k);
}

static void measure_floyd(int n)
{
    std::vector<int> values(size_t(n) * n);
    for (int i = 0; i < n; i++) // around a ring; many short edges beat a long one, so that shortest paths have many vertices
        for (int j = 0; j < n; j++) {
            const int along = (j - i + n) % n;
            values[size_t(i) * n + j] = along * along + (along ? (i * 37 + j * 11) % 8 : 0);
        }
    const array<int> start(values);
    array<int> lengths(values.size());
    const dim3 block(32, threads / 32), grid = tiles_of(n, block, false);
    const cudaGraphExec_t graph = captured([&](cudaStream_t stream) { floyd_plain(grid, block, lengths.get(), n, stream); });
    const work w = {"floyd " + squared(n), grid.x * grid.y, by_events, [&] { lengths.copy(start); },
                    [&](std::vector<unsigned char> &bytes) { lengths.append_to(bytes); }};
    measure(w, {{"plain", [&] { floyd_plain(grid, block, lengths.get(), n, 0); }},
                {"loop", [&] { floyd_loop(grid, block, lengths.get(), n); }},
                {"graph", [&] { BENCH_CHECK(cudaGraphLaunch(graph, 0)); }}});
    BENCH_CHECK(cudaGraphExecDestroy(graph));
}

static void measure_floyd()
{
    for (int n : is_small ? std::vector<int>{40} : std::vector<int>{256, 512, 1024, 2048})
        measure_floyd(n);
}

#endif
