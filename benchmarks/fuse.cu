// Launches of a block as one: each thread goes through all kernels, and what one has stored the next one need not load.
//
// In:  nothing. Out: see bench.h; a row's time is that of all launches of a block. `plain` is the launches as written, `auto` the rewritten
//      launches one by one, `graph` a CUDA graph of the plain ones, `by hand` one kernel that somebody wrote instead; `fused` and `local`
//      are `#pragma pt fuse` without and with local(...).
//      `pair`: t = a * a, c = t + b. `adam`: four kernels of an optimiser, m, v, d = m / sqrt(v), p -= d. `rows`: an image, twice.
// Checked first: every way's results are compared.
#include "bench.h"

constexpr int threads = 256;

// ---- pair --------------------------------------------------------------------------------------------------------------------

#pragma pt kernel
__global__ void square(const float *a, float *t, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[i] = a[i] * a[i];
}

#pragma pt kernel
__global__ void add(const float *t, const float *b, float *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = t[i] + b[i];
}

__global__ void pair_by_hand(const float *a, const float *b, float *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] * a[i] + b[i];
}

static void pair_plain(const float *a, const float *b, float *t, float *c, int n, cudaStream_t stream)
{
    const int blocks = (n + threads - 1) / threads;
    #pragma pt launch mode(nonpt)
    square<<<blocks, threads, 0, stream>>>(a, t, n);
    #pragma pt launch mode(nonpt)
    add<<<blocks, threads, 0, stream>>>(t, b, c, n);
}

static void pair_auto(const float *a, const float *b, float *t, float *c, int n)
{
    const int blocks = (n + threads - 1) / threads;
    square<<<blocks, threads>>>(a, t, n);
    add<<<blocks, threads>>>(t, b, c, n);
}

static void pair_fused(const float *a, const float *b, float *t, float *c, int n)
{
    const int blocks = (n + threads - 1) / threads;
    #pragma pt fuse
    {
        square<<<blocks, threads>>>(a, t, n);
        add<<<blocks, threads>>>(t, b, c, n);
    }
}

static void pair_local(const float *a, const float *b, float *t, float *c, int n)
{
    const int blocks = (n + threads - 1) / threads;
    #pragma pt fuse local(t)
    {
        square<<<blocks, threads>>>(a, t, n);
        add<<<blocks, threads>>>(t, b, c, n);
    }
}

// ---- adam --------------------------------------------------------------------------------------------------------------------

#pragma pt kernel
__global__ void first_moment(float *m, const float *g, float beta, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        m[i] = beta * m[i] + (1 - beta) * g[i];
}

#pragma pt kernel
__global__ void second_moment(float *v, const float *g, float beta, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] = beta * v[i] + (1 - beta) * g[i] * g[i];
}

#pragma pt kernel
__global__ void direction(const float *m, const float *v, float *d, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        d[i] = m[i] / (sqrtf(v[i]) + 1e-8f);
}

#pragma pt kernel
__global__ void step(float *p, const float *d, float rate, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] -= rate * d[i];
}

__global__ void adam_by_hand(float *p, float *m, float *v, const float *g, float beta1, float beta2, float rate, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float gradient = g[i], first = beta1 * m[i] + (1 - beta1) * gradient, second = beta2 * v[i] + (1 - beta2) * gradient * gradient;
    m[i] = first;
    v[i] = second;
    p[i] -= rate * (first / (sqrtf(second) + 1e-8f));
}

constexpr float beta1 = 0.9f, beta2 = 0.999f, rate = 1e-3f;

static void adam_plain(float *p, float *m, float *v, float *d, const float *g, int n, cudaStream_t stream)
{
    const int blocks = (n + threads - 1) / threads;
    #pragma pt launch mode(nonpt)
    first_moment<<<blocks, threads, 0, stream>>>(m, g, beta1, n);
    #pragma pt launch mode(nonpt)
    second_moment<<<blocks, threads, 0, stream>>>(v, g, beta2, n);
    #pragma pt launch mode(nonpt)
    direction<<<blocks, threads, 0, stream>>>(m, v, d, n);
    #pragma pt launch mode(nonpt)
    step<<<blocks, threads, 0, stream>>>(p, d, rate, n);
}

static void adam_auto(float *p, float *m, float *v, float *d, const float *g, int n)
{
    const int blocks = (n + threads - 1) / threads;
    first_moment<<<blocks, threads>>>(m, g, beta1, n);
    second_moment<<<blocks, threads>>>(v, g, beta2, n);
    direction<<<blocks, threads>>>(m, v, d, n);
    step<<<blocks, threads>>>(p, d, rate, n);
}

