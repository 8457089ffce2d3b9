// What the parts of the benchmark of loops share: arrays of the device, graphs of launches, and how the ways of one part are measured.
//
// In:  ways to do the same work, how it is begun anew, and its result. Out: rows as bench.h has them.
// Time: each timed loop finds an idle device, so that what the host does before the first step runs counts. Between events; by the clock
//       of the host, until the device is done, for loops that read something back in each step.
// Checked first: all ways give the same bits.
#ifndef LOOPS_MEASURE_CUH
#define LOOPS_MEASURE_CUH

#include "../bench.h"

#include <chrono>

// Sizes for a check without a GPU.
static bool is_small = false;

const unsigned threads = 256;

static unsigned blocks_for(size_t count) { return static_cast<unsigned>((count + threads - 1) / threads); }

template <class T> class array {
  public:
    explicit array(size_t count) : count_(count) { BENCH_CHECK(cudaMalloc(&data_, count * sizeof(T))); }
    explicit array(const std::vector<T> &values) : array(values.size())
    {
        BENCH_CHECK(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice));
    }
    array(const array &) = delete;
    array &operator=(const array &) = delete;
    ~array() { cudaFree(data_); }

    T *get() const { return data_; }
    void copy(const array &from) { BENCH_CHECK(cudaMemcpy(data_, from.data_, count_ * sizeof(T), cudaMemcpyDeviceToDevice)); }
    void append_to(std::vector<unsigned char> &bytes) const
    {
        const size_t before = bytes.size();
        bytes.resize(before + count_ * sizeof(T));
        BENCH_CHECK(cudaMemcpy(bytes.data() + before, data_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
    }

  private:
    T *data_ = nullptr;
    size_t count_;
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

static unsigned resident_blocks(const void *kernel)
{
    int resident = 0, multiprocessors = 0;
    BENCH_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, static_cast<int>(threads), 0));
    BENCH_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    return static_cast<unsigned>(resident * multiprocessors);
}

enum timer { by_events, by_host };

struct work {
    std::string name;
    unsigned blocks;
    timer time;
    std::function<void()> reset;
    std::function<void(std::vector<unsigned char> &)> append_result;
};

static double microseconds_by_host(const std::function<void()> &launch)
{
    const auto begin = std::chrono::steady_clock::now();
    launch();
    BENCH_CHECK(cudaDeviceSynchronize());
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
}

static void prepare(const work &w)
{
    w.reset();
    BENCH_CHECK(cudaDeviceSynchronize());
}

static std::vector<unsigned char> result_of(const work &w, const bench_way &way)
{
    std::vector<unsigned char> bytes;
    prepare(w);
    way.launch();
    BENCH_CHECK(cudaGetLastError());
    BENCH_CHECK(cudaDeviceSynchronize());
    w.append_result(bytes);
    return bytes;
}

// ways[0] is the plain launch.
static void measure(const work &w, const std::vector<bench_way> &ways)
{
    bench_clock clock;
    {
        const std::vector<unsigned char> expected = result_of(w, ways[0]);
        for (size_t i = 1; i < ways.size(); i++)
            if (result_of(w, ways[i]) != expected) {
                fprintf(stderr, "loops: %s: %s differs\n", w.name.c_str(), ways[i].name.c_str());
                exit(1);
            }
    }
    prepare(w);
    const double first = microseconds_by_host(ways[0].launch);
    const int repeats = is_small ? 1 : first > 100e3 ? 3 : first > 10e3 ? 7 : 15;
    std::vector<std::vector<double>> times(ways.size());
    for (int i = 0; i < repeats; i++)
        for (size_t k = 0; k < ways.size(); k++)
            for (const bool is_timed : {false, true}) {
                prepare(w);
                const double t = w.time == by_host ? microseconds_by_host(ways[k].launch) : clock.microseconds(ways[k].launch);
                BENCH_CHECK(cudaGetLastError());
                if (is_timed)
                    times[k].push_back(t);
            }
    bench_rows("loops", w.name.c_str(), w.blocks, threads, ways, times, repeats);
    fprintf(stderr, "\n");
}

static std::string squared(int n) { return std::to_string(n) + "x" + std::to_string(n); }

static dim3 tiles_of(int n, dim3 block, bool is_deep)
{
    const unsigned side = static_cast<unsigned>(n);
    return dim3((side + block.x - 1) / block.x, (side + block.y - 1) / block.y, is_deep ? (side + block.z - 1) / block.z : 1);
}

#endif
