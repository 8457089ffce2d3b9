// A stencil in two or three dimensions, in all ways in which its steps can be launched.
//
// In:  the ways, for one stencil. Out: rows for arrays of one size and a number of steps.
// Ways: "keep" has `keep(in)` and blocks of 1024 threads, of which "graph/1024" is the graph, "keep/512" and "graph/512" have 512.
#ifndef LOOPS_STENCIL_CUH
#define LOOPS_STENCIL_CUH

#include "measure.cuh"

struct stencil {
    const char *name;
    bool is_deep;
    dim3 block, large_block, half_block; // of 256, 1024 and 512 threads
    void (*plain)(dim3, dim3, float *, float *, int, int, cudaStream_t);
    void (*loop)(dim3, dim3, float *, float *, int, int), (*keep)(dim3, dim3, float *, float *, int, int);
    void (*grid_sync)(unsigned, dim3, dim3, float *, float *, int, int);
    const void *by_hand; // the kernel of grid_sync
};

static void measure_stencil(const stencil &s, int n, int steps)
{
    const size_t count = size_t(n) * n * (s.is_deep ? n : 1);
    std::vector<float> values(count);
    for (size_t i = 0; i < count; i++)
        values[i] = static_cast<float>(i % 1009) * 0.01f;
    const array<float> start(values);
    array<float> in(count), out(count);
    const dim3 grid = tiles_of(n, s.block, s.is_deep), large = tiles_of(n, s.large_block, s.is_deep),
               half = tiles_of(n, s.half_block, s.is_deep);
    const unsigned resident = std::min(grid.x * grid.y * grid.z, resident_blocks(s.by_hand));
    const cudaGraphExec_t graph =
        captured([&](cudaStream_t stream) { s.plain(grid, s.block, in.get(), out.get(), n, steps, stream); });
    const cudaGraphExec_t large_graph =
        captured([&](cudaStream_t stream) { s.plain(large, s.large_block, in.get(), out.get(), n, steps, stream); });
    const cudaGraphExec_t half_graph =
        captured([&](cudaStream_t stream) { s.plain(half, s.half_block, in.get(), out.get(), n, steps, stream); });
    const work w = {std::string(s.name) + " " + squared(n) + (s.is_deep ? "x" + std::to_string(n) : "") + " " +
                        std::to_string(steps) + " steps",
                    grid.x * grid.y * grid.z, by_events,
                    [&] {
                        in.copy(start);
                        out.copy(start);
                    },
                    [&](std::vector<unsigned char> &bytes) { (steps % 2 ? out : in).append_to(bytes); }};
    measure(w, {{"plain", [&] { s.plain(grid, s.block, in.get(), out.get(), n, steps, 0); }},
                {"loop", [&] { s.loop(grid, s.block, in.get(), out.get(), n, steps); }},
                {"graph", [&] { BENCH_CHECK(cudaGraphLaunch(graph, 0)); }},
                {"grid.sync", [&] { s.grid_sync(resident, grid, s.block, in.get(), out.get(), n, steps); }},
                {"keep", [&] { s.keep(large, s.large_block, in.get(), out.get(), n, steps); }},
                {"graph/1024", [&] { BENCH_CHECK(cudaGraphLaunch(large_graph, 0)); }},
                {"keep/512", [&] { s.keep(half, s.half_block, in.get(), out.get(), n, steps); }},
                {"graph/512", [&] { BENCH_CHECK(cudaGraphLaunch(half_graph, 0)); }}});
    BENCH_CHECK(cudaGraphExecDestroy(graph));
    BENCH_CHECK(cudaGraphExecDestroy(large_graph));
    BENCH_CHECK(cudaGraphExecDestroy(half_graph));
}

#endif
