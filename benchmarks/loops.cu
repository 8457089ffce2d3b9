// `#pragma pt loop` against what else a program can do with a loop of launches, a file in loops/ for each solver.
//
// In:  names of parts (jacobi, stencil3d, floyd, cg, bfs, components; none: all); `small`: sizes for a check without a GPU.
//      Out: rows as bench.h has them: "plain" is a launch for each step, "graph" the same launches as a CUDA graph that exists
//      already, "loop" the same code with `#pragma pt loop`, "grid.sync" a cooperative kernel written by hand; those of stencils with
//      `keep` are in loops/stencil.cuh. The time is that of the whole loop; `blocks` are those of a step.
// How they are timed and checked: loops/measure.cuh.
// The plain kernels are functions of their own, without a directive, so that nothing but CUDA takes part in their launches.
#include "bench.h"

#include "loops/bfs.cuh"
#include "loops/cg.cuh"
#include "loops/components.cuh"
#include "loops/floyd.cuh"
#include "loops/jacobi.cuh"
#include "loops/measure.cuh"
#include "loops/stencil3d.cuh"

int main(int count, char **arguments)
{
    const struct {
        std::string name;
        void (*measure)();
    } parts[] = {{"jacobi", measure_jacobi}, {"stencil3d", measure_stencil3d}, {"floyd", measure_floyd},
                 {"cg", measure_cg},         {"bfs", measure_bfs},             {"components", measure_components}};
    std::vector<std::string> wanted;
    for (int i = 1; i < count; i++) {
        const std::string word = arguments[i];
        bool is_known = word == "small";
        for (const auto &part : parts)
            is_known |= word == part.name;
        if (!is_known) {
            fprintf(stderr, "loops: unknown part '%s'\n", word.c_str());
            return 2;
        }
        if (word == "small")
            is_small = true;
        else
            wanted.push_back(word);
    }
    bench_header();
    for (const auto &part : parts)
        if (wanted.empty() || std::find(wanted.begin(), wanted.end(), part.name) != wanted.end())
            part.measure();
    return 0;
}
