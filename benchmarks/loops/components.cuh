// Connected components: the least number of a neighbour goes on from vertex to vertex, until a flag that is read back says that none has.
//
// In:  nothing. Out: rows for each of the graphs; it takes as many rounds as the graph has levels.
#ifndef LOOPS_COMPONENTS_CUH
#define LOOPS_COMPONENTS_CUH

#include "graph.cuh"

#include <utility>

// Two arrays, so that the number of rounds does not depend on the order in which blocks run.
static __device__ __forceinline__ void components_vertex(graph_view g, const int *in, int *out, int *again, int v)
{
    if (v >= g.vertices)
        return;
    int least = in[v];
    for (int e = g.begins[v]; e < g.begins[v + 1]; e++)
        least = min(least, in[g.others[e]]);
    if (least != in[v])
        *again = 1;
    out[v] = least;
}

__global__ void components_plain_round(graph_view g, const int *__restrict__ in, int *__restrict__ out, int *again)
{
    components_vertex(g, in, out, again, blockIdx.x * blockDim.x + threadIdx.x);
}

#pragma pt kernel
__global__ void components_round(graph_view g, const int *__restrict__ in, int *__restrict__ out, int *again)
{
    components_vertex(g, in, out, again, blockIdx.x * blockDim.x + threadIdx.x);
}

static int components_plain(const graph_view &g, int *in, int *out, int *again)
{
    int rounds = 0, flag = 0;
    do {
        BENCH_CHECK(cudaMemset(again, 0, sizeof *again));
        components_plain_round<<<blocks_for(g.vertices), threads>>>(g, in, out, again);
        BENCH_CHECK(cudaMemcpy(&flag, again, sizeof flag, cudaMemcpyDeviceToHost));
        std::swap(in, out);
        rounds++;
    } while (flag);
    return rounds;
}

static int components_loop(const graph_view &g, int *in, int *out, int *again)
{
    int rounds = 0, flag = 0;
#pragma pt loop
    do {
        BENCH_CHECK(cudaMemset(again, 0, sizeof *again));
        components_round<<<blocks_for(g.vertices), threads>>>(g, in, out, again);
        BENCH_CHECK(cudaMemcpy(&flag, again, sizeof flag, cudaMemcpyDeviceToHost));
        std::swap(in, out);
        rounds++;
    } while (flag);
    return rounds;
}

static void measure_components(const rectangle &graph)
{
    std::vector<int> values(static_cast<size_t>(graph.vertices()));
    for (size_t i = 0; i < values.size(); i++)
        values[i] = static_cast<int>(i);
    const array<int> begins(graph.begins), others(graph.others), start(values);
    array<int> in(values.size()), out(values.size()), again(1);
    const graph_view g = {graph.vertices(), begins.get(), others.get()};
    int rounds = 0;
    const work w = {"components " + graph.name(), blocks_for(values.size()), by_host, [&] { in.copy(start); },
                    [&](std::vector<unsigned char> &bytes) {
                        expect_levels(graph, rounds);
                        (rounds % 2 ? out : in).append_to(bytes);
                    }};
    measure(w, {{"plain", [&] { rounds = components_plain(g, in.get(), out.get(), again.get()); }},
                {"loop", [&] { rounds = components_loop(g, in.get(), out.get(), again.get()); }}});
}

static void measure_components()
{
    for (const rectangle &graph : graphs())
        measure_components(graph);
}

#endif
