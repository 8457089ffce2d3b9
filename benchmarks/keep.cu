// How often halos are sent, where a loop keeps its arrays: docs/keep.md.
//
// In:  PT_KEEP_STEPS, with which it is compiled, or nothing; `small`: sizes for a check without a GPU. Out: rows as bench.h has them; the way
//      is "every N" steps or "chosen", and has "/512" behind it where blocks have 512 threads instead of 1024.
// How they are timed and checked: loops/measure.cuh.
#include "bench.h"

#include "loops/jacobi.cuh"
#include "loops/measure.cuh"

#if defined(PT_KEEP_STEPS)
static const std::string how = "every " + std::to_string(PT_KEEP_STEPS);
#else
static const std::string how = "chosen";
#endif

static void measure_size(int n, int steps)
{
    const size_t count = size_t(n) * n;
    std::vector<float> values(count);
    for (size_t i = 0; i < count; i++)
        values[i] = static_cast<float>(i % 1009) * 0.01f;
    const array<float> start(values);
    array<float> in(count), out(count);
    const dim3 block(32, threads / 32), large(256, 4), half(256, 2), grid = tiles_of(n, block, false);
    const work w = {"jacobi " + squared(n) + " " + std::to_string(steps) + " steps", grid.x * grid.y, by_events,
                    [&] {
                        in.copy(start);
                        out.copy(start);
                    },
                    [&](std::vector<unsigned char> &bytes) { (steps % 2 ? out : in).append_to(bytes); }};
    measure(w, {{"plain", [&] { jacobi_plain(grid, block, in.get(), out.get(), n, steps, 0); }},
                {how, [&] { jacobi_keep(tiles_of(n, large, false), large, in.get(), out.get(), n, steps); }},
                {how + "/512", [&] { jacobi_keep(tiles_of(n, half, false), half, in.get(), out.get(), n, steps); }}});
}

int main(int count, char **arguments)
{
    is_small = count > 1 && std::string(arguments[1]) == "small";
    bench_header();
    for (int n : is_small ? std::vector<int>{50, 96} : std::vector<int>{256, 384, 512, 768, 1024, 1536})
        measure_size(n, is_small ? 35 : 1000);
    return 0;
}