static void adam_fused(float *p, float *m, float *v, float *d, const float *g, int n)
{
    const int blocks = (n + threads - 1) / threads;
    #pragma pt fuse
    {
        first_moment<<<blocks, threads>>>(m, g, beta1, n);
        second_moment<<<blocks, threads>>>(v, g, beta2, n);
        direction<<<blocks, threads>>>(m, v, d, n);
        step<<<blocks, threads>>>(p, d, rate, n);
    }
}

static void adam_local(float *p, float *m, float *v, float *d, const float *g, int n)
{
    const int blocks = (n + threads - 1) / threads;
    #pragma pt fuse local(d)
    {
        first_moment<<<blocks, threads>>>(m, g, beta1, n);
        second_moment<<<blocks, threads>>>(v, g, beta2, n);
        direction<<<blocks, threads>>>(m, v, d, n);
        step<<<blocks, threads>>>(p, d, rate, n);
    }
}

// ---- rows --------------------------------------------------------------------------------------------------------------------

#pragma pt kernel
__global__ void brighten(const float *in, float *t, int width, int height, float by)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    t[y * width + x] = in[y * width + x] * by;
}

#pragma pt kernel
__global__ void clip(const float *t, float *out, int width, int height, float low, float high)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = fminf(fmaxf(t[y * width + x], low), high);
}

__global__ void rows_by_hand(const float *in, float *out, int width, int height, float by, float low, float high)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = fminf(fmaxf(in[y * width + x] * by, low), high);
}

static const dim3 tile(32, 8);
static dim3 tiles_of(int width, int height) { return dim3((width + 31) / 32, (height + 7) / 8); }

static void rows_plain(const float *in, float *t, float *out, int width, int height, cudaStream_t stream)
{
    const dim3 grid = tiles_of(width, height);
    #pragma pt launch mode(nonpt)
    brighten<<<grid, tile, 0, stream>>>(in, t, width, height, 1.5f);
    #pragma pt launch mode(nonpt)
    clip<<<grid, tile, 0, stream>>>(t, out, width, height, 0.1f, 0.9f);
}

static void rows_auto(const float *in, float *t, float *out, int width, int height)
{
    const dim3 grid = tiles_of(width, height);
    brighten<<<grid, tile>>>(in, t, width, height, 1.5f);
    clip<<<grid, tile>>>(t, out, width, height, 0.1f, 0.9f);
}

static void rows_fused(const float *in, float *t, float *out, int width, int height)
{
    const dim3 grid = tiles_of(width, height);
    #pragma pt fuse
    {
        brighten<<<grid, tile>>>(in, t, width, height, 1.5f);
        clip<<<grid, tile>>>(t, out, width, height, 0.1f, 0.9f);
    }
}

static void rows_local(const float *in, float *t, float *out, int width, int height)
{
    const dim3 grid = tiles_of(width, height);
    #pragma pt fuse local(t)
    {
        brighten<<<grid, tile>>>(in, t, width, height, 1.5f);
        clip<<<grid, tile>>>(t, out, width, height, 0.1f, 0.9f);
    }
}

// ---- all ---------------------------------------------------------------------------------------------------------------------

struct graph_of {
    cudaGraphExec_t runs;
    cudaStream_t stream;
    explicit graph_of(const std::function<void(cudaStream_t)> &launches)
    {
        cudaGraph_t graph;
        BENCH_CHECK(cudaStreamCreate(&stream));
        BENCH_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
        launches(stream);
        BENCH_CHECK(cudaStreamEndCapture(stream, &graph));
        BENCH_CHECK(cudaGraphInstantiate(&runs, graph, nullptr, nullptr, 0));
        BENCH_CHECK(cudaGraphDestroy(graph));
    }
    ~graph_of()
    {
        cudaGraphExecDestroy(runs);
        cudaStreamDestroy(stream);
    }
};

