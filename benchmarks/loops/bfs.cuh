// Breadth-first search: a launch for each level, until a flag that is read back says that nothing was reached.
//
// In:  nothing. Out: rows for each of the graphs; a search takes as many rounds as the graph has levels.
#ifndef LOOPS_BFS_CUH
#define LOOPS_BFS_CUH

#include "graph.cuh"

static __device__ __forceinline__ void bfs_vertex(graph_view g, int *levels, int level, int *again, int v)
{
    if (v >= g.vertices || levels[v] != level)
        return;
    for (int e = g.begins[v]; e < g.begins[v + 1]; e++)
        if (levels[g.others[e]] < 0) {
            levels[g.others[e]] = level + 1;
            *again = 1;
        }
}

__global__ void bfs_plain_level(graph_view g, int *levels, int level, int *again)
{
    bfs_vertex(g, levels, level, again, blockIdx.x * blockDim.x + threadIdx.x);
}

#pragma pt kernel
__global__ void bfs_level(graph_view g, int *levels, int level, int *again)
{
    bfs_vertex(g, levels, level, again, blockIdx.x * blockDim.x + threadIdx.x);
}

static int bfs_plain(const graph_view &g, int *levels, int *again)
{
    int level = 0, flag = 0;
    do {
        flag = 0;
        BENCH_CHECK(cudaMemcpy(again, &flag, sizeof flag, cudaMemcpyHostToDevice));
        bfs_plain_level<<<blocks_for(g.vertices), threads>>>(g, levels, level++, again);
        BENCH_CHECK(cudaMemcpy(&flag, again, sizeof flag, cudaMemcpyDeviceToHost));
    } while (flag);
    return level;
}

static int bfs_loop(const graph_view &g, int *levels, int *again)
{
    int level = 0, flag = 0;
#pragma pt loop
    do {
        flag = 0;
        BENCH_CHECK(cudaMemcpy(again, &flag, sizeof flag, cudaMemcpyHostToDevice));
        bfs_level<<<blocks_for(g.vertices), threads>>>(g, levels, level++, again);
        BENCH_CHECK(cudaMemcpy(&flag, again, sizeof flag, cudaMemcpyDeviceToHost));
    } while (flag);
    return level;
}

static void measure_bfs(const rectangle &graph)
{
    std::vector<int> values(static_cast<size_t>(graph.vertices()), -1);
    values[0] = 0;
    const array<int> begins(graph.begins), others(graph.others), start(values);
    array<int> levels(values.size()), again(1);
    const graph_view g = {graph.vertices(), begins.get(), others.get()};
    int rounds = 0;
    const work w = {"bfs " + graph.name(), blocks_for(values.size()), by_host, [&] { levels.copy(start); },
                    [&](std::vector<unsigned char> &bytes) {
                        expect_levels(graph, rounds);
                        levels.append_to(bytes);
                    }};
    measure(w, {{"plain", [&] { rounds = bfs_plain(g, levels.get(), again.get()); }},
                {"loop", [&] { rounds = bfs_loop(g, levels.get(), again.get()); }}});
}

static void measure_bfs()
{
    for (const rectangle &graph : graphs())
        measure_bfs(graph);
}

#endif
