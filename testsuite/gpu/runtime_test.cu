// Tests of the runtime on a GPU: schedules, orders, policies, isolation of launches, errors.
//
// In:  one GPU. Out: a line for each group of cases, exit status 1 when any failed, 77 without a GPU.
// Invariant: what a twin computes is compared with what the original computed.
#include "runtime_twins.cuh"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

static int failures, cases;
static const char *only; // the one kernel to test with all schedules, or null

#define CHECK(call)                                                                                           \
    do {                                                                                                      \
        const cudaError_t check_error = (call);                                                               \
        if (check_error != cudaSuccess) {                                                                     \
            printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(check_error));            \
            exit(1);                                                                                          \
        }                                                                                                     \
    } while (0)

static void expect(bool good, const char *what, int line)
{
    cases++;
    if (!good) {
        failures++;
        printf("FAILED line %d: %s\n", line, what);
    }
}
#define EXPECT(condition) expect((condition), #condition, __LINE__)

// The runtime keeps a kernel's record for good, so those of a test live for good, too.
static ::ptrt::kernel *kernel_record(const char *name, int schedule, unsigned chunk, int groups_kind = PTRT_GROUPS_MAX,
                                     unsigned groups = 0, unsigned flags = 0)
{
    ::ptrt::kernel *k = new ::ptrt::kernel();
    k->name = name;
    k->file = __FILE__;
    k->line = 1;
    k->schedule = schedule;
    k->chunk = chunk;
    k->groups_kind = groups_kind;
    k->groups = groups;
    k->flags = flags;
    return k;
}

__device__ uint3 column_backwards(unsigned item, dim3 g)
{
    const unsigned n = g.x * g.y * g.z - 1u - item;
    return make_uint3(n / (g.y * g.z), n / g.z % g.y, n % g.z);
}

struct shared_buffers {
    unsigned *original, *twin;
    size_t count;
};

using original_kernel = void (*)(unsigned *);
using twin_kernel = void (*)(pt_launch_t, unsigned *);

