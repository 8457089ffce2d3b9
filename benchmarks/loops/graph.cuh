// Graphs that are searched level by level: as the device has them, and as they are made.
//
// In:  nothing. Out: graphs of which the number of levels is known, so that a search that takes other rounds is seen.
#ifndef LOOPS_GRAPH_CUH
#define LOOPS_GRAPH_CUH

#include "measure.cuh"

struct graph_view {
    int vertices;
    const int *begins, *others; // the edges of v: others[begins[v]] to others[begins[v + 1] - 1]
};

// The points of a rectangle, each with an edge to the next ones in its row and column.
struct rectangle {
    int width, height;
    std::vector<int> begins, others;

    rectangle(int w, int h) : width(w), height(h), begins(1, 0)
    {
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                const int v = y * w + x;
                if (y > 0)
                    others.push_back(v - w);
                if (x > 0)
                    others.push_back(v - 1);
                if (x + 1 < w)
                    others.push_back(v + 1);
                if (y + 1 < h)
                    others.push_back(v + w);
                begins.push_back(static_cast<int>(others.size()));
            }
    }
    int vertices() const { return width * height; }
    int levels() const { return width + height - 1; } // from the first vertex, in a corner
    std::string name() const
    {
        return std::to_string(width) + "x" + std::to_string(height) + " " + std::to_string(levels()) + " levels";
    }
};

static void expect_levels(const rectangle &graph, int rounds)
{
    if (rounds == graph.levels())
        return;
    fprintf(stderr, "loops: %d rounds in a graph of %d levels\n", rounds, graph.levels());
    exit(1);
}

static std::vector<rectangle> graphs()
{
    std::vector<rectangle> all;
    all.emplace_back(is_small ? 30 : 1000, is_small ? 30 : 1000);
    all.emplace_back(4, is_small ? 197 : 19997); // a path, nearly
    return all;
}

#endif