// `results` are compared behind one time of each way, from the same beginning.
static void compare(const char *name, int n, unsigned blocks, const std::vector<bench_way> &ways, const std::function<void()> &begin,
                    const std::vector<float *> &results)
{
    std::vector<std::vector<float>> expected(results.size());
    for (size_t w = 0; w < ways.size(); w++) {
        begin();
        ways[w].launch();
        BENCH_CHECK(cudaDeviceSynchronize());
        for (size_t r = 0; r < results.size(); r++) {
            std::vector<float> got(n);
            BENCH_CHECK(cudaMemcpy(got.data(), results[r], n * sizeof(float), cudaMemcpyDeviceToHost));
            if (w == 0)
                expected[r] = got;
            for (int i = 0; i < n; i++)
                if (!(std::abs(got[i] - expected[r][i]) <= 1e-5f * (1 + std::abs(expected[r][i])))) { // one kernel contracts what two cannot
                    fprintf(stderr, "fuse: %s: %s: element %d is %g, want %g\n", name, ways[w].name.c_str(), i, got[i], expected[r][i]);
                    exit(1);
                }
        }
    }
    begin();
    for (const bench_way &way : ways) // schedule(auto) measures
        for (int i = 0; i < 200; i++)
            way.launch();
    BENCH_CHECK(cudaDeviceSynchronize());
    bench_compare("fuse", name, blocks, threads, ways, n > 10000000 ? 51 : 301, 0);
}

int main()
{
    bench_header();
    const int most = 1 << 26;
    std::vector<float> values(most);
    for (int i = 0; i < most; i++)
        values[i] = i % 1000 / 1000.0f;
    float *buffers[5];
    for (float *&b : buffers)
        BENCH_CHECK(cudaMalloc(&b, most * sizeof(float)));
    float *const a = buffers[0], *const b = buffers[1], *const t = buffers[2], *const c = buffers[3], *const d = buffers[4];
    for (int n : {1 << 14, 1 << 18, 1 << 20, 1 << 22, 1 << 24, 1 << 26}) {
        const auto begin = [&] {
            for (float *x : buffers)
                BENCH_CHECK(cudaMemcpy(x, values.data(), n * sizeof(float), cudaMemcpyHostToDevice));
        };
        const std::string size = std::to_string(n);
        const unsigned blocks = n / threads;
        {
            const graph_of graph([&](cudaStream_t s) { pair_plain(a, b, t, c, n, s); });
            compare(("pair " + size).c_str(), n, blocks,
                    {{"plain", [=] { pair_plain(a, b, t, c, n, 0); }},
                     {"auto", [=] { pair_auto(a, b, t, c, n); }},
                     {"graph", [&] { BENCH_CHECK(cudaGraphLaunch(graph.runs, 0)); }},
                     {"by hand", [=] { pair_by_hand<<<blocks, threads>>>(a, b, c, n); }},
                     {"fused", [=] { pair_fused(a, b, t, c, n); }},
                     {"local", [=] { pair_local(a, b, t, c, n); }}},
                    begin, {c});
        }
        {
            const graph_of graph([&](cudaStream_t s) { adam_plain(a, b, t, d, c, n, s); });
            compare(("adam " + size).c_str(), n, blocks,
                    {{"plain", [=] { adam_plain(a, b, t, d, c, n, 0); }},
                     {"auto", [=] { adam_auto(a, b, t, d, c, n); }},
                     {"graph", [&] { BENCH_CHECK(cudaGraphLaunch(graph.runs, 0)); }},
                     {"by hand", [=] { adam_by_hand<<<blocks, threads>>>(a, b, t, c, beta1, beta2, rate, n); }},
                     {"fused", [=] { adam_fused(a, b, t, d, c, n); }},
                     {"local", [=] { adam_local(a, b, t, d, c, n); }}},
                    begin, {a, b, t});
        }
        {
            const int height = 1 << (n > 1000000 ? 10 : 7), width = n / height;
            const graph_of graph([&](cudaStream_t s) { rows_plain(a, t, c, width, height, s); });
            compare(("rows " + size).c_str(), n, blocks,
                    {{"plain", [=] { rows_plain(a, t, c, width, height, 0); }},
                     {"auto", [=] { rows_auto(a, t, c, width, height); }},
                     {"graph", [&] { BENCH_CHECK(cudaGraphLaunch(graph.runs, 0)); }},
                     {"by hand", [=] { rows_by_hand<<<tiles_of(width, height), tile>>>(a, c, width, height, 1.5f, 0.1f, 0.9f); }},
                     {"fused", [=] { rows_fused(a, t, c, width, height); }},
                     {"local", [=] { rows_local(a, t, c, width, height); }}},
                    begin, {c});
        }
    }
    for (float *x : buffers)
        BENCH_CHECK(cudaFree(x));
    return 0;
}