static void compare(const shared_buffers &b, const char *what, original_kernel original, twin_kernel twin, dim3 grid,
                    unsigned threads, size_t dynamic_bytes, size_t words, int schedule, unsigned chunk, unsigned groups)
{
    if (only && strcmp(only, what) != 0)
        return;
    cases++;
    CHECK(cudaMemset(b.original, 0, words * 4));
    CHECK(cudaMemset(b.twin, 0, words * 4));
    original<<<grid, threads, dynamic_bytes>>>(b.original);
    ::ptrt::kernel *k = kernel_record(what, schedule, chunk, groups ? PTRT_GROUPS_N : PTRT_GROUPS_MAX, groups,
                                      strcmp(what, "drain") == 0 || strcmp(what, "vote") == 0 ? PTRT_KERNEL_DRAINS : 0);
    const ptrt_counts_t before = ptrt_launch_counts(what);
    ::ptrt::launch_twin(*k, ::ptrt::config(grid, threads, dynamic_bytes), original, twin, b.twin);
    const cudaError_t error = cudaDeviceSynchronize();
    const ptrt_counts_t after = ptrt_launch_counts(what);
    std::vector<unsigned> x(words), y(words);
    CHECK(cudaMemcpy(x.data(), b.original, words * 4, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(y.data(), b.twin, words * 4, cudaMemcpyDeviceToHost));
    const bool persistent = after.persistent == before.persistent + 1;
    if (error != cudaSuccess || x != y || !persistent) {
        failures++;
        size_t at = 0;
        while (at < words && x[at] == y[at])
            at++;
        printf("FAILED %s grid %ux%ux%u threads %u schedule %d chunk %u groups %u: %s, %s, first difference %zu\n", what,
               grid.x, grid.y, grid.z, threads, schedule, chunk, groups, cudaGetErrorString(error),
               persistent ? "persistent" : "NOT persistent", at);
    }
}

// So many that more launches of one order have a queue than there are queues: none may be left behind.
static const dim3 grids[] = {dim3(1),         dim3(5),      dim3(1000),      dim3(5000),       dim3(40, 30), dim3(300, 9),
                             dim3(33, 17, 3), dim3(1, 700), dim3(2, 3, 300), dim3(129, 65, 1), dim3(90, 80)};

template <class Order> static void schedules(const shared_buffers &b, const char *order, bool all_policies)
{
    const int before = failures, cases_before = cases;
    for (dim3 grid : grids)
        for (int schedule : {PTRT_SCHEDULE_STATIC, RUNTIME_SCHEDULE, PTRT_SCHEDULE_GUIDED})
            for (unsigned chunk : {0u, 1u, 3u, 64u})
                for (unsigned groups : {1u, 7u, 0u}) {
                    const size_t blocks = size_t(grid.x) * grid.y * grid.z;
                    compare(b, "cover", cover, cover_pt<Order>, grid, 32, 0, blocks, schedule, chunk, groups);
                    if (!all_policies)
                        continue;
                    for (unsigned threads : {128u, 100u}) {
                        const size_t words = blocks * threads;
                        compare(b, "shuffle", shuffle, shuffle_pt<Order>, grid, threads, 0, words, schedule, chunk,
                                groups);
                        compare(b, "reverse", reverse, reverse_pt<Order>, grid, threads, threads * 4, words, schedule,
                                chunk, groups);
                        compare(b, "drain", drain, drain_pt<Order>, grid, threads, 0, words, schedule, chunk, groups);
                        compare(b, "vote", vote, vote_pt<Order>, grid, threads, 0, words, schedule, chunk, groups);
                    }
                }
    printf("%-44s %6d cases %s\n", order, cases - cases_before, failures == before ? "ok" : "FAILED");
    fflush(stdout);
}

static bool all_equal(const unsigned *device, size_t count, unsigned value)
{
    std::vector<unsigned> x(count);
    CHECK(cudaMemcpy(x.data(), device, count * 4, cudaMemcpyDeviceToHost));
    for (unsigned v : x)
        if (v != value)
            return false;
    return true;
}

// Launches in flight at once never share a queue: more of them than the directory has entries, on streams,
// from threads, in two instantiations of one graph.
static void isolation(const shared_buffers &b)
{
    const unsigned blocks = 4000;
    std::vector<::ptrt::kernel *> kernels;
    for (int schedule : {RUNTIME_SCHEDULE, PTRT_SCHEDULE_GUIDED, PTRT_SCHEDULE_STATIC})
        kernels.push_back(kernel_record("slow", schedule, 1, PTRT_GROUPS_N, 60));
    cudaStream_t streams[24];
    for (cudaStream_t &s : streams)
        CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));

    CHECK(cudaMemset(b.twin, 0, blocks * 4));
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 480; i++)
        ::ptrt::launch_twin(*kernels[i % 3], ::ptrt::config(blocks, 64, 0, streams[i % 24]), slow,
                       slow_pt<::pt::order_linear>, b.twin);
    CHECK(cudaDeviceSynchronize());
    EXPECT(all_equal(b.twin, blocks, 480));

    CHECK(cudaMemset(b.twin, 0, blocks * 4));
    CHECK(cudaDeviceSynchronize());
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; t++)
        threads.emplace_back([&, t] {
            for (int i = 0; i < 100; i++)
                ::ptrt::launch_twin(*kernels[i % 3], ::ptrt::config(blocks, 64, 0, streams[t]), slow,
                               slow_pt<::pt::order_linear>, b.twin);
            CHECK(cudaStreamSynchronize(streams[t]));
        });
    for (std::thread &t : threads)
        t.join();
    EXPECT(all_equal(b.twin, blocks, 800));

    // A long launch, and meanwhile so many short ones that identities come around to its entry.
    CHECK(cudaMemset(b.twin, 0, blocks * 8));
    CHECK(cudaDeviceSynchronize());
    ::ptrt::kernel *few = kernel_record("slow", RUNTIME_SCHEDULE, 1, PTRT_GROUPS_N, 4);
    ::ptrt::launch_twin(*few, ::ptrt::config(blocks, 64, 0, streams[0]), slow, slow_pt<::pt::order_linear>, b.twin);
    for (int i = 0; i < 1500; i++)
        ::ptrt::launch_twin(*kernels[0], ::ptrt::config(100, 64, 0, streams[1 + i % 20]), slow,
                       slow_pt<::pt::order_linear>, b.twin + blocks);
    CHECK(cudaDeviceSynchronize());
    EXPECT(all_equal(b.twin, blocks, 1));
    EXPECT(all_equal(b.twin + blocks, 100, 1500));

    CHECK(cudaMemset(b.twin, 0, blocks * 4));
    cudaGraph_t graph;
    cudaGraphExec_t one, two;
    CHECK(cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal));
    ::ptrt::kernel *automatic = kernel_record("slow", PTRT_SCHEDULE_AUTO, 0);
    for (int i = 0; i < 12; i++)
        ::ptrt::launch_twin(i % 4 == 3 ? *automatic : *kernels[i % 3], ::ptrt::config(blocks, 64, 0, streams[0]), slow,
                       slow_pt<::pt::order_linear>, b.twin);
    CHECK(cudaStreamEndCapture(streams[0], &graph));
    CHECK(cudaGraphInstantiate(&one, graph, 0));
    CHECK(cudaGraphInstantiate(&two, graph, 0));
    for (int i = 0; i < 20; i++) {
        CHECK(cudaGraphLaunch(one, streams[0]));
        CHECK(cudaGraphLaunch(two, streams[1]));
    }
    CHECK(cudaDeviceSynchronize());
    EXPECT(all_equal(b.twin, blocks, 480));
    CHECK(cudaGraphExecDestroy(one));
    CHECK(cudaGraphExecDestroy(two));
    CHECK(cudaGraphDestroy(graph));
    for (cudaStream_t &s : streams)
        CHECK(cudaStreamDestroy(s));
}

