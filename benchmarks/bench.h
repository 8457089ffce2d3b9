// What the benchmarks share: paired timing, checks, and rows of results.
//
// In:  two or three ways to do the same work. Out: one row a way on stdout (columns: bench_header), a table for
//      people on stderr; exit status 1 when a result differs.
// Invariant: results are compared before anything is timed, and the ways take turns in one run, so that drift
//            hits all of them. Each timed launch follows an untimed one of the same way, as in a program that
//            launches a kernel again and again: its code and data are where they are then. Times are the
//            device's, between events; medians.
//
// "auto" is the rewritten launch after schedule(auto) has measured; "auto whole" is the whole time of the first
// launches, measuring included, over the same number of plain launches: what a program gets. Launches of a few
// microseconds are at the mercy of the host, so their first launches are repeated, from nothing known, and the
// median of those ratios counts.
#ifndef BENCH_H
#define BENCH_H

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <functional>
#include <string>
#include <vector>

#define BENCH_CHECK(call)                                                                                     \
    do {                                                                                                      \
        const cudaError_t bench_error = (call);                                                               \
        if (bench_error != cudaSuccess) {                                                                     \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(bench_error));               \
            exit(1);                                                                                          \
        }                                                                                                     \
    } while (0)

// Dynamic shared memory for launches by schedule(auto): it remembers what it learned by that size, too, so that
// another one makes it learn again. The plain launch gets as much, since blocks may be placed differently with it.
static size_t bench_fresh = 0;

struct bench_way {
    std::string name;
    std::function<void()> launch;
};

struct bench_clock {
    cudaEvent_t begin, end;
    bench_clock()
    {
        BENCH_CHECK(cudaEventCreate(&begin));
        BENCH_CHECK(cudaEventCreate(&end));
    }
    double microseconds(const std::function<void()> &launch)
    {
        float milliseconds = 0;
        BENCH_CHECK(cudaEventRecord(begin));
        launch();
        BENCH_CHECK(cudaEventRecord(end));
        BENCH_CHECK(cudaEventSynchronize(end));
        BENCH_CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
        return milliseconds * 1e3;
    }
};

static inline double bench_median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return v.size() % 2 ? v[v.size() / 2] : (v[v.size() / 2 - 1] + v[v.size() / 2]) / 2;
}

static inline const char *bench_environment(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : "unknown";
}

static inline void bench_header()
{
    printf("benchmark,case,blocks,threads,way,median_us,ratio_to_plain,repeats,device,driver,cuda,commit\n");
}

static inline void bench_row(const char *benchmark, const char *name, unsigned blocks, unsigned threads, const char *way,
                             double microseconds, double ratio, int repeats)
{
    cudaDeviceProp device;
    int driver = 0, runtime = 0;
    BENCH_CHECK(cudaGetDeviceProperties(&device, 0));
    BENCH_CHECK(cudaDriverGetVersion(&driver));
    BENCH_CHECK(cudaRuntimeGetVersion(&runtime));
    printf("%s,%s,%u,%u,%s,%.3f,%.4f,%d,%s,%s,%d.%d,%s\n", benchmark, name, blocks, threads, way, microseconds, ratio,
           repeats, device.name, bench_environment("BENCH_DRIVER"), runtime / 1000, runtime % 1000 / 10,
           bench_environment("BENCH_COMMIT"));
    fflush(stdout);
    (void)driver;
}

// The times of each way, the first of which is the plain launch; the line on stderr is left open.
static inline void bench_rows(const char *benchmark, const char *name, unsigned blocks, unsigned threads,
                              const std::vector<bench_way> &ways, const std::vector<std::vector<double>> &times, int repeats)
{
    const double plain = bench_median(times[0]);
    fprintf(stderr, "%-10s %-28s %8u blocks  plain %9.1f us ", benchmark, name, blocks, plain);
    for (size_t w = 0; w < ways.size(); w++) {
        const double t = bench_median(times[w]);
        bench_row(benchmark, name, blocks, threads, ways[w].name.c_str(), t, plain / t, repeats);
        if (w > 0)
            fprintf(stderr, " | %s %.3f", ways[w].name.c_str(), plain / t);
    }
}

// ways[0] is the plain launch, ways[1] the rewritten one; the rest is compared with the plain launch, too.
static inline void bench_compare(const char *benchmark, const char *name, unsigned blocks, unsigned threads,
                                 const std::vector<bench_way> &ways, int repeats, int learning)
{
    bench_clock clock;
    for (int i = 0; i < 3; i++)
        ways[0].launch();
    BENCH_CHECK(cudaDeviceSynchronize());
    std::vector<std::vector<double>> times(ways.size());
    std::vector<double> wholes, whole_ratios;
    for (int round = 0; round < (repeats > 200 ? 5 : 1); round++) {
        double whole_plain = 0, whole = 0;
        bench_fresh += 16;
        for (int i = 0; i < learning; i++) {
            whole_plain += clock.microseconds(ways[0].launch);
            whole += clock.microseconds(ways[1].launch);
        }
        wholes.push_back(whole / learning);
        whole_ratios.push_back(whole_plain / whole);
    }
    for (int i = 0; i < repeats; i++)
        for (size_t w = 0; w < ways.size(); w++) {
            ways[w].launch();
            times[w].push_back(clock.microseconds(ways[w].launch));
        }
    bench_rows(benchmark, name, blocks, threads, ways, times, repeats);
    if (learning > 0) {
        const std::string first = ways[1].name + " whole";
        bench_row(benchmark, name, blocks, threads, first.c_str(), bench_median(wholes), bench_median(whole_ratios), learning);
        fprintf(stderr, " | whole %.3f", bench_median(whole_ratios));
    }
    fprintf(stderr, "\n");
}

// Repeats and learning launches so that a case takes about a second, at most.
static inline int bench_repeats(double microseconds_expected)
{
    return microseconds_expected > 3000 ? 9 : microseconds_expected > 300 ? 15 : microseconds_expected > 60 ? 31 : 201;
}

#endif