void second_unit(unsigned *out, unsigned blocks, int rounds);

// Another translation unit, with per-thread default streams.
static void other_unit(const shared_buffers &b)
{
    CHECK(cudaMemset(b.twin, 0, 3000 * 4));
    CHECK(cudaDeviceSynchronize());
    second_unit(b.twin, 3000, 50);
    CHECK(cudaDeviceSynchronize());
    EXPECT(all_equal(b.twin, 3000, 100));
}

// What the original's launch would set, the rewritten one sets, and nothing else.
static void errors(const shared_buffers &b)
{
    const twin_kernel twin = cover_pt<::pt::order_linear>;
    struct {
        dim3 grid, block;
        size_t dynamic_bytes;
    } const invalid[] = {{dim3(0), dim3(32), 0},         {dim3(1), dim3(0), 0},          {dim3(1), dim3(1025), 0},
                         {dim3(1), dim3(64, 32), 0},     {dim3(1), dim3(1, 1, 65), 0},   {dim3(1, 65536), dim3(1), 0},
                         {dim3(1, 1, 65536), dim3(1), 0}, {dim3(1), dim3(32), 49 * 1024}, {dim3(1), dim3(32), 1 << 20},
                         {dim3(0x80000000u), dim3(1), 0}};
    ::ptrt::kernel *k = kernel_record("cover", RUNTIME_SCHEDULE, 0);
    for (const auto &i : invalid) {
        cudaGetLastError();
        cover<<<i.grid, i.block, i.dynamic_bytes>>>(b.original);
        const cudaError_t expected = cudaGetLastError();
        ::ptrt::launch_twin(*k, ::ptrt::config(i.grid, i.block, i.dynamic_bytes), cover, twin, b.twin);
        const cudaError_t got = cudaGetLastError();
        EXPECT(expected != cudaSuccess);
        EXPECT(got == expected);
    }
    // An error of the program's own stays.
    cudaSetDevice(9999);
    ::ptrt::launch_twin(*k, ::ptrt::config(100, 32), cover, twin, b.twin);
    EXPECT(cudaPeekAtLastError() == cudaErrorInvalidDevice);
    cudaGetLastError();
    ::ptrt::launch_twin(*k, ::ptrt::config(100, 32), cover, twin, b.twin);
    EXPECT(cudaGetLastError() == cudaSuccess);
    CHECK(cudaDeviceSynchronize());

    // More groups than are resident: nothing runs, both errors are set.
    CHECK(cudaMemset(b.twin, 0, 4000));
    EXPECT(ptrt_last_error() == PT_SUCCESS);
    ::ptrt::launch_twin(*k, ::ptrt::config(1000, 32).mode_groups(1000000), cover, twin, b.twin);
    EXPECT(cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge);
    EXPECT(ptrt_last_error() == PT_ERROR_TOO_MANY_GROUPS);
    EXPECT(ptrt_last_error() == PT_SUCCESS);
    ::ptrt::kernel *many = kernel_record("cover", PTRT_SCHEDULE_STATIC, 0, PTRT_GROUPS_PER_SM, 1000);
    ::ptrt::launch_twin(*many, ::ptrt::config(1000, 32), cover, twin, b.twin);
    EXPECT(cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge);
    EXPECT(ptrt_last_error() == PT_ERROR_TOO_MANY_GROUPS);
    CHECK(cudaDeviceSynchronize());
    EXPECT(all_equal(b.twin, 1000, 0));

    // The modes of a launch.
    const ptrt_counts_t before = ptrt_launch_counts(NULL);
    ::ptrt::launch_twin(*k, ::ptrt::config(1000, 32).mode_nonpt(), cover, twin, b.twin);
    EXPECT(ptrt_launch_counts(NULL).plain == before.plain + 1);
    ::ptrt::launch_twin(*many, ::ptrt::config(1000, 32).mode_max(), cover, twin, b.twin);
    ::ptrt::launch_twin(*many, ::ptrt::config(1000, 32).mode_groups(3), cover, twin, b.twin);
    EXPECT(ptrt_launch_counts(NULL).persistent == before.persistent + 2);
    CHECK(cudaDeviceSynchronize());
    EXPECT(all_equal(b.twin, 1000, 3 * (1000 + 3 + 7)));
}

// Dynamic shared memory up to the opt-in maximum, where the slot does not fit any more.
static void shared_memory(const shared_buffers &b)
{
    int limit = 0;
    CHECK(cudaDeviceGetAttribute(&limit, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, reverse));
    const int most = limit - static_cast<int>(attributes.sharedSizeBytes);
    for (int bytes : {512, 40000, 48 * 1024 - 512, 64 * 1024, most - 256, most - 16, most}) {
        if (bytes > 48 * 1024 - 512) {
            // Not before the program asked for it.
            ::ptrt::kernel *early = kernel_record("reverse", RUNTIME_SCHEDULE, 1);
            CHECK(cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, 48 * 1024 - 512));
            ::ptrt::launch_twin(*early, ::ptrt::config(3000, 128, bytes), reverse, reverse_pt<::pt::order_linear>, b.twin);
            EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
            CHECK(cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        }
        compare(b, "reverse", reverse, reverse_pt<::pt::order_linear>, dim3(3000), 128, bytes, 3000 * 128,
                PTRT_SCHEDULE_DYNAMIC, 1, 0);
        compare(b, "reverse", reverse, reverse_pt<::pt::order_linear>, dim3(3000), 128, bytes, 3000 * 128,
                PTRT_SCHEDULE_STATIC, 0, 0);
    }
}

// auto: right results while it measures, in any state of its measurements.
static void automatic(const shared_buffers &b)
{
    ::ptrt::kernel *k = kernel_record("tiny", PTRT_SCHEDULE_AUTO, 0);
    const ptrt_counts_t first = ptrt_launch_counts("tiny");
    const unsigned blocks = 200000;
    CHECK(cudaMemset(b.twin, 0, blocks * 4));
    for (int i = 0; i < 300; i++)
        ::ptrt::launch_twin(*k, ::ptrt::config(blocks, 32), cover, cover_pt<::pt::order_linear>, b.twin);
    CHECK(cudaDeviceSynchronize());
    EXPECT(all_equal(b.twin, blocks, 300 * (blocks + 10)));
    for (int i = 0; i < 300; i++) {
        ::ptrt::launch_twin(*k, ::ptrt::config(blocks, 32), cover, cover_pt<::pt::order_linear>, b.twin);
        CHECK(cudaDeviceSynchronize());
    }
    EXPECT(all_equal(b.twin, blocks, 600 * (blocks + 10)));
    ptrt_counts_t counts = ptrt_launch_counts("tiny");
    counts.persistent -= first.persistent;
    counts.plain -= first.plain;
    EXPECT(counts.persistent + counts.plain == 600);
    EXPECT(counts.plain >= 5);
    printf("%-44s persistent %llu, plain %llu of 600\n", "auto on 200000 tiny blocks",
           (unsigned long long)counts.persistent, (unsigned long long)counts.plain);
    const ptrt_counts_t once = ptrt_launch_counts("once");
    ::ptrt::kernel *twice = kernel_record("once", PTRT_SCHEDULE_AUTO, 0);
    for (int i = 0; i < 2; i++)
        ::ptrt::launch_twin(*twice, ::ptrt::config(blocks, 32), cover, cover_pt<::pt::order_linear>, b.twin);
    EXPECT(ptrt_launch_counts("once").plain == once.plain + 2);
    CHECK(cudaDeviceSynchronize());
}

static double microseconds_a_launch(bool rewritten, ::ptrt::kernel *k, unsigned *out)
{
    const int n = 400;
    CHECK(cudaDeviceSynchronize());
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < n; i++)
        if (rewritten)
            ::ptrt::launch_twin(*k, ::ptrt::config(64, 32), cover, cover_pt<::pt::order_linear>, out);
        else
            cover<<<64, 32>>>(out);
    const auto end = std::chrono::steady_clock::now();
    CHECK(cudaDeviceSynchronize());
    return std::chrono::duration<double, std::micro>(end - begin).count() / n;
}

static void cost(const shared_buffers &b)
{
    struct {
        const char *name;
        int schedule;
    } const schedules[] = {{"hardware", PTRT_SCHEDULE_HARDWARE},
                           {"auto", PTRT_SCHEDULE_AUTO},
                           {"static", PTRT_SCHEDULE_STATIC},
                           {"dynamic", PTRT_SCHEDULE_DYNAMIC}};
    for (const auto &s : schedules) {
        ::ptrt::kernel *k = kernel_record("cost", s.schedule, 0);
        double best_plain = 1e9, best = 1e9;
        for (int r = 0; r < 15; r++) {
            const double plain = microseconds_a_launch(false, k, b.twin), pt = microseconds_a_launch(true, k, b.twin);
            best_plain = plain < best_plain ? plain : best_plain;
            best = pt < best ? pt : best;
        }
        printf("launch cost, schedule(%s): plain %.3f us, rewritten %.3f us, difference %+.3f us\n", s.name, best_plain,
               best, best - best_plain);
        EXPECT(best - best_plain <= 0.5);
    }
}

int main(int argc, char **argv)
{
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        printf("skipped: no GPU\n");
        return 77;
    }
    const bool quick = argc > 1 && strcmp(argv[1], "--quick") == 0; // under compute-sanitizer
    if (argc > 2 && strcmp(argv[1], "--only") == 0)
        only = argv[2];
    const char *const part = argc > 2 && strcmp(argv[1], "--part") == 0 ? argv[2] : ""; // of what is below, by name
    setvbuf(stdout, nullptr, _IOLBF, 0);
    // The process's first CUDA call with a context is a rewritten launch.
    ::ptrt::kernel *first = kernel_record("cover", PTRT_SCHEDULE_DYNAMIC, 1);
    ::ptrt::launch_twin(*first, ::ptrt::config(1, 32), cover, cover_pt<::pt::order_linear>, static_cast<unsigned *>(nullptr));
    EXPECT(cudaGetLastError() == cudaSuccess);
    CHECK(cudaDeviceSynchronize());

    shared_buffers b;
    b.count = size_t(2) << 20;
    CHECK(cudaMalloc(&b.original, b.count * 4));
    CHECK(cudaMalloc(&b.twin, b.count * 4));
    if (strstr("order_linear", part))
        schedules<::pt::order_linear>(b, "order_linear, all policies", !quick);
    if (only) {
        printf("%d cases, %d failed\n", cases, failures);
        return failures != 0;
    }
    if (quick) {
        for (int schedule : {PTRT_SCHEDULE_STATIC, RUNTIME_SCHEDULE, PTRT_SCHEDULE_GUIDED})
            for (unsigned chunk : {1u, 3u}) {
                compare(b, "shuffle", shuffle, shuffle_pt<::pt::order_linear>, dim3(33, 17), 100, 0, 56100, schedule,
                        chunk, 7);
                compare(b, "reverse", reverse, reverse_pt<::pt::order_linear>, dim3(33, 17), 100, 400, 56100, schedule,
                        chunk, 7);
                compare(b, "drain", drain, drain_pt<::pt::order_linear>, dim3(33, 17), 100, 0, 56100, schedule, chunk, 7);
                compare(b, "vote", vote, vote_pt<::pt::order_linear>, dim3(33, 17), 100, 0, 56100, schedule, chunk, 7);
            }
        printf("%d cases, %d failed\n", cases, failures);
        return failures != 0;
    }
    struct {
        const char *name;
        void (*run)(const shared_buffers &, const char *, bool);
    } const orders[] = {{"order_column", schedules<::pt::order_column>},
                        {"order_tile<4,3>", schedules<::pt::order_tile<4, 3>>},
                        {"order_tile<32,32>", schedules<::pt::order_tile<32, 32>>},
                        {"order_morton", schedules<::pt::order_morton>},
                        {"order_reverse", schedules<::pt::order_reverse>},
                        {"order_function", schedules<::pt::order_function<column_backwards>>}};
    for (const auto &order : orders)
        if (strstr(order.name, part))
            order.run(b, order.name, false);
    struct {
        const char *name;
        void (*run)(const shared_buffers &);
    } const parts[] = {{"isolation of launches in flight", isolation},
                       {"another unit, per-thread default streams", other_unit},
                       {"errors and modes", errors},
                       {"shared memory", shared_memory},
                       {"auto", automatic}};
    for (int round = 0; round < 2; round++) {
        for (const auto &p : parts) {
            if (!strstr(p.name, part))
                continue;
            const int before = failures, cases_before = cases;
            p.run(b);
            printf("%-44s %6d cases %s\n", p.name, cases - cases_before, failures == before ? "ok" : "FAILED");
            fflush(stdout);
        }
        if (round == 0) {
            CHECK(cudaDeviceReset());
            CHECK(cudaMalloc(&b.original, b.count * 4));
            CHECK(cudaMalloc(&b.twin, b.count * 4));
            printf("-- after cudaDeviceReset\n");
        }
    }
    if (strstr("cost", part))
        cost(b);
    EXPECT(cases > 1); // there is such a part
    printf("%d cases, %d failed\n", cases, failures);
    return failures != 0;
}
